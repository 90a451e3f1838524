import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANN, basic, openProxy, type OpenProxy } from './support/open-proxy.ts';
import { startProxyProcess, variablesFor } from './support/process.ts';
import { each } from './support/random.ts';
import { request, sendRaw } from './support/raw.ts';
import { startTwin } from './support/twin.ts';
import { countOf, FULL } from '../support/counts.ts';
import { ownTime } from '../support/own-time.ts';

// Maximum sizes and deadlines, in both directions.

const DEADLINE_MS = 600;

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy({ deadlineMs: DEADLINE_MS });
  // The deadline holds for a sign-in, too, and the first one of a process is slow.
  token = await vi.waitFor(() => proxy.signIn(), { timeout: 30_000, interval: 100 });
});
afterAll(() => proxy.stop());
afterEach(() => proxy.upstream.clear());

const OWN = '/v3/profiles/profile-1001';
const authorized = () =>
  [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
  ] as const;
const ask = (init: RequestInit = {}) =>
  fetch(`${proxy.url}${OWN}/lists`, {
    ...init,
    headers: { ...Object.fromEntries(authorized()), ...init.headers },
  });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls of a normal client beside slow ones. */
const CALLS = countOf('CALLS_BESIDE_SLOW_CLIENTS', { share: 50, full: 500 });

describe('request body', () => {
  it('has at most 64 KB', async () => {
    const body = (size: number) => JSON.stringify({ name: 'x'.repeat(size - 11) });
    expect((await ask({ method: 'POST', body: body(65_536) })).status).toBe(200);
    expect((await ask({ method: 'POST', body: body(65_537) })).status).toBe(413);
    expect(proxy.upstream.calls).toHaveLength(1);
  });

  it('without a length is cut off at the maximum: 100 MB of chunks', async () => {
    let sent = 0;
    const chunk = Buffer.from(`${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`);
    const { status, ended } = await new Promise<{ status: number; ended: boolean }>((resolve) => {
      let status = 0;
      const socket = connect(proxy.port, '127.0.0.1', () => {
        socket.write(request('POST', `${OWN}/lists`, [...authorized(), ['Transfer-Encoding', 'chunked']]));
        const pump = () => {
          while (sent < 100_000_000 && !socket.destroyed) {
            sent += chunk.length;
            if (!socket.write(chunk)) return void socket.once('drain', pump);
          }
        };
        pump();
      });
      socket.on('data', (data) => (status ||= Number(/HTTP\/1.1 (\d+)/.exec(data.toString())?.[1])));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ status, ended: true }));
      setTimeout(() => (socket.destroy(), resolve({ status, ended: false })), 60_000).unref();
    });
    expect(status).toBe(413);
    expect(ended).toBe(true);
    expect(sent).toBeLessThan(70_000_000);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync('{}').toString('latin1')],
    ['br', '{}'],
    ['identity', '{}'],
  ])('is refused when it is compressed: %s', async (encoding, body) => {
    const headers = [...authorized(), ['Content-Encoding', encoding]] as const;
    const bytes = `${request('POST', `${OWN}/lists`, [...headers, ['Content-Length', String(body.length)]])}${body}`;
    expect((await sendRaw(proxy.port, Buffer.from(bytes, 'latin1'))).status).toBe(415);
  });

  it.each(['{broken', '{"a":1}}', '\xff\xfe', '{"a":"\xc3"}', 'undefined', ''])(
    'has to be JSON: %j',
    async (body) => {
      const bytes = Buffer.from(
        request('POST', `${OWN}/lists`, [...authorized(), ['Content-Length', String(body.length)]]) + body,
        'latin1',
      );
      const { status } = await sendRaw(proxy.port, bytes);
      expect(status).toBe(body === '' ? 200 : 400);
    },
  );

  it('is refused with 408 when it arrives too slowly', async () => {
    const head = request('POST', `${OWN}/lists`, [...authorized(), ['Content-Length', '1000']]);
    const time = await ownTime(async () => {
      expect((await drip(proxy.port, head, ' ', 50)).status).toBe(408);
    });
    expect(time).toBeLessThan(DEADLINE_MS + 1_500);
    expect(proxy.upstream.calls).toEqual([]);
  });
});

