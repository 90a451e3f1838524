import { createServer, type AddressInfo } from 'node:net';

/** The wished port on loopback, or one the system chooses when it is taken; 0 wishes for none. */
export async function freePort(wished: number): Promise<number> {
  return (
    (await tryPort(wished)) ?? (await tryPort(0)) ?? Promise.reject(new Error('No free port on 127.0.0.1.'))
  );
}

function tryPort(port: number): Promise<number | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => resolve(found));
    });
  });
}
