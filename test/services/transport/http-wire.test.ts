import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, type Fetch } from '../../../src/services/transport/http.ts';
import { localServer, type LocalServer } from '../../support/client-server.ts';
import { ownTime } from '../../support/own-time.ts';

// Real bytes between a real client and real servers of this machine.
const realFetch: Fetch = (url, init) => fetch(url, init);
const servers: LocalServer[] = [];

async function serve(...listener: Parameters<typeof localServer>): Promise<LocalServer> {
  const server = await localServer(...listener);
  servers.push(server);
  return server;
}
const get = (server: LocalServer, deadlineMs?: number, signal?: AbortSignal) =>
  createHttp(
    realFetch,
    deadlineMs,
  )({ method: 'GET', url: `${server.url}/api/v3/things`, authorization: 'Bearer canary', signal });

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('a %i leads nowhere: the other host is never asked', async (status) => {
    const other = await serve((_request, response) => response.end('{}'));
    const first = await serve((_request, response) => {
      response.writeHead(status, { Location: `${other.url}/steal` }).end('{}');
    });
    const http = createHttp(realFetch);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const body = method === 'POST' ? { a: 1 } : undefined;
      const request = http({ method, url: `${first.url}/api`, authorization: 'Bearer canary', body });
      await expect(request).rejects.toMatchObject({ name: 'LoyaltyError' });
    }
    expect(first.hits()).toBe(3);
    expect(other.hits()).toBe(0);
  });
});

describe('headers on the wire', () => {
  it('have no cookie or referrer, even after the server has set a cookie', async () => {
    const seen: (string | string[] | undefined)[][] = [];
    const server = await serve(({ headers, method }, response) => {
      const { accept, authorization, cookie, referer } = headers;
      seen.push([method, accept, authorization, headers['content-type'], cookie, referer]);
      response.setHeader('Set-Cookie', 'session=1').end('{}');
    });
    const http = createHttp(realFetch);
    await http({ method: 'GET', url: server.url, authorization: 'Bearer t' });
    await http({ method: 'POST', url: server.url, authorization: 'Bearer t', body: { a: 1 } });
    expect(seen).toEqual([
      ['GET', 'application/json', 'Bearer t', undefined, undefined, undefined],
      ['POST', 'application/json', 'Bearer t', 'application/json', undefined, undefined],
    ]);
  });
});

describe('bodies', () => {
  const jsonOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

  it('of 2,000,000 bytes are read', async () => {
    const server = await serve((_request, response) => response.end(jsonOf(2_000_000)));
    expect(await get(server)).toHaveLength(1_999_998);
  });

  it('of one byte more are a bad response', async () => {
    const server = await serve((_request, response) => response.end(jsonOf(2_000_001)));
    await expect(get(server)).rejects.toMatchObject({ code: 'bad_response' });
  });

  it('that never end are cancelled, and the connection is closed', async () => {
    let written = 0;
    let gone!: () => void;
    const left = new Promise<void>((resolve) => (gone = resolve));
    const server = await serve((_request, response) => {
      response.on('close', gone);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    await expect(get(server)).rejects.toMatchObject({ code: 'bad_response' });
    await left;
    expect(written).toBeLessThan(20_000_000);
  });

  it('that arrive in chunks cut inside a character are read completely', async () => {
    const server = await serve(async (_request, response) => {
      for (const byte of Buffer.from('{"name":"é☃𝄞"}')) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    expect(await get(server)).toEqual({ name: 'é☃𝄞' });
  });

  it('that end with a lost connection are offline', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"a":');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(get(server)).rejects.toMatchObject({ code: 'offline' });
  });
});

describe('deadline', () => {
  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };

  it('ends the wait for a response', async () => {
    const server = await serve(() => {});
    const time = await ownTime(() => expect(get(server, 150)).rejects.toMatchObject({ code: 'timeout' }));
    expect(time).toBeLessThan(1_500);
  });

  it('includes the body: a slow body ends like no response', async () => {
    const server = await serve((_request, response) => drip(response));
    const time = await ownTime(() => expect(get(server, 200)).rejects.toMatchObject({ code: 'timeout' }));
    expect(time).toBeLessThan(1_500);
  });

  it('applies to calls with a signal too', async () => {
    const server = await serve((_request, response) => drip(response));
    const patient = new AbortController();
    await expect(get(server, 150, patient.signal)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('differs from an abort of the caller: before, during the wait and in the body', async () => {
    const silent = await serve(() => {});
    const dripping = await serve((_request, response) => drip(response));
    await expect(get(silent, 5_000, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    expect(silent.hits()).toBe(0);
    for (const server of [silent, dripping]) {
      await expect(get(server, 5_000, AbortSignal.timeout(80))).rejects.toMatchObject({ code: 'aborted' });
    }
  });

  it('an unreachable server is offline', async () => {
    const server = await localServer(() => {});
    await server.close();
    await expect(get(server)).rejects.toMatchObject({ code: 'offline' });
  });
});
