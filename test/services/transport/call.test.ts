import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../../../src/services/transport/call.ts';
import {
  addListItem,
  profileBalances,
  removeListItem,
  rewardDefinitions,
} from '../../../src/services/contract/endpoints/index.ts';
import { waitToRetry } from '../../../src/services/transport/failure.ts';
import { LoyaltyError } from '../../../src/services/transport/errors.ts';
import { createHttp } from '../../../src/services/transport/http.ts';
import { BASE_URL, json, refusal, scriptedFetch, type Sent } from '../../support/client-fetch.ts';
import { ownTime } from '../../support/own-time.ts';

/** A client with tokens `t1`, `t2`, … : a rejected one is followed by the next. */
function clientOf(answer: (sent: Sent, attempt: number) => Response | Promise<Response>) {
  const rejected: string[] = [];
  const { fetch, sent } = scriptedFetch((request) => answer(request, sent.length));
  const tokens = {
    token: vi.fn(async () => `t${rejected.length + 1}`),
    reject: (token: string) => void rejected.push(token),
  };
  return {
    call: createCaller({ baseUrl: BASE_URL, http: createHttp(fetch), tokens }),
    sent,
    rejected,
    tokens,
  };
}

const balances = { profile: 'p' };
const item = { profile: 'p', list: 'wishlist', body: { product_id: 'lamp' } };
const soon = { 'Retry-After': '0' };

afterEach(() => vi.restoreAllMocks());

describe('call', () => {
  it('sends path, query, body, token and idempotency key', async () => {
    const { call, sent } = clientOf(() => json({ data: {} }));
    await call(addListItem, {
      profile: 'a/b',
      list: 7,
      query: { sort: '-id' },
      body: { product_id: 'é' },
      idempotencyKey: 'k1',
    });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: `${BASE_URL}/v3/profiles/a%2Fb/lists/7/items?sort=-id`,
      body: { product_id: 'é' },
      headers: { authorization: 'Bearer t1', 'idempotency-key': 'k1', 'content-type': 'application/json' },
    });
  });

  it('returns the reply unchanged', async () => {
    const { call } = clientOf(() => json({ data: { points: { available: 5 } }, more: 1 }));
    expect(await call(profileBalances, balances)).toEqual({ data: { points: { available: 5 } }, more: 1 });
  });

  it('returns undefined for an empty response', async () => {
    const { call } = clientOf(() => json(undefined, 204));
    expect(await call(removeListItem, { profile: 'p', list: 'wishlist', item: 1 })).toBeUndefined();
  });
});

describe('401', () => {
  it('that comes once rejects the token, fetches another and repeats the call, a read or a write', async () => {
    for (const send of ['read', 'write']) {
      const { call, sent, rejected } = clientOf((_sent, attempt) =>
        attempt === 1 ? refusal(401) : json({ data: 1 }),
      );
      expect(await (send === 'read' ? call(profileBalances, balances) : call(addListItem, item))).toEqual({
        data: 1,
      });
      expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
      expect(sent[1]).toMatchObject({ method: sent[0]!.method, url: sent[0]!.url });
      expect(sent[1]!.body).toEqual(sent[0]!.body);
      expect(rejected).toEqual(['t1']);
    }
  });

  it('that comes twice is thrown, without a loop', async () => {
    const { call, sent } = clientOf(() => refusal(401));
    await expect(call(profileBalances, balances)).rejects.toMatchObject({
      code: 'unauthenticated',
      status: 401,
    });
    expect(sent).toHaveLength(2);
  });

  it('a 403 fetches no new token', async () => {
    const { call, sent, rejected } = clientOf(() => refusal(403));
    await expect(call(profileBalances, balances)).rejects.toMatchObject({ code: 'forbidden' });
    expect([sent.length, rejected]).toEqual([1, []]);
  });

  it('repeats a write with the same idempotency key', async () => {
    const { call, sent } = clientOf((_sent, attempt) => (attempt === 1 ? refusal(401) : json({})));
    await call(addListItem, { ...item, idempotencyKey: 'k1' });
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1']);
  });

  it('without a token the call fails before it is sent', async () => {
    const { call, sent, tokens } = clientOf(() => json({}));
    tokens.token.mockRejectedValue(new LoyaltyError('offline'));
    await expect(call(profileBalances, balances)).rejects.toMatchObject({ code: 'offline' });
    expect([sent.length, tokens.token.mock.calls.length]).toEqual([0, 1]);
  });
});

