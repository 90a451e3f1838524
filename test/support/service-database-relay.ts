import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A relay between the service and its database, which can break connections where a test wants it. */
export interface DatabaseRelay {
  /** The address of the database behind the relay. */
  readonly url: string;
  /** Ends all connections and refuses new ones, as a database that is stopped does. */
  stop(): Promise<void>;
  /** Accepts connections again, at the same address. */
  start(): Promise<void>;
  /** Keeps connections open and forwards nothing, as a network that loses all packets does. */
  silence(): void;
  /** Ends a connection instead of forwarding what the service sends as the `at`-th next round trip, counted from 1. */
  cutAt(at: number): void;
  /** Whether the connection was cut; the next one needs another `cutAt`. */
  cutWasReached(): boolean;
  /** Whether the database has answered everything that was sent. */
  isIdle(): boolean;
  /** Forwards everything again. */
  forwardAll(): void;
}

/** `ReadyForQuery` without its last byte, the status of the transaction: the end of a start or an answer. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
const endsWithReady = (bytes: Buffer) => bytes.subarray(-READY.length - 1, -1).equals(READY);

export async function openDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const database = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** Connections that wait for an answer. */
  const waiting = new Set<Socket>();
  let remaining = Infinity;
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname);
    let isReady = false;
    waiting.add(upstream);
    const end = () => (client.destroy(), upstream.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => (sockets.delete(socket), waiting.delete(upstream), end()));
    }
    client.on('data', (bytes) => {
      if (isSilent) return;
      // The messages that start a connection are no round trips of a request.
      if (isReady && --remaining === 0) end();
      else {
        waiting.add(upstream);
        upstream.write(bytes);
      }
    });
    upstream.on('data', (bytes) => {
      if (endsWithReady(bytes)) {
        isReady = true;
        waiting.delete(upstream);
      }
      client.write(bytes);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    start: () => listen(address.port),
    cutAt: (at) => void (remaining = at),
    isIdle: () => waiting.size === 0,
    cutWasReached: () => remaining <= 0,
    silence: () => void (isSilent = true),
    forwardAll() {
      remaining = Infinity;
      isSilent = false;
    },
  };
}

/** Makes PostgreSQL end all connections of a database and refuse new ones. */
export async function stopAccepting(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database ${name} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.end();
}
