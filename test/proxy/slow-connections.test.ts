import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProxy, type OpenProxy } from './support/open-proxy.ts';

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());

const OWN = '/v3/profiles/profile-1001';
const ask = (path: string, init: RequestInit = {}) =>
  fetch(proxy.url + OWN + path, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...(init.body && { 'Content-Type': 'application/json' }) },
  });

it(
  '1,000 slow connections › do not block other requests while they send their head byte by byte',
  { timeout: 60_000 },
  async () => {
    const sockets: Socket[] = [];
    await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const socket = connect(proxy.port, '127.0.0.1');
        socket.on('error', () => undefined);
        sockets.push(socket);
        await new Promise((resolve) => socket.once('connect', resolve));
        socket.write('POST /login HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      }),
    );
    const statuses: number[] = [];
    for (let round = 0; round < 20; round++) {
      for (const socket of sockets) if (socket.writable) socket.write('a');
      const response = await ask('/balances');
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    for (const socket of sockets) socket.destroy();
    expect(statuses).toEqual(Array(20).fill(200));
  },
);

describe('unreachable service', () => {
  const failing = [
    ['closes the connection', true],
    ['answers 503', false],
  ] as const;

  it.each(failing)(
    'causes an answer with Retry-After when it %s; a write without an idempotency key is sent once',
    async (_, cut) => {
      proxy.upstream.clear();
      proxy.upstream.onCall = (__, response, request) => {
        if (cut) request.socket.destroy();
        else response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"message":"away"}');
      };
      const response = await ask('/rewards', { method: 'POST', body: '{"reward_definition_id":7}' });
      expect([502, 503]).toContain(response.status);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(proxy.upstream.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
      const read = await ask('/balances');
      expect([502, 503]).toContain(read.status);
      expect(Number(read.headers.get('retry-after'))).toBeGreaterThan(0);
      proxy.upstream.clear();
    },
  );
});
