import { describe, expect, it } from 'vitest';
import {
  addWebhook,
  brands,
  calculateProfileAggregations,
  calculateProfileTier,
  createClient,
  LoyaltyError,
  resyncProfile,
  unattachProfileTransaction,
} from '../../src/client/index.ts';
import { listen, type Answer } from './support/listening.ts';

const token = 't';
const hook = { trigger: 'a', url: 'https://a.example.com', namespace: 'n' };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It succeeded.');
    },
    (error: unknown) => error as LoyaltyError,
  );

describe('an error', () => {
  it.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [422, 'validation'],
    [429, 'rate_limited'],
    [400, 'validation'],
    [500, 'bad_response'],
  ] as const)(
    'of status %i on a write has the code %s and the message of the service',
    async (status, code) => {
      const { baseUrl, received } = await listen(() => ({ status, body: { message: `It was ${status}.` } }));
      const error = await failure(createClient({ baseUrl, token }).call(addWebhook, { body: hook }));
      expect(error).toBeInstanceOf(LoyaltyError);
      expect(error).toMatchObject({ code, status, message: `It was ${status}.`, fields: {} });
      expect(received).toHaveLength(1);
    },
  );

  it.each([400, 401, 403, 404, 422, 429, 500, 503])(
    '%i of the two shown GETs is an error with its message',
    async (status) => {
      const { baseUrl } = await listen(() => ({ status, body: { message: 'So.' } }));
      const client = createClient({ baseUrl, token });
      for (const read of ['profiles.redemptions.index', 'profiles.attributes.dates.index'] as const)
        expect(await failure(client.operation(read)({ profile: 'p' }))).toMatchObject({
          status,
          message: 'So.',
        });
    },
  );

  it('has the texts of each field, and drops values that are not lists of texts', async () => {
    const errors = { url: ['is wrong', 'is long'], trigger: 'is wrong', namespace: ['a', 1] };
    const { baseUrl } = await listen(() => ({ status: 422, body: { message: 'Look.', errors } }));
    const error = await failure(createClient({ baseUrl, token }).call(addWebhook, { body: hook }));
    expect(error).toMatchObject({ code: 'validation', message: 'Look.' });
    expect({ ...error.fields }).toEqual({ url: ['is wrong', 'is long'], namespace: ['a'] });
  });

  it.each(['<html>Down</html>', '[]', '"text"', 'null', '', '{"message":7}'])(
    'has a general message when the body is %j',
    async (body) => {
      const { baseUrl } = await listen(() => ({ status: 418, body }));
      const error = await failure(createClient({ baseUrl, token }).call(brands));
      expect(error).toMatchObject({
        code: 'validation',
        status: 418,
        message: expect.stringContaining('418'),
      });
    },
  );

  it('is a protocol error if a 200 is an HTML page', async () => {
    const { baseUrl } = await listen(() => ({
      headers: { 'Content-Type': 'text/html' },
      body: '<p>Hello</p>',
    }));
    expect(await failure(createClient({ baseUrl, token }).call(brands))).toMatchObject({
      code: 'bad_response',
    });
  });

  it('is timeout without a response in time, and aborted after an abort', async () => {
    const fetch = (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cut'))));
    const baseUrl = 'https://api.acme.example.com/api';
    const client = createClient({ baseUrl, token, fetch, timeoutMs: 20 });
    expect(await failure(client.call(brands))).toMatchObject({ code: 'timeout' });
    const leaving = new AbortController();
    const call = failure(createClient({ baseUrl, token, fetch }).call(brands, { signal: leaving.signal }));
    setTimeout(() => leaving.abort(), 5);
    expect(await call).toMatchObject({ code: 'aborted' });
  });
});

