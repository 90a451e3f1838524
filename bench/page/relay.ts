import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

// A line between the browser and a server. The debugger's throttling delays requests and answers only: connections, TLS and preflights are
// free there, which is what a page with a service of another origin pays most for.

/** A network line. The clients of all relays of a line share its throughput. */
export interface Line {
  readonly roundTripMs: number;
  /** Towards the browser; half of it in the other direction. Without it there is no limit. */
  readonly bitsPerSecond?: number | undefined;
}

export interface Relay {
  readonly port: number;
  /** Closes open connections: the next visit connects again. */
  disconnect(): void;
  close(): Promise<void>;
}

/** The parts of a line that relays share: when each direction is free again. */
export interface SharedLine {
  line: Line;
  readonly freeAt: { up: number; down: number };
}

export const openLine = (): SharedLine => ({ line: { roundTripMs: 0 }, freeAt: { up: 0, down: 0 } });

/** Bytes of a connection that wait for the line before its sender has to wait: about what a socket stores. */
const WAITING_BYTES = 64 * 1_024;
/** A chunk of this size at most has the line for itself. */
const PACKET_BYTES = 1_460;

/** Relays TCP connections to a port of this machine. The connection itself takes one round trip, as TCP's handshake does. */
export async function openRelay(target: number, shared: SharedLine): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    // The kernel has accepted the connection without delay: the handshake is added to the first bytes.
    pass(client, upstream, 'up', shared, shared.line.roundTripMs);
    pass(upstream, client, 'down', shared, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disconnect = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    disconnect,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        disconnect();
      }),
  };
}

interface Packet {
  readonly bytes: Buffer | undefined;
  readonly at: number;
}

function pass(
  from: Socket,
  to: Socket,
  direction: 'up' | 'down',
  { line, freeAt }: SharedLine,
  handshakeMs: number,
): void {
  const bitsPerSecond = line.bitsPerSecond && line.bitsPerSecond / (direction === 'up' ? 2 : 1);
  const opened = performance.now() + handshakeMs;
  const packets: Packet[] = [];
  let waiting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const arrive = (): void => {
    timer = undefined;
    const now = performance.now();
    while (packets[0] && packets[0].at <= now) {
      const { bytes } = packets.shift()!;
      if (!bytes) return void to.end();
      waiting -= bytes.length;
      if (to.writable) to.write(bytes);
    }
    if (waiting < WAITING_BYTES) from.resume();
    if (packets[0]) timer = setTimeout(arrive, Math.max(0, packets[0].at - now));
  };
  const send = (bytes: Buffer | undefined): void => {
    const start = Math.max(performance.now(), opened, bitsPerSecond ? freeAt[direction] : 0);
    const sent = start + (bitsPerSecond && bytes ? (bytes.length * 8_000) / bitsPerSecond : 0);
    if (bitsPerSecond) freeAt[direction] = sent;
    waiting += bytes?.length ?? 0;
    packets.push({ bytes, at: sent + line.roundTripMs / 2 });
    if (waiting >= WAITING_BYTES) from.pause();
    timer ??= setTimeout(arrive, Math.max(0, packets[0]!.at - performance.now()));
  };
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += PACKET_BYTES) send(chunk.subarray(at, at + PACKET_BYTES));
  });
  from.on('end', () => send(undefined));
}
