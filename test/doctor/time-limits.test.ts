import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecorder } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import { run } from './support/run.ts';

// A service that begins an answer and does not go on. The clock is that of the test: no limit is waited for.

/** Deadlines of 20 s that have begun: the test lets them end. The ones of a page (10 s) never do. */
let deadlines: AbortController[];
/** Milliseconds that the clock is ahead. */
let ahead: number;
let server: Server | undefined;
/** Lets the stalled answers go on. */
let goOn: () => void;
beforeEach(() => {
  deadlines = [];
  ahead = 0;
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const deadline = new AbortController();
    if (ms === 20_000) deadlines.push(deadline);
    return deadline.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

const endDeadline = (): void => deadlines.at(-1)!.abort(new DOMException('Too late.', 'TimeoutError'));

interface Stalled {
  readonly address: string;
  /** Paths that were asked for. */
  readonly asked: string[];
}

/** Answers with this text; what is asked for by `stalls` stops after its first character. */
async function serve(
  type: string,
  text: string,
  stalls: RegExp,
  onRequest = (_url: string) => {},
): Promise<Stalled> {
  const asked: string[] = [];
  const released = new Promise<void>((resolve) => (goOn = resolve));
  server = createServer(({ url = '' }, response) => {
    onRequest(url);
    response.writeHead(200, { 'content-type': type });
    if (!stalls.test(url)) response.end(text);
    else response.write(text[0], () => void released.then(() => response.end(text.slice(1))));
    asked.push(url);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const GET = { method: 'GET', headers: { Authorization: 'Bearer t' } };

describe('one answer', () => {
  const ask = async () => {
    const { address, asked } = await serve('application/json', '{"data":[]}', /./);
    const recorder = createRecorder((url, init) => fetch(url, init), createSecrets());
    const answer = recorder.fetch(`${address}/v3/lists`, GET).catch((error: Error) => error);
    await expect.poll(() => asked.length).toBe(1);
    return { recorder, answer };
  };

  it('that goes on within 20 s is read', async () => {
    const { recorder, answer } = await ask();
    goOn();
    await answer;
    expect(recorder.exchanges).toMatchObject([{ status: 200, body: { data: [] }, failure: undefined }]);
  });

  it('that does not end within 20 s is none, and is asked for again', async () => {
    const { recorder, answer } = await ask();
    endDeadline();
    expect(await answer).toMatchObject({ message: 'fetch failed', cause: { message: 'TIMEOUT' } });
    expect(recorder.exchanges).toMatchObject([{ status: 0, failure: 'TIMEOUT' }]);
    goOn();
    const again = await recorder.fetch(recorder.exchanges[0]!.url, GET);
    expect(await again.json()).toEqual({ data: [] });
  });
});

describe('all answers together', () => {
  it.each([
    ['are asked for where they took 10 minutes', 600_000, 2, undefined],
    [
      'are not asked for any more where they took longer',
      600_001,
      1,
      'not sent: the answers took longer than 10 minutes',
    ],
  ])('%s', async (_, tookMs, count, failure) => {
    let time = 0;
    const { address, asked } = await serve('application/json', '{}', /^$/, () => (time += tookMs));
    const recorder = createRecorder((url, init) => fetch(url, init), createSecrets(), { now: () => time });
    await recorder.fetch(`${address}/1`, GET);
    await recorder.fetch(`${address}/2`, GET).catch(() => undefined);
    expect(asked).toHaveLength(count);
    expect(recorder.exchanges.at(-1)!.failure).toBe(failure);
  });

  it.each([
    [1, false],
    [601_000, true],
  ])('are named in the report where they took too long: %d ms for one', async (tookMs, isCut) => {
    // One of the last requests: each of those that follow is tried again.
    const { address } = await serve('application/json', '{"data":[]}', /^$/, (url) => {
      if (url.includes('/lists?')) ahead += tookMs;
    });
    const { out } = await run(['--base-url', address, '--token', 'abc', '--profile', 'p-1']);
    const line = /^ !   Requests were not sent: the answers took longer than 10 minutes\.$/m;
    expect(line.test(out)).toBe(isCut);
  });
});

describe('a page', () => {
  const HTML = '<body><loyalty-provider></loyalty-provider><script type="module" src="/loyalty.js"></script>';
  const visit = async (stalls: RegExp, count: number) => {
    const { address, asked } = await serve('text/html', HTML, stalls);
    const ran = run(['page', `${address}/`]);
    await expect.poll(() => asked.length).toBe(count);
    return { ran };
  };

  it('that comes within 20 s is looked at', async () => {
    const { ran } = await visit(/^\/$/, 1);
    goOn();
    expect((await ran).out).toContain('Loyalty doctor: http');
  });

  it('that does not end within 20 s is none', async () => {
    const { ran } = await visit(/^\/$/, 1);
    endDeadline();
    expect(await ran).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^There is no answer from http:\S+ \(TimeoutError\)\.\n$/) as string,
    });
  });

  it('names a file that does not end within 20 s', async () => {
    const { ran } = await visit(/loyalty\.js/, 2);
    endDeadline();
    expect((await ran).out).toMatch(/^ !   loyalty\.js: (no answer from|the answer from) http/m);
  });
});
