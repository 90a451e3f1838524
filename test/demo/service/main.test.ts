import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../demo/service/database/folder-lock.ts';
import { startEmbedded } from '../../../demo/service/database/embedded.ts';
import { SECRET } from '../../support/database-fresh.ts';
import { sign } from '../../support/service-open.ts';
import { customerAt, startServiceProcess, type ServiceProcess } from '../../support/service-process.ts';

const FREE_DELIVERY = 2;

describe('service process with a data folder', { timeout: 300_000 }, () => {
  /** A folder with a database that a first start has filled: a copy costs less than filling another one. */
  let filled: string;
  let folder: string;
  let started: ServiceProcess[];
  const start = async () => {
    const service = await startServiceProcess(['--data-directory', folder]);
    started.push(service);
    return service;
  };
  /** Process id of PostgreSQL; 0 after its stop, which deletes the file. */
  const databaseProcess = async () =>
    Number(
      (await readFile(path.join(folder, 'database', 'postmaster.pid'), 'utf8').catch(() => '')).split(
        '\n',
      )[0],
    );

  beforeAll(async () => {
    filled = await mkdtemp(path.join(tmpdir(), 'loyalty-process-'));
    const first = await startServiceProcess(['--data-directory', filled]);
    expect(await first.end('SIGTERM')).toBe(0);
  });
  afterAll(() => rm(filled, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-process-'));
    // With the owners: the server's account may be another one than that of the test.
    execFileSync('cp', ['-a', `${filled}/.`, folder]);
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((service) => service.end('SIGTERM')));
    // Connects to a server that a failed test left running; its last user stops it and deletes the folder.
    if (await databaseProcess()) await (await startEmbedded({ folder, throwAway: true })).stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts, answers, and stops with its database on SIGTERM and on SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = await start();
      expect((await fetch(service.url.replace('/api', '/health'))).status).toBe(200);
      const database = await databaseProcess();
      expect(isAlive(database)).toBe(true);
      expect(await service.end(signal)).toBe(0);
      expect(await databaseProcess()).toBe(0);
    }
  });

  it('has its claims after kill -9: the next process connects to the database that is still running', async () => {
    const first = await start();
    const mara = await customerAt(first.url, '1002');
    expect((await mara.claim(FREE_DELIVERY)).status).toBe(200);
    const left = await mara.available();
    const database = await databaseProcess();
    expect(await first.end('SIGKILL')).toBe(null);
    expect(isAlive(database)).toBe(true);

    const second = await start();
    expect(second.output()).toMatch(
      new RegExp(
        `^Database: uses the server that is running already \\(process ${database}, port \\d+\\)\\.$`,
        'm',
      ),
    );
    expect(await (await customerAt(second.url, '1002')).available()).toBe(left);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await databaseProcess()).toBe(0);
  });

  it('loses no acknowledged claim when it is killed during claims', async () => {
    const first = await start();
    const rich = await customerAt(first.url, '1004');
    const before = await rich.available();
    let acknowledged = 0;
    const claiming = Array.from({ length: 8 }, async () => {
      // Ends with the first claim that the killed service does not answer.
      while ((await rich.claim(FREE_DELIVERY).catch(() => undefined))?.status === 200) acknowledged++;
    });
    // Counts claims instead of waiting for a time, because machines differ in speed.
    await expect.poll(() => acknowledged, { interval: 5 }).toBeGreaterThan(20);
    await first.end('SIGKILL');
    await Promise.all(claiming);
    expect(acknowledged).toBeGreaterThan(10);

    const after = await (await customerAt((await start()).url, '1004')).available();
    const spent = before - after;
    expect(spent % 150).toBe(0);
    expect(spent / 150).toBeGreaterThanOrEqual(acknowledged);
    // Each of the eight may have had one claim committed whose answer never arrived.
    expect(spent / 150).toBeLessThanOrEqual(acknowledged + 8);
  });

  it('restarts its database when that is killed, without losing data', async () => {
    const service = await start();
    const mara = await customerAt(service.url, '1002');
    await mara.claim(FREE_DELIVERY);
    const left = await mara.available();
    const killed = await databaseProcess();
    process.kill(killed, 'SIGKILL');
    const health = () => fetch(service.url.replace('/api', '/health')).then(({ status }) => status);
    const seen: number[] = [];
    const deadline = performance.now() + 60_000;
    while (performance.now() < deadline) {
      seen.push(await health());
      if (seen.at(-1) === 200 && ![0, killed].includes(await databaseProcess())) break;
    }
    expect(seen.at(-1)).toBe(200);
    expect(seen.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await mara.available()).toBe(left);
    expect(service.output()).toContain('Database: the server has stopped; starting it again.');
  });

  it('shares its database with a second process, and only the last one stops it', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const database = await databaseProcess();
    const mara = await customerAt(one.url, '1002');
    await mara.claim(FREE_DELIVERY);
    const left = await mara.available();
    expect(await one.end('SIGTERM')).toBe(0);
    expect(isAlive(database)).toBe(true);
    expect(await (await customerAt(two.url, '1002')).available()).toBe(left);
    expect(await two.end('SIGTERM')).toBe(0);
    expect(await databaseProcess()).toBe(0);
  });

  it('starts when the files of a crashed database have the process id of another program', async () => {
    await (await startEmbedded({ folder })).stop();
    // After a crash of the machine the file remains, and its process id can belong to another process: here the test.
    await writeFile(
      path.join(folder, 'database', 'postmaster.pid'),
      `${process.pid}\n${folder}\n1\n5432\n\n127.0.0.1\n`,
    );
    await writeFile(path.join(folder, 'starting.lock'), '999999999');
    expect((await fetch((await start()).url.replace('/api', '/health'))).status).toBe(200);
  });

  it('answers 400 and a message to a request that it cannot parse', async () => {
    const { port } = new URL((await start()).url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
      socket.write('GET /api HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"message":"The request cannot be read."}');
  });

  it('prints no token, no signature and no secret', async () => {
    const service = await start();
    const mara = await customerAt(service.url, '1002');
    expect((await mara.claim(FREE_DELIVERY)).status).toBe(200);
    const refused = await fetch(`${service.url}/v3/nothing`, {
      headers: { Authorization: `Bearer ${mara.token}` },
    });
    expect(refused.status).toBe(404);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.output()).toContain('Service: ');
    for (const secret of [mara.token, sign('1002'), SECRET]) expect(service.output()).not.toContain(secret);
  });
});

describe('service process', () => {
  it('exits with an error message for invalid settings', async () => {
    await expect(startServiceProcess(['--port', 'many'])).rejects.toThrow(/--port has to be a whole number/);
  });
});
