import { describe, expect, it } from 'vitest';
import { readConfig, type LoyaltySettings } from '../../../src/services/config.ts';
import { createHttp } from '../../../src/services/http.ts';
import { tokenSource } from '../../../src/services/tokens/source.ts';
import { BASE_URL, json, refusal, scriptedFetch } from '../../support/client-fetch.ts';
import { SIGNATURE, SIGNED_IN, TOKEN_PATH } from '../../support/client-programme.ts';

function sourceOf(settings: LoyaltySettings, answer: () => Response = () => json({ data: { token: 't1' } })) {
  const { fetch, sent } = scriptedFetch(answer);
  return { source: tokenSource(readConfig(settings), createHttp(fetch)), sent };
}

describe('a signed customer', () => {
  it('R90 R10 D8 posts id and signature as JSON, without a bearer token, and in the body alone', async () => {
    const { source, sent } = sourceOf(SIGNED_IN);
    expect(await source.fetch(undefined)).toBe('t1');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      ...{ method: 'POST', url: BASE_URL + TOKEN_PATH, body: { id: '1001', signature: SIGNATURE } },
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    expect(sent[0]!.headers).not.toHaveProperty('authorization');
    expect(source.owner).not.toContain(SIGNATURE);
  });

  it('R118 platform and version are segments of that path', async () => {
    const { source, sent } = sourceOf({ ...SIGNED_IN, platform: 'my-shop', platformVersion: 'v2' });
    await source.fetch(undefined);
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
  ])('R91 the reply %j has no token that can be used: a bad response', async (reply) => {
    const { source } = sourceOf(SIGNED_IN, () => (reply === undefined ? json(undefined, 204) : json(reply)));
    await expect(source.fetch(undefined)).rejects.toMatchObject({
      name: 'LoyaltyError',
      code: 'bad_response',
    });
  });

  it('R91 a token longer than 8,192 characters is none', async () => {
    const { source } = sourceOf(SIGNED_IN, () => json({ data: { token: 'a'.repeat(8_193) } }));
    await expect(source.fetch(undefined)).rejects.toMatchObject({ code: 'bad_response' });
  });

  it.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [422, 'validation'],
    [429, 'rate_limited'],
    [500, 'bad_response'],
  ])('a %i is %s, asked once', async (status, code) => {
    const { source, sent } = sourceOf(SIGNED_IN, () => refusal(status));
    await expect(source.fetch(undefined)).rejects.toMatchObject({ code, status });
    expect(sent).toHaveLength(1);
  });

  it('R92 every part of who is asked, and for whom, is in the owner', () => {
    const owners = [
      SIGNED_IN,
      { ...SIGNED_IN, customerId: '1002' },
      { ...SIGNED_IN, customerId: 'v1 1001' },
      { ...SIGNED_IN, baseUrl: 'https://api.other.example.com/api' },
      { ...SIGNED_IN, platform: 'other' },
      { ...SIGNED_IN, platformVersion: 'v2' },
    ].map((settings) => sourceOf(settings).source.owner);
    expect(new Set(owners).size).toBe(owners.length);
  });
});

describe('a given token', () => {
  it('R79 is used without a request, and kept by nobody', async () => {
    const { source, sent } = sourceOf({ baseUrl: BASE_URL, token: 'given' });
    expect([await source.fetch(undefined), await source.fetch('another')]).toEqual(['given', 'given']);
    expect([source.owner, sent.length]).toEqual([undefined, 0]);
  });

  it('R86 is never renewed once it was rejected', async () => {
    const { source, sent } = sourceOf({ ...SIGNED_IN, token: 'given' });
    await expect(source.fetch('given')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(sent).toEqual([]);
  });
});

it.each([
  ['a guest', { baseUrl: BASE_URL }, 'unauthenticated'],
  ['wrong settings', { ...SIGNED_IN, signature: 's3cret' }, 'invalid_config'],
])('%s has none, and asks nobody', async (_who, settings, code) => {
  const { source, sent } = sourceOf(settings);
  await expect(source.fetch(undefined)).rejects.toMatchObject({ code });
  expect([source.owner, sent.length]).toEqual([undefined, 0]);
});
