import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../src/proxy/guard/answer.ts';
import { readCapped } from '../../../src/proxy/guard/body.ts';
import { readJsonBody } from '../../../src/proxy/guard/body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream that counts the chunks read, and records whether it was cancelled. */
function streamOf(chunks: readonly Uint8Array[], cancel: () => void | Promise<void> = () => {}) {
  let at = 0;
  const seen = { pulled: 0, cancelled: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulled++;
        const chunk = chunks[at++];
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel() {
        seen.cancelled++;
        return cancel();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

describe('readCapped', () => {
  it('joins the chunks in their order', async () => {
    const { stream } = streamOf([bytes('ab'), bytes('c'), bytes('def')]);
    expect(await readCapped(stream, 6)).toEqual(bytes('abcdef'));
    expect(await readCapped(null, 6)).toEqual(new Uint8Array());
  });

  it('stops at the chunk that exceeds the limit, and cancels the rest', async () => {
    const { stream, seen } = streamOf([bytes('abc'), bytes('def'), bytes('g'), bytes('h')]);
    expect(await readCapped(stream, 6)).toBeUndefined();
    expect(seen).toEqual({ pulled: 3, cancelled: 1 });
  });

  it('does not wait for a cancelled stream, and ignores its failure', async () => {
    const { stream } = streamOf([bytes('abc')], () => new Promise(() => {}));
    expect(await readCapped(stream, 2)).toBeUndefined();
    const failing = streamOf([bytes('abc')], () => Promise.reject(new Error('broken')));
    expect(await readCapped(failing.stream, 2)).toBeUndefined();
  });
});

describe('readJsonBody', () => {
  const JSON_HEADERS = { 'Content-Type': 'application/json' };
  const live = new AbortController().signal;

  /** Reads a request in the form that a server passes on: the body is a stream, and the headers are unchanged. */
  function read(
    body: string | Uint8Array | ReadableStream<Uint8Array> | null,
    headers: Record<string, string> = JSON_HEADERS,
    signal: AbortSignal = live,
  ) {
    const stream =
      body === null || body instanceof ReadableStream
        ? body
        : streamOf([typeof body === 'string' ? bytes(body) : body]).stream;
    return readJsonBody({ body: stream, headers: new Headers(headers) } as Request, signal);
  }
  const refusal = (status: number) => expect.objectContaining({ status }) as Refusal;
  const MAX = 64 * 1024;
  const textOfLength = (length: number) => `"${'x'.repeat(length - 2)}"`;

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset="UTF-8"',
    'application/json; charset=utf-8 ',
  ])('reads JSON as %s', async (type) => {
    expect(await read('{"a": 1}', { 'Content-Type': type })).toBe('{"a": 1}');
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/json5',
    'xapplication/json',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8x',
    'application/json; charset="utf-8',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
  ])('refuses %s with 415', async (type) => {
    await expect(read('{}', { 'Content-Type': type })).rejects.toEqual(refusal(415));
  });

  it('refuses a body without a type, with and without Content-Length', async () => {
    await expect(read('{}', {})).rejects.toEqual(refusal(415));
    for (const [name, value] of [
      ['Content-Length', '2'],
      ['Transfer-Encoding', 'chunked'],
    ] as const) {
      const { stream, seen } = streamOf([bytes('{}')]);
      await expect(read(stream, { [name]: value })).rejects.toEqual(refusal(415));
      // Refused before the body is read.
      expect(seen.pulled).toBe(0);
    }
  });

  it('refuses a compressed body', async () => {
    const headers = { ...JSON_HEADERS, 'Content-Encoding': 'gzip' };
    await expect(read('{}', headers)).rejects.toEqual(refusal(415));
  });

  it('returns undefined where there is no body, whatever its type', async () => {
    expect(await read(null, {})).toBeUndefined();
    expect(await read(new Uint8Array(), {})).toBeUndefined();
    const { stream, seen } = streamOf([bytes('{}')]);
    expect(await read(stream, { 'Content-Length': '0', 'Content-Type': 'text/plain' })).toBeUndefined();
    expect(seen.pulled).toBe(0);
  });

  it('accepts at most 64 KiB, with and without Content-Length', async () => {
    expect(await read(textOfLength(MAX), { ...JSON_HEADERS, 'Content-Length': String(MAX) })).toHaveLength(
      MAX,
    );
    await expect(read(textOfLength(MAX + 1))).rejects.toEqual(refusal(413));
    const { stream, seen } = streamOf([bytes(textOfLength(MAX + 1))]);
    const announced = { ...JSON_HEADERS, 'Content-Length': String(MAX + 1) };
    await expect(read(stream, announced)).rejects.toEqual(refusal(413));
    expect(seen.pulled).toBe(0);
  });

  it.each([
    ['not JSON', '{a: 1}'],
    ['incomplete JSON', '{"a":'],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('refuses %s with 400', async (_, body) => {
    await expect(read(body)).rejects.toEqual(refusal(400));
  });

  it('refuses with 408 when the deadline passes before the body is complete, and with 400 when it is cut off', async () => {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const deadline = new AbortController();
    const late = read(silent, JSON_HEADERS, deadline.signal);
    deadline.abort();
    await expect(late).rejects.toEqual(refusal(408));
    const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('reset')) });
    await expect(read(broken)).rejects.toEqual(refusal(400));
  });
});
