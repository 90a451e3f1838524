import { createServer, type AddressInfo } from 'node:net';

/** The preferred port on loopback, or one that the system chooses if it is in use; with 0 the system chooses. */
export async function freePort(preferred: number): Promise<number> {
  return (
    (await tryPort(preferred)) ??
    (await tryPort(0)) ??
    Promise.reject(new Error('No free port on 127.0.0.1.'))
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
