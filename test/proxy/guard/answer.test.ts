import { describe, expect, it } from 'vitest';
import {
  accountRefused,
  answerTo,
  jsonAnswer,
  malformed,
  notFound,
  type Refusal,
  tooSlow,
  unauthenticated,
  unavailable,
} from '../../../src/proxy/guard/answer.ts';
import type { LogEntry } from '../../../src/proxy/log.ts';

const SAFE = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  vary: 'Origin, Accept-Language',
  'x-content-type-options': 'nosniff',
};

const seen = async (answer: Response) => ({
  status: answer.status,
  headers: Object.fromEntries(answer.headers),
  body: (await answer.json()) as unknown,
});

describe('an answer of the proxy', () => {
  it('is JSON that nobody caches, frames or takes for anything else', async () => {
    expect(await seen(jsonAnswer(200, { data: [1] }))).toEqual({
      status: 200,
      headers: SAFE,
      body: { data: [1] },
    });
  });

  it('may have further headers', async () => {
    const { headers } = await seen(jsonAnswer(200, null, { Allow: 'POST' }));
    expect(headers).toEqual({ ...SAFE, allow: 'POST' });
  });
});

describe('a refusal', () => {
  it.each<[make: () => Refusal, status: number, message: string, more: object]>([
    [unauthenticated, 401, 'Please sign in.', {}],
    [notFound, 404, 'There is no such address.', {}],
    [malformed, 400, 'The request cannot be read.', {}],
    [
      unavailable,
      502,
      'The loyalty service is not available. Please try again later.',
      { 'retry-after': '5' },
    ],
    [
      tooSlow,
      504,
      'The loyalty service did not answer in time. Please try again later.',
      { 'retry-after': '5' },
    ],
  ])('by %o is %i with its sentence alone', async (make, status, message, more) => {
    expect(await seen(make().toAnswer())).toEqual({
      status,
      headers: { ...SAFE, ...more },
      body: { message },
    });
  });

  it('of an account names the account as the field', async () => {
    expect(await seen(accountRefused(409, 'Deleted.').toAnswer())).toEqual({
      status: 409,
      headers: SAFE,
      body: { message: 'Deleted.', errors: { account: ['Deleted.'] } },
    });
  });
});

describe('the answer to a request whose work failed', () => {
  const logged: LogEntry[] = [];
  const answered = (error: unknown, signal?: AbortSignal) => {
    logged.length = 0;
    return seen(answerTo(error, signal, (entry) => logged.push(entry)));
  };

  it('is the refusal that was thrown, also after the deadline', async () => {
    expect(await answered(notFound(), AbortSignal.abort())).toMatchObject({ status: 404 });
    expect(logged).toEqual([]);
  });

  it('says that the service was too slow after the deadline, and logs nothing more', async () => {
    expect(await answered(new Error('aborted'), AbortSignal.abort())).toMatchObject({ status: 504 });
    expect(logged).toEqual([]);
  });

  it('says nothing of another error, which is logged', async () => {
    for (const signal of [undefined, new AbortController().signal])
      expect(await answered(new Error('secret'), signal)).toMatchObject({
        status: 502,
        body: { message: 'The loyalty service is not available. Please try again later.' },
      });
    expect(logged).toEqual([expect.objectContaining({ level: 'error', event: 'unexpected' })]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });
});
