import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type RunningServer } from '../../../../demo/service/api/server.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const SLOW = 1_000;
const OTHERS = 50;

let service: OpenService;
let server: RunningServer;
let token: string;
const slow: Socket[] = [];

beforeAll(async () => {
  service = await openService();
  token = await service.tokenOf('1002');
  server = await listen(() => service.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const socket of slow) socket.destroy();
  await server.stop();
  await service.drop();
});

/** Opens a connection and sends part of a request: half of its head, or its head and half of its body. */
function open(at: number): Promise<void> {
  const head = [
    'POST /api/v3/profiles/profile-1002/lists/wishlist/items HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
  ].join('\r\n');
  const socket = connect(server.port, '127.0.0.1');
  slow.push(socket);
  // Node closes connections that exceed the deadline: not an error of the test.
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.on('connect', () => {
      socket.write(at % 2 ? head : `${head}\r\nContent-Length: 5000\r\n\r\n{"product_id"`, () => resolve());
    });
  });
}

it(`${SLOW} connections that send slowly do not delay other requests`, async () => {
  await Promise.all(Array.from({ length: SLOW }, (_, at) => open(at)));
  const answers = await Promise.all(
    Array.from({ length: OTHERS }, () =>
      fetch(`http://127.0.0.1:${server.port}/api/v3/profiles/profile-1002/balances`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(OTHERS).fill(200));
});
