import { connect } from 'node:net';

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
}

/**
 * A closed loop over persistent connections: each sends its next request after the answer. Uses sockets, because an HTTP client would
 * need as much processor time as the servers under test. Loopback only.
 */
export async function load(settings: LoadSettings): Promise<Load> {
  const { ports, path, headers, connections, milliseconds, requests } = settings;
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const times: number[] = [];
  let sent = 0;
  const start = performance.now();

  const run = (port: number) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      let answer = '';
      const next = () => {
        if (sent >= requests || performance.now() - start >= milliseconds) {
          socket.destroy();
          return resolve();
        }
        sent++;
        sentAt = performance.now();
        socket.write(bytes);
      };
      const socket = connect(port, '127.0.0.1', next);
      socket.setNoDelay(true);
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
        if (!isWhole(answer)) return;
        if (!answer.startsWith('HTTP/1.1 200')) return reject(new Error(answer));
        times.push(performance.now() - sentAt);
        answer = '';
        next();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });

  await Promise.all(Array.from({ length: connections }, (_, index) => run(ports[index % ports.length]!)));
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

function isWhole(text: string): boolean {
  const split = text.indexOf('\r\n\r\n');
  if (split < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, split + 2))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length - split - 4 >= Number(length);
}
