import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort, startAtFreePort } from '../../demo/free-port.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Listens on the port. Returns it, or the one that the system chose for 0. */
async function occupy(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

it('starts a server at the preferred port', async () => {
  const preferred = await freePort();
  expect(await startAtFreePort(preferred, occupy)).toBe(preferred);
});

it('starts a server at a free port, in one attempt, when the preferred one is in use', async () => {
  const taken = await occupy(0);
  const attempts: number[] = [];
  const port = await startAtFreePort(taken, (attempt) => {
    attempts.push(attempt);
    return occupy(attempt);
  });
  expect(attempts).toEqual([0]);
  expect(port).not.toBe(taken);
});

it('starts a server at a free port when the preferred one is taken while it starts', async () => {
  const preferred = await freePort();
  const port = await startAtFreePort(preferred, async (attempt) => {
    if (attempt === preferred) await occupy(preferred);
    return occupy(attempt);
  });
  expect(port).toBeGreaterThan(0);
  expect(port).not.toBe(preferred);
});

it('passes on every other failure', async () => {
  const failing = startAtFreePort(0, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
});
