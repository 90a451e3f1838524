import { connect } from 'node:net';
import { median } from './paired.ts';

export interface Load {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly requests: number;
}

interface LoadSettings {
  /** Servers that share the connections evenly. */
  readonly ports: readonly number[];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Ends at the first of the two. */
  readonly milliseconds: number;
  readonly requests: number;
  /** How many begin in a second. Without it each connection sends its next request after the answer. */
  readonly perSecond?: number | undefined;
  /** Called with each answer, which may then have any status. Without it a status other than 200 is an error. */
  readonly onAnswer?: ((status: number, milliseconds: number) => void) | undefined;
}

interface Connection {
  /** Sends a request, whose answer counts from a moment: when it was due. */
  send(dueAt: number): void;
  end(): void;
}

/**
 * Requests over persistent connections. Uses sockets, because an HTTP client would need as much processor time as the servers under test.
 * Loopback only. With a fixed number in a second, one that finds all connections busy waits for one, and its time counts from when it was
 * due: otherwise a server that stops for a moment would get fewer requests just then.
 */
export async function load(settings: LoadSettings): Promise<Load> {
  const { ports, path, headers, connections, milliseconds, requests, perSecond, onAnswer } = settings;
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const times: number[] = [];
  const free: Connection[] = [];
  const waiting: number[] = [];
  let begun = 0;
  let fail: (error: Error) => void = () => undefined;

  const endWhenAnswered = () => {
    if (times.length === begun && isOver()) done();
  };
  const isOver = () => begun >= requests || performance.now() - start >= milliseconds;
  const begin = (dueAt: number) => {
    begun++;
    const connection = free.shift();
    if (connection) connection.send(dueAt);
    else waiting.push(dueAt);
  };
  const open = (port: number) =>
    new Promise<Connection>((resolve) => {
      let dueAt = 0;
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => resolve(connection));
      const connection: Connection = {
        send(due) {
          dueAt = due;
          socket.write(bytes);
        },
        end: () => socket.destroy(),
      };
      socket.setNoDelay(true);
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
        if (!isWhole(answer)) return;
        const status = Number(answer.slice(9, 12));
        if (status !== 200 && !onAnswer) return fail(new Error(answer));
        times.push(performance.now() - dueAt);
        onAnswer?.(status, performance.now() - dueAt);
        answer = '';
        free.push(connection);
        const next = waiting.shift();
        if (next !== undefined) free.pop()!.send(next);
        else if (perSecond === undefined && !isOver()) begin(performance.now());
        endWhenAnswered();
      });
      socket.on('error', (error) => fail(error));
      socket.on('close', () => fail(new Error('The server has closed a connection.')));
    });

  let done: () => void = () => undefined;
  const opened = await Promise.all(
    Array.from({ length: connections }, (_, index) => open(ports[index % ports.length]!)),
  );
  free.push(...opened);
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    [done, fail] = [resolve, reject];
    if (perSecond === undefined) for (const _ of opened) begin(performance.now());
    else beginRegularly(perSecond, start, begin, isOver, endWhenAnswered);
  }).finally(() => opened.forEach((connection) => connection.end()));
  const seconds = (performance.now() - start) / 1_000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? NaN;
  return {
    requestsPerSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    requests: times.length,
  };
}

/** The median of each number of several rounds. */
export function medianOf(rounds: readonly Load[]): Load {
  const of = (number: keyof Load) => median(rounds.map((round) => round[number]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    requests: of('requests'),
  };
}

function beginRegularly(
  perSecond: number,
  start: number,
  begin: (dueAt: number) => void,
  isOver: () => boolean,
  end: () => void,
): void {
  let count = 0;
  const tick = () => {
    const now = performance.now();
    // A timer of this process that is late must not count as the server's time.
    for (; count < ((now - start) / 1_000) * perSecond && !isOver(); count++) begin(now);
    if (isOver()) end();
    else setTimeout(tick, 1);
  };
  tick();
}

function isWhole(text: string): boolean {
  const split = text.indexOf('\r\n\r\n');
  if (split < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, split + 2))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length - split - 4 >= Number(length);
}