/** Sends a head, then a byte at intervals until an answer comes. */
function drip(port: number, head: string, byte: string, everyMs: number): Promise<{ status: number }> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setInterval>;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      timer = setInterval(() => socket.write(byte), everyMs);
    });
    const end = (status: number) => {
      clearInterval(timer);
      socket.destroy();
      resolve({ status });
    };
    socket.on('data', (data) => end(Number(/HTTP\/1.1 (\d+)/.exec(data.toString())?.[1])));
    socket.on('error', () => undefined);
    socket.on('close', () => end(0));
  });
}

describe('answer of the service', () => {
  it('has at most 2 MB; a larger one is cut off', async () => {
    let written = 0;
    proxy.upstream.onCall = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const chunk = Buffer.alloc(65_536, 32);
      const pump = () => {
        while (written < 100_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pump);
        }
      };
      pump();
    };
    expect((await ask()).status).toBe(502);
    await pause(100);
    expect(written).toBeLessThan(20_000_000);
    proxy.upstream.onCall = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(`"${'x'.repeat(1_999_998)}"`);
    };
    expect((await (await ask()).text()).length).toBe(2_000_000);
  });

  it('is measured decompressed: 100 KB that decompress to 100 MB cause 502', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, 32));
    expect(bomb.length).toBeLessThan(120_000);
    proxy.upstream.onCall = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bomb);
    };
    const before = process.memoryUsage().rss;
    expect((await ask()).status).toBe(502);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it.each([
    ['BR', (text: string) => brotliCompressSync(text)],
    ['Gzip', (text: string) => gzipSync(text)],
    ['X-GZIP', (text: string) => gzipSync(text)],
    ['Identity', (text: string) => Buffer.from(text)],
    ['gzip, BR', (text: string) => brotliCompressSync(gzipSync(text))],
  ])('is decompressed with the coding %s, in upper and lower case', async (coding, compress) => {
    proxy.upstream.onCall = (_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
      response.writeHead(200, headers).end(compress('{"data":["ä"]}'));
    };
    const answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([200, { data: ['ä'] }]);
  });

  it('causes 502 with a coding that is unknown: its bytes are no answer', async () => {
    proxy.upstream.onCall = (_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zz' };
      response.writeHead(200, headers).end('{"data":[]}');
    };
    expect((await ask()).status).toBe(502);
  });

  it('causes 504 when it is too slow: no answer, only a head, or a slow body', async () => {
    const faults: ((response: ServerResponse) => void)[] = [
      () => undefined,
      (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders(),
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ];
    for (const fault of faults) {
      proxy.upstream.onCall = (_, response) => fault(response);
      const time = await ownTime(async () => {
        const response = await ask();
        expect([response.status, Object.keys(await response.json())]).toEqual([504, ['message']]);
      });
      expect(time).toBeLessThan(DEADLINE_MS + 700);
    }
  });

  it('never arrives in a twin whose deadline covers only the head', async () => {
    proxy.upstream.onCall = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    };
    const twin = await startTwin(async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), DEADLINE_MS);
      const customer = await fetch(`${proxy.upstream.baseUrl}/harbour/api/v1/auth/token`, { method: 'POST' });
      const { data } = (await customer.json()) as { data: { token: string } };
      const headers = { Authorization: `Bearer ${data.token}` };
      const answer = await fetch(`${proxy.upstream.baseUrl}${OWN}/lists`, {
        headers,
        signal: controller.signal,
      });
      clearTimeout(timer);
      return new Response(answer.body);
    });
    const whole = fetch(twin.url).then((answer) => answer.text());
    whole.catch(() => undefined);
    expect(await Promise.race([whole, pause(DEADLINE_MS * 2).then(() => 'hangs')])).toBe('hangs');
    await twin.stop();
  });

  it('becomes a JSON error when the service closes the connection, sends no HTTP or cannot be reached', async () => {
    for (const fault of ['destroy', 'half', 'rubbish'] as const) {
      proxy.upstream.onCall = (_, response, incoming) => {
        if (fault === 'half') response.writeHead(200, { 'Content-Length': '100' }).write('{');
        if (fault === 'rubbish') incoming.socket.write('SSH-2.0-canary\r\n');
        setTimeout(() => incoming.socket.destroy(), 20);
      };
      const response = await ask();
      expect([response.status, Object.keys(await response.json())]).toEqual([502, ['message']]);
    }
  });

  it('is aborted at the service when the client closes the connection', async () => {
    let closed = 0;
    proxy.upstream.onCall = (_, response) => void response.on('close', () => closed++);
    const sockets = Array.from({ length: 10 }, () => {
      const socket = connect(proxy.port, '127.0.0.1', () =>
        socket.write(request('GET', `${OWN}/lists`, authorized())),
      );
      socket.on('error', () => undefined);
      return socket;
    });
    while (proxy.upstream.calls.length < 10) await pause(5);
    for (const socket of sockets) socket.destroy();
    const time = await ownTime(async () => {
      while (closed < 10) await pause(5);
    });
    // The deadline would abort them later.
    expect(time).toBeLessThan(DEADLINE_MS - 100);
  });
});