describe('retry', () => {
  const after = (failures: readonly Answer[]) =>
    listen((_, number) => failures[number - 1] ?? { body: { data: [] } });

  it('waits for the time of Retry-After', async () => {
    const { baseUrl, received } = await after([
      { status: 429, headers: { 'Retry-After': '1' }, body: { message: 'Slow.' } },
    ]);
    const started = Date.now();
    await createClient({ baseUrl, token }).call(brands);
    expect(Date.now() - started).toBeGreaterThanOrEqual(950);
    expect(received).toHaveLength(2);
  });

  it('does not wait longer than the setting allows, and the error has the requested time', async () => {
    const { baseUrl, received } = await after([
      { status: 429, headers: { 'Retry-After': '90' }, body: { message: 'Slow.' } },
    ]);
    const error = await failure(createClient({ baseUrl, token }).call(brands));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 90_000 });
    expect(received).toHaveLength(1);
  });

  it('sends a GET at most three times', async () => {
    const down = { status: 503, headers: { 'Retry-After': '0' }, body: { message: 'Down.' } };
    const { baseUrl, received } = await after([down, down, down, down]);
    expect(await failure(createClient({ baseUrl, token }).call(brands))).toMatchObject({ status: 503 });
    expect(received).toHaveLength(3);
  });

  it.each([403, 404, 422, 500])('is not made after %i', async (status) => {
    const { baseUrl, received } = await after([{ status, body: { message: 'No.' } }]);
    await failure(createClient({ baseUrl, token }).call(brands));
    expect(received).toHaveLength(1);
  });

  it('is not made for GETs that change data', async () => {
    const { baseUrl, received } = await listen(() => ({ status: 503, body: { message: 'Down.' } }));
    const client = createClient({ baseUrl, token });
    await failure(client.call(unattachProfileTransaction, { profile: 'p', transaction: 't' }));
    await failure(client.call(resyncProfile, { profile: 'p' }));
    await failure(client.call(calculateProfileTier, { profile: 'p' }));
    await failure(client.call(calculateProfileAggregations, { profile: 'p' }));
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
  });

  it('is not made for a write', async () => {
    const { baseUrl, received } = await listen(() => ({
      status: 429,
      headers: { 'Retry-After': '0' },
      body: { message: 'Slow.' },
    }));
    await failure(createClient({ baseUrl, token }).call(addWebhook, { body: hook }));
    expect(received).toHaveLength(1);
  });
});

describe('the wait after 429', () => {
  const WAIT_MS = 1_000;
  const slow = { status: 429, headers: { 'Retry-After': '1' }, body: { message: 'Slow.' } };
  const started = () => {
    const at = Date.now();
    return () => Date.now() - at;
  };

  it('is one for all calls of a client', async () => {
    const { baseUrl, received } = await listen((_, number) => (number === 1 ? slow : { body: { data: {} } }));
    const client = createClient({ baseUrl, token });
    await failure(client.call(addWebhook, { body: hook }));
    const passed = started();
    await Promise.all([client.call(brands), client.call(addWebhook, { body: hook })]);
    expect(passed()).toBeGreaterThanOrEqual(WAIT_MS - 50);
    expect(received).toHaveLength(3);
  });

  it('is that of calls without a token, too', async () => {
    const { baseUrl, received } = await listen((_, number) =>
      number === 1 ? slow : { body: { access_token: 'granted', data: {} } },
    );
    const credentials = {
      clientId: 'c',
      clientSecret: 's',
      username: 'u',
      password: 'p',
      scope: '*' as const,
    };
    const client = createClient({ baseUrl, credentials });
    await failure(client.call(brands));
    const passed = started();
    await client.call(brands);
    expect(passed()).toBeGreaterThanOrEqual(WAIT_MS - 50);
    expect(received).toHaveLength(3);
  });

  it('is an error at once where it is longer than the setting allows', async () => {
    const { baseUrl, received } = await listen(() => slow);
    const client = createClient({ baseUrl, token, maxWaitMs: 100 });
    await failure(client.call(addWebhook, { body: hook }));
    expect(await failure(client.call(brands))).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(received).toHaveLength(1);
  });
});
