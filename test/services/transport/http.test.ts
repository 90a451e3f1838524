import { describe, expect, it } from 'vitest';
import { LoyaltyError, type LoyaltyErrorCode } from '../../../src/services/transport/errors.ts';
import { createHttp } from '../../../src/services/transport/http.ts';
import { BASE_URL, json, refusal, scriptedFetch } from '../../support/client-fetch.ts';

const URL = `${BASE_URL}/v3/things`;

/** What one request comes to when the service answers with `response`. */
const answered = (response: Response | (() => never)) =>
  createHttp(async () => (typeof response === 'function' ? response() : response))({
    method: 'GET',
    url: URL,
  });

async function failure(response: Response | (() => never)): Promise<LoyaltyError> {
  const error: unknown = await answered(response).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LoyaltyError);
  return error as LoyaltyError;
}

describe('request that fails on a page which loaded the script from two addresses', () => {
  it('keeps the error of the other copy, which has another class', async () => {
    const other = Object.assign(new Error('Please sign in.'), {
      name: 'LoyaltyError',
      code: 'unauthenticated',
    });
    const error: unknown = await createHttp(() => Promise.reject(other))({ method: 'GET', url: URL }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBe(other);
  });
});

describe('request', () => {
  const sentBy = async (request: object) => {
    const { fetch, sent } = scriptedFetch(() => json({}));
    await createHttp(fetch)({ method: 'GET', url: URL, ...request });
    return sent[0]!;
  };

  it('without token and body has only the header Accept', async () => {
    const { headers, init } = await sentBy({});
    expect(headers).toEqual({ accept: 'application/json' });
    expect(init.body).toBeNull();
  });

  it('with a token has one Authorization header, and no token in the URL', async () => {
    const { headers, url } = await sentBy({ authorization: 'Bearer canary' });
    expect(headers).toEqual({ accept: 'application/json', authorization: 'Bearer canary' });
    expect(url).toBe(URL);
  });

  it('with a body has JSON and its content type', async () => {
    const { headers, init, method } = await sentBy({ method: 'POST', body: { a: ['é', 1, null] } });
    expect({ method, headers }).toEqual({
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    expect(JSON.parse(init.body as string)).toEqual({ a: ['é', 1, null] });
  });

  it('with an idempotency key has its header', async () => {
    expect((await sentBy({ method: 'POST', body: {}, idempotencyKey: 'k1' })).headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    });
  });

  it('follows no redirect, and sends no cookie and no referrer', async () => {
    const { init } = await sentBy({ token: 't' });
    expect(init).toMatchObject({ redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it('sets keepalive only if the call does', async () => {
    expect((await sentBy({})).init.keepalive).toBe(false);
    expect((await sentBy({ keepalive: true })).init.keepalive).toBe(true);
  });
});

describe('response', () => {
  it('parses JSON of any content type', async () => {
    expect(await answered(json({ data: [1, 'é'] }))).toEqual({ data: [1, 'é'] });
    expect(await answered(new Response('{"a":1}'))).toEqual({ a: 1 });
    expect(await answered(new Response('\ufeff{"a":1}'))).toEqual({ a: 1 });
  });

  it('accepts any 2xx, also with an empty body', async () => {
    expect(await answered(json({ id: 1 }, 201))).toEqual({ id: 1 });
    expect(await answered(json(undefined, 204))).toBeUndefined();
    expect(await answered(new Response('', { status: 200 }))).toBeUndefined();
    expect(await answered(new Response(null, { status: 202 }))).toBeUndefined();
  });

  it.each([
    ['a page of HTML', '<!doctype html><title>Sign in to the hotel</title>', 'text/html'],
    ['a page of HTML that calls itself JSON', '<html></html>', 'application/json'],
    ['cut off', '{"data": {"points": 1', 'application/json'],
    ['two documents', '{}{}', 'application/json'],
    ['a blank', ' ', 'application/json'],
    ['undefined', 'undefined', 'application/json'],
    ['NaN', 'NaN', 'application/json'],
    ['not text', '\0\u0001\ufffd', 'application/json'],
  ])('%s is a bad response, not a crash', async (_name, body, type) => {
    const error = await failure(new Response(body, { headers: { 'Content-Type': type } }));
    expect(error).toMatchObject({ code: 'bad_response', received: body.slice(0, 80) });
    expect(error.message).not.toContain('<');
  });

  it.each<[number, LoyaltyErrorCode]>([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [422, 'validation'],
    [429, 'rate_limited'],
    [408, 'timeout'],
    [410, 'not_found'],
    [501, 'unsupported'],
    ...[400, 402, 405, 413, 415, 418].map((status): [number, LoyaltyErrorCode] => [status, 'validation']),
    ...[302, 304, 500, 502, 503, 504, 599].map((status): [number, LoyaltyErrorCode] => [
      status,
      'bad_response',
    ]),
  ])('status %i is %s, with the status and the message', async (status, code) => {
    const response = status === 304 ? new Response(null, { status }) : refusal(status);
    expect(await failure(response)).toMatchObject({
      code,
      status,
      message: status === 304 ? 'The service answered with status 304.' : `Refused with ${status}.`,
      fields: {},
    });
  });

  it.each([
    '',
    '<html>',
    'null',
    '[]',
    '5',
    '"x"',
    '{"message":5}',
    '{"message":null}',
    '{"error":"x"}',
    '{"message"',
  ])('an error body of %j still is an error of its status', async (body) => {
    expect(await failure(new Response(body, { status: 403 }))).toMatchObject({
      code: 'forbidden',
      message: 'The service answered with status 403.',
      fields: {},
    });
  });

  it('of status 422 has the errors of each field', async () => {
    const errors = { url: ['Required.', 'Too short.'], queue: ['Unknown.'] };
    const error = await failure(json({ message: 'Wrong.', errors }, 422));
    expect(error).toMatchObject({ code: 'validation', message: 'Wrong.' });
    expect({ ...error.fields }).toEqual(errors);
  });

  it('ignores field errors that are not lists of texts', async () => {
    const body =
      '{"message":"Wrong.","errors":{"a":["x",5,null,{}],"b":"y","c":{"d":["z"]},"__proto__":["w"],"e":[]}}';
    const { fields } = await failure(new Response(body, { status: 422 }));
    expect(Object.entries(fields)).toEqual([
      ['a', ['x']],
      ['__proto__', ['w']],
      ['e', []],
    ]);
    expect(Object.prototype).not.toHaveProperty('0');
    for (const errors of [null, 5, 'text', [], [['x']], true]) {
      expect((await failure(json({ message: 'Wrong.', errors }, 422))).code).toBe('validation');
    }
  });

  it('a request without a response is offline, with its cause', async () => {
    const cause = new TypeError('fetch failed');
    const error = await failure(() => {
      throw cause;
    });
    expect(error).toMatchObject({ code: 'offline', cause });
    expect(error.status).toBeUndefined();
  });
});

describe('Retry-After', () => {
  const retryAfter = async (header: string) =>
    (await failure(refusal(429, { 'Retry-After': header }))).retryAfterMs;
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

  it('is read in seconds', async () => {
    expect(await retryAfter('3')).toBe(3_000);
    expect(await retryAfter('0')).toBe(0);
  });

  it('is read as a date', async () => {
    expect(await retryAfter(inSeconds(60).toUTCString())).toBeCloseTo(60_000, -4);
    expect(await retryAfter(inSeconds(-60).toUTCString())).toBe(0);
  });

  it.each(['soon', '-5', '1.5', '5 s', 'in 3', '{}', '٣', 'Wed'])(
    'is ignored when it is %j',
    async (header) => {
      expect(await retryAfter(encodeURI(header))).toBeUndefined();
    },
  );

  it('is missing where the service does not send it', async () => {
    expect((await failure(refusal(429))).retryAfterMs).toBeUndefined();
  });
});