describe('retry', () => {
  const offline = () => Promise.reject<Response>(new TypeError('fetch failed'));
  const away: [string, () => Response | Promise<Response>][] = [
    ...[429, 502, 503, 504].map((status): [string, () => Response] => [
      `${status}`,
      () => refusal(status, soon),
    ]),
    ['offline', offline],
  ];

  it.each(away)('a GET with the failure %s is sent at most three times', async (_name, answer) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { call, sent } = clientOf(answer);
    await expect(call(rewardDefinitions, {})).rejects.toBeInstanceOf(LoyaltyError);
    expect(sent).toHaveLength(3);
  });

  it.each(away)(
    'a GET with the failure %s and then a response returns the response',
    async (_name, answer) => {
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const { call, sent } = clientOf((_sent, attempt) => (attempt < 3 ? answer() : json({ data: [] })));
      expect(await call(rewardDefinitions, {})).toEqual({ data: [] });
      expect(sent).toHaveLength(3);
    },
  );

  it.each(away)('a write with the failure %s is not retried', async (_name, answer) => {
    for (const method of ['POST', 'DELETE']) {
      const { call, sent } = clientOf(answer);
      const write =
        method === 'POST'
          ? call(addListItem, item)
          : call(removeListItem, { ...item, item: 1, body: undefined });
      await expect(write).rejects.toBeInstanceOf(LoyaltyError);
      expect(sent.map((request) => request.method)).toEqual([method]);
    }
  });

  it.each([400, 401, 403, 404, 409, 422, 500, 501])(
    'a GET that meets %i is not tried again',
    async (status) => {
      const { call, sent } = clientOf(() => refusal(status, soon));
      await expect(call(rewardDefinitions, {})).rejects.toMatchObject({ status });
      expect(sent).toHaveLength(status === 401 ? 2 : 1);
    },
  );

  it('a GET is not retried for a body that is not JSON', async () => {
    const { call, sent } = clientOf(() => new Response('<html>'));
    await expect(call(rewardDefinitions, {})).rejects.toMatchObject({ code: 'bad_response' });
    expect(sent).toHaveLength(1);
  });

  it('a GET has one new token and two retries at most', async () => {
    const { call, sent } = clientOf((_sent, attempt) => refusal(attempt === 2 ? 401 : 503, soon));
    await expect(call(rewardDefinitions, {})).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(4);
  });

  it('waits for the time of Retry-After', async () => {
    const { call } = clientOf((_sent, attempt) =>
      attempt === 1 ? refusal(429, { 'Retry-After': '1' }) : json({}),
    );
    const started = performance.now();
    await call(rewardDefinitions, {});
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });
});

describe('waitToRetry', () => {
  const busy = (retryAfterMs?: number) =>
    new LoyaltyError('rate_limited', 'Busy.', {
      status: 429,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  const waited = async (error: LoyaltyError, attempt: number) => {
    const timer = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((done: () => void) => done()) as never);
    const again = await waitToRetry(error, attempt);
    const waits = timer.mock.calls.map(([, ms]) => ms);
    timer.mockRestore();
    return { again, waits };
  };

  it('waits as long as the service requests, up to 5 s, and not for longer times', async () => {
    expect(await waited(busy(5_000), 1)).toEqual({ again: true, waits: [5_000] });
    expect(await waited(busy(5_001), 1)).toEqual({ again: false, waits: [] });
  });

  it('waits longer before the second retry, with jitter, and stops after the third try', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.999);
    expect(await waited(busy(), 1)).toEqual({ again: true, waits: [200] });
    expect(await waited(busy(), 2)).toEqual({ again: true, waits: [800] });
    expect(await waited(busy(), 3)).toEqual({ again: false, waits: [] });
  });

  it('ends at once when the call is aborted', async () => {
    const leaving = new AbortController();
    const time = await ownTime(async () => {
      const waiting = waitToRetry(busy(5_000), 1, leaving.signal);
      leaving.abort();
      await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
      await expect(waitToRetry(busy(5_000), 1, leaving.signal)).rejects.toMatchObject({ code: 'aborted' });
    });
    expect(time).toBeLessThan(1_000);
  });
});

it('after a 429 with Retry-After no other request is sent until it is over, and one line has the number', async () => {
  const lines: string[] = [];
  const { fetch, sent } = scriptedFetch(() => refusal(429, { 'Retry-After': '60' }));
  const tokens = { token: async () => 't', reject: () => {} };
  const call = createCaller({
    baseUrl: BASE_URL,
    http: createHttp(fetch),
    tokens,
    report: ({ message }) => lines.push(message),
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const limited = { code: 'rate_limited', status: 429 };
  await expect(call(profileBalances, { profile: 'a' })).rejects.toMatchObject(limited);
  await expect(call(profileBalances, { profile: 'b' })).rejects.toMatchObject(limited);
  await expect(call(profileBalances, { profile: 'c' })).rejects.toMatchObject(limited);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(5_001);
  vi.useRealTimers();
  expect(lines).toEqual([expect.stringContaining('3 were refused or waited for 60 s')]);
});
