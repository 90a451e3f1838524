import { createServer, type AddressInfo } from 'node:net';

/** A port of loopback that was free when it was asked for. Another process may take it, so whoever uses it tries again with another. */
export async function freePort(): Promise<number> {
  return (await probe(0)) ?? Promise.reject(new Error('No free port on 127.0.0.1.'));
}

/** Starts a server at the preferred port, or at one that the system chooses if that is in use. */
export async function startAtFreePort<T>(preferred: number, start: (port: number) => Promise<T>): Promise<T> {
  // The check spares a slow server a start that fails.
  if ((await probe(preferred)) === undefined) return start(0);
  try {
    return await start(preferred);
  } catch (error) {
    // Taken since the check, by another server or as the local port of a connection.
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return start(0);
  }
}

/** The port, or the one that the system chose for 0; undefined if it is in use. */
function probe(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}
