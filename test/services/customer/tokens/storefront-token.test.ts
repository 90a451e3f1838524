import { describe, expect, it } from 'vitest';
import { readConfig, type LoyaltySettings } from '../../../../src/services/customer/config.ts';
import { createHttp } from '../../../../src/services/transport/http.ts';
import { fetchToken } from '../../../../src/services/customer/tokens/storefront-token.ts';
import { BASE_URL, json, refusal, scriptedFetch } from '../../../support/client-fetch.ts';
import { SIGNATURE, SIGNED_IN, TOKEN_PATH } from '../../../support/client-programme.ts';

function sourceOf(settings: LoyaltySettings, answer: () => Response = () => json({ data: { token: 't1' } })) {
  const { fetch, sent } = scriptedFetch(answer);
  const config = readConfig(settings)!;
  const signal = new AbortController().signal;
  return {
    ask: async () => (await fetchToken({ config, http: createHttp(fetch), signal })).token,
    config,
    sent,
  };
}

describe('a signed customer', () => {
  it('posts id and signature as JSON, without a bearer token, and in the body alone', async () => {
    const { ask, config, sent } = sourceOf(SIGNED_IN);
    expect(await ask()).toBe('t1');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: BASE_URL + TOKEN_PATH,
      body: { id: '1001', signature: SIGNATURE },
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    expect(sent[0]!.headers).not.toHaveProperty('authorization');
    expect(config.owner).not.toContain(SIGNATURE);
  });

  it('platform and version are segments of that path', async () => {
    const { ask, sent } = sourceOf({ ...SIGNED_IN, platform: 'my-shop', platformVersion: 'v2' });
    await ask();
    expect(sent[0]!.path).toBe('/my-shop/api/v2/auth/token');
  });

  it.each([
    { token: 't' },
    {},
    null,
    [],
    't',
    ...[null, '', {}, ['t'], true, 1.5, 'a b', 'a\r\nX-Evil: 1', 'tökèn'].map((token) => ({
      data: { token },
    })),
    { data: 't' },
    { data: [{ token: 't' }] },
    undefined,
  ])('the reply %j has no token that can be used: a bad response', async (reply) => {
    const { ask } = sourceOf(SIGNED_IN, () => (reply === undefined ? json(undefined, 204) : json(reply)));
    await expect(ask()).rejects.toMatchObject({
      name: 'LoyaltyError',
      code: 'bad_response',
    });
  });

  it('a token longer than 8,192 characters is none', async () => {
    const { ask } = sourceOf(SIGNED_IN, () => json({ data: { token: 'a'.repeat(8_193) } }));
    await expect(ask()).rejects.toMatchObject({ code: 'bad_response' });
  });

  it.each([
    [401, 'forbidden'],
    [403, 'forbidden'],
    [422, 'validation'],
    [429, 'rate_limited'],
    [500, 'bad_response'],
  ])('a %i is %s, asked once', async (status, code) => {
    const { ask, sent } = sourceOf(SIGNED_IN, () => refusal(status));
    await expect(ask()).rejects.toMatchObject({ code, status });
    expect(sent).toHaveLength(1);
  });

  it('the owner contains service and customer', () => {
    const owners = [
      SIGNED_IN,
      { ...SIGNED_IN, customerId: '1002' },
      { ...SIGNED_IN, customerId: 'v1 1001' },
      { ...SIGNED_IN, baseUrl: 'https://api.other.example.com/api' },
      { ...SIGNED_IN, platform: 'other' },
      { ...SIGNED_IN, platformVersion: 'v2' },
    ].map((settings) => sourceOf(settings).config.owner);
    expect(new Set(owners).size).toBe(owners.length);
  });
});

it.each([
  ['a guest', { baseUrl: BASE_URL }],
  ['a session of a proxy that has ended', { proxyUrl: BASE_URL }],
])('%s has none, and sends no request', async (_who, settings) => {
  const { ask, sent } = sourceOf(settings);
  await expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(sent).toEqual([]);
});
