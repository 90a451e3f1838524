import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly text: string;
}

/** Sends bytes over a socket and reads one answer, without a client library that would change the bytes. */
export function sendRaw(port: number, bytes: string | Uint8Array, deadlineMs = 15_000): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const isHead = Buffer.from(bytes).toString('latin1').startsWith('HEAD ');
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parse(Buffer.concat(chunks).toString('latin1')));
    };
    const timer = setTimeout(end, deadlineMs);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isComplete(Buffer.concat(chunks).toString('latin1'), isHead)) end();
    });
    socket.on('error', () => undefined);
    socket.on('close', end);
  });
}

/** The text of a request. */
export function request(
  method: string,
  target: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
  body = '',
): string {
  const all = [
    ['Host', '127.0.0.1'],
    ...headers,
    ...(body ? [['Content-Length', String(Buffer.byteLength(body))]] : []),
  ];
  return `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function isComplete(text: string, isHead: boolean): boolean {
  const split = text.indexOf('\r\n\r\n');
  if (split < 0) return false;
  if (isHead) return true;
  const head = text.slice(0, split);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (/^transfer-encoding: *chunked/im.test(head)) return text.endsWith('0\r\n\r\n');
  return length === undefined
    ? / (204|304) /.test(head.slice(0, 14))
    : text.length - split - 4 >= Number(length);
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    headers,
    body: rest.join('\r\n\r\n'),
    text,
  };
}
