import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  canEnter,
  serverAccount,
  accessibleFiles,
} from '../../../../demo/service/database/server-account.ts';
import { findBinaries } from '../../../../demo/service/database/binaries.ts';
import { connect } from '../../../../demo/service/database/connect.ts';
import { startEmbedded } from '../../../../demo/service/database/embedded.ts';
import { withFolderLock } from '../../../../demo/service/database/folder-lock.ts';
import { migrate } from '../../../../demo/service/database/migrate.ts';
import { freshDatabase } from '../../../support/database-fresh.ts';

describe('start of the database', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-start-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('runs once at a time in a folder', async () => {
    let inside = 0;
    let most = 0;
    const work = () =>
      withFolderLock(folder, async () => {
        most = Math.max(most, ++inside);
        await wait(5);
        inside--;
      });
    await Promise.all(Array.from({ length: 10 }, work));
    expect(most).toBe(1);
  });

  it('continues after a killed start, in one process', async () => {
    const gone = spawnSync(process.execPath, ['-e', '0']);
    await writeFile(path.join(folder, 'starting.lock'), String(gone.pid));
    const order: string[] = [];
    const work = (name: string) =>
      withFolderLock(folder, async () => {
        order.push(`${name} in`);
        await wait(5);
        order.push(`${name} out`);
      });
    await Promise.all(['a', 'b', 'c'].map(work));
    for (let at = 0; at < order.length; at += 2) {
      expect(order[at + 1]).toBe(order[at]?.replace('in', 'out'));
    }
    await expect(readFile(path.join(folder, 'starting.lock'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['is empty, as a full disk leaves it', () => ''],
    ['has the id of this process, which an earlier one had', () => String(process.pid)],
    ['has the id of a running program, which an earlier process had', () => `${process.ppid} 1`],
  ])('continues after a lock that %s', async (_, content) => {
    await writeFile(path.join(folder, 'starting.lock'), content());
    expect(await withFolderLock(folder, async () => 'yes')).toBe('yes');
    expect(await readdir(folder)).toEqual([]);
  });

  it('creates the lock together with its content', async () => {
    const contents: string[] = [];
    const lock = path.join(folder, 'starting.lock');
    const watcher = watch(folder, () => {
      try {
        contents.push(readFileSync(lock, 'utf8'));
      } catch {
        // Not created yet, or released.
      }
    });
    for (let round = 0; round < 20; round++)
      await withFolderLock(folder, async () => contents.push(readFileSync(lock, 'utf8')));
    watcher.close();
    for (const content of contents) expect(content).toMatch(new RegExp(`^${process.pid}\\b`));
  });

  it('reports which process a longer wait waits for', async () => {
    const lines: string[] = [];
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await writeFile(path.join(folder, 'starting.lock'), String(holder.pid));
    const waiting = withFolderLock(
      folder,
      async () => 'yes',
      (line) => {
        lines.push(line);
        holder.kill();
      },
    );
    expect(await waiting).toBe('yes');
    expect(lines).toEqual([expect.stringContaining(`process ${holder.pid}`)]);
  });

  it('releases the lock when the work fails', async () => {
    await expect(withFolderLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withFolderLock(folder, async () => 'yes')).toBe('yes');
  });

  it('starts the server again after an empty postmaster.pid, as a kill or a full disk leaves it', async () => {
    const options = { folder: path.join(folder, 'data'), throwAway: true };
    const first = await startEmbedded({ ...options, throwAway: false });
    await first.stop();
    const { folder: place } = accessibleFiles(
      serverAccount(),
      { binaries: findBinaries(), folder: options.folder },
      () => {},
    );
    await writeFile(path.join(place, 'database', 'postmaster.pid'), '');
    const second = await startEmbedded(options);
    expect(second.url).toMatch(/^postgres:/);
    await second.stop();
  });

  it('needs the password to connect', async () => {
    const database = await startEmbedded({ folder: path.join(folder, 'data'), throwAway: true });
    const url = new URL(database.url);
    url.password = 'guess';
    const unauthorized = connect(url.href);
    await expect(migrate(unauthorized)).rejects.toThrow(/password/);
    await unauthorized.destroy();
    await database.stop();
  });

  // Only root may enter /root and folders of `mktemp -d`, and PostgreSQL refuses to run as root.
  it('uses other folders when only root may enter the given ones', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'needs root');
    const account = serverAccount();
    const closed = path.join(folder, 'clone');
    await mkdir(closed, { mode: 0o700 });
    const lines: string[] = [];
    const wanted = { binaries: findBinaries(), folder: path.join(closed, 'data') };
    const place = accessibleFiles(account, wanted, (line) => lines.push(line));
    expect(place.folder).not.toContain(folder);
    expect(account && canEnter(account, place.folder)).toBe(true);
    expect(lines).toEqual([expect.stringContaining(place.folder)]);
    expect(accessibleFiles(account, wanted, () => {}).folder).toBe(place.folder);
    await rm(place.folder, { recursive: true });

    const open = await mkdtemp(path.join(tmpdir(), 'loyalty-open-'));
    execFileSync('chmod', ['755', open]);
    expect(
      accessibleFiles(account, { ...wanted, folder: path.join(open, 'data') }, () => {}).folder,
    ).toContain(open);
    await rm(open, { recursive: true });
  });
});

describe('database schema', () => {
  it('is created once by several concurrent processes', async () => {
    const database = await freshDatabase({ empty: true });
    const others = [connect(database.url), connect(database.url)];
    await Promise.all([database.db, ...others].map((db) => migrate(db)));
    const names = await database.db.introspection.getTables();
    expect(names.map(({ name }) => name)).toContain('point_entries');
    await migrate(database.db);
    await Promise.all(others.map((other) => other.destroy()));
    await database.drop();
  });
});