describe('1,000 slow clients', () => {
  it('do not slow down a normal client, and are disconnected after 15 seconds', async () => {
    // In a process of its own, so that its time and memory are measured without those of the clients.
    const slow = await startProxyProcess(variablesFor(proxy.upstream.baseUrl));
    // The same without slow clients, measured at the same time, so that other work of the machine affects both.
    const control = await startProxyProcess(variablesFor(proxy.upstream.baseUrl));
    const login = { method: 'POST', headers: { Authorization: basic(ANN.email, ANN.password) } };
    const signIn = async (url: string) => {
      const { token: session } = (await (await fetch(`${url}/login`, login)).json()) as { token: string };
      return { Authorization: `Bearer ${session}` };
    };
    const headers = await signIn(slow.url);
    const controlHeaders = await signIn(control.url);
    const head = request('POST', `${OWN}/lists`, [
      ...Object.entries(headers),
      ['Content-Type', 'application/json'],
      ['Content-Length', '5000'],
    ]);
    const timeOf = async (url: string, headers: Record<string, string>) => {
      const start = performance.now();
      const answer = await fetch(`${url}${OWN}/balances`, { headers });
      await answer.text();
      expect(answer.status).toBe(200);
      return performance.now() - start;
    };
    const before = slow.memory();
    const open = new Set<Socket>();
    const sockets = Array.from({ length: 1_000 }, (_, at) => {
      const socket = connect(slow.port, '127.0.0.1');
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
      socket.resume();
      // A third sends nothing, a third its head slowly, a third its body slowly. They read, so that a disconnection is noticed.
      if (at % 3 === 1) socket.write('GET / HTTP/1.1\r\nX-A: ');
      if (at % 3 === 2) socket.write(head);
      return socket;
    });
    let turn = 0;
    const dripping = setInterval(() => {
      for (let at = turn++ % 5; at < sockets.length; at += 5) if (at % 3) sockets[at]?.write(' ');
    }, 100);
    await pause(1_000);
    expect(open.size).toBe(1_000);
    const [loaded, idle] = await percentile99Of(CALLS, [
      () => timeOf(slow.url, headers),
      () => timeOf(control.url, controlHeaders),
    ]);
    // The target is 200 ms; where the control is slow, too, the limit is three times its duration. Other programs may take the processor
    // from one of the two processes, so only the long run compares them.
    if (FULL) expect(loaded).toBeLessThan(Math.max(200, 3 * idle!));
    const after = slow.memory();
    if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(50_000_000);

    const time = await ownTime(async () => {
      while (open.size > 0) await pause(100);
    });
    clearInterval(dripping);
    expect(time).toBeLessThan(15_000);
    expect([await slow.end(), await control.end()]).toEqual([0, 0]);
  });
});

/** The 99th percentile of the duration of several kinds of calls, in milliseconds. The calls alternate. */
async function percentile99Of(calls: number, kinds: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times = kinds.map((): number[] => []);
  await each(Array.from({ length: calls }), 4, async () => {
    for (const [kind, call] of kinds.entries()) times[kind]!.push(await call());
  });
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(calls * 0.99)]!);
}
