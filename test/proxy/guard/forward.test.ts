import { beforeEach, describe, expect, it } from 'vitest';
import { createFieldTable } from '../../../src/proxy/allow-list/fields.ts';
import { createMatcher } from '../../../src/proxy/allow-list/matcher.ts';
import { allowedEndpoints, CATALOGUE } from '../../../src/proxy/allow-list/allow-list.ts';
import { forward, wrongMethod } from '../../../src/proxy/routes/forward.ts';
import { readSettings } from '../../../src/proxy/settings/read.ts';
import type { Dependencies } from '../../../src/proxy/dependencies.ts';
import { createSessions } from '../../../src/proxy/storage/sessions.ts';
import type { UpstreamRequest } from '../../../src/proxy/upstream/exchange.ts';
import { readTarget } from '../../../src/proxy/guard/target.ts';
import { settingsFor } from '../support/open-proxy.ts';

// The route alone, without the guards before it: the target, the session and the service are given.

const signal = new AbortController().signal;
const sent: UpstreamRequest[] = [];
beforeEach(() => void sent.splice(0));

function dependenciesFor(baseUrl: string) {
  const config = readSettings(settingsFor(baseUrl));
  const allowed = allowedEndpoints();
  return {
    config,
    match: createMatcher(CATALOGUE, new Set(allowed)),
    fieldsOf: createFieldTable(allowed, {}),
    reportPaging: () => {},
    sessions: createSessions({
      texts: config.storage.texts,
      shop: config.shop,
      lifetimeMs: 3_600_000,
      now: Date.now,
    }),
    tokenOf: () => ({ get: async () => 'token-of-the-service', reject: () => {} }),
    exchange: async (request: UpstreamRequest) => {
      sent.push(request);
      const headers = new Headers({ 'Content-Type': 'application/json' });
      return { status: 200, headers, bytes: new TextEncoder().encode('{"data":{}}') };
    },
  } as unknown as Dependencies;
}
const dependencies = dependenciesFor('https://api.acme.example.com/api');

interface TestRequest {
  readonly method?: string;
  readonly profileId?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly using?: Dependencies;
}

/** Requests `segments` with a session of `profileId`; returns the status. */
async function ask(
  segments: readonly string[],
  {
    method = 'GET',
    profileId = 'profile-1',
    query = '',
    headers = {},
    body,
    using = dependencies,
  }: TestRequest = {},
): Promise<number> {
  const { token } = await using.sessions.open({ profileId, customerId: '1', names: [profileId, '1'] });
  const request = {
    method,
    url: 'https://proxy.example/',
    headers: new Headers({ Authorization: `Bearer ${token}`, ...headers }),
    body: body === undefined ? null : new Blob([body]).stream(),
  } as Request;
  return forward(using, { request, signal, address: '', clientAddress: '' }, { segments, query }).then(
    ({ status }) => status,
    (refusal: { status: number }) => refusal.status,
  );
}
const OWN = ['v3', 'profiles', 'profile-1'];
const JSON_HEADERS = { 'Content-Type': 'application/json' };

describe('forward', () => {
  it('forwards the request with its query, a token of the service and the known headers', async () => {
    const headers = {
      'Accept-Language': 'nl, en;q=0.5',
      'Idempotency-Key': 'key-1',
      Cookie: 'a=b',
      'X-Forwarded-For': '1.1.1.1',
      Accept: 'text/html',
    };
    expect(await ask([...OWN, 'redemptions'], { query: '?sort=-id', headers })).toBe(200);
    expect(sent).toEqual([
      {
        method: 'GET',
        url: 'https://api.acme.example.com/api/v3/profiles/profile-1/redemptions?sort=-id',
        headers: {
          Accept: 'application/json',
          'Accept-Language': 'nl, en;q=0.5',
          Authorization: 'Bearer token-of-the-service',
          'Idempotency-Key': 'key-1',
        },
        body: undefined,
        signal,
      },
    ]);
  });

  it('forwards a body unchanged, as JSON', async () => {
    const sentBody = { method: 'POST', headers: JSON_HEADERS, body: ' {"name": "x"}' };
    expect(await ask([...OWN, 'lists'], sentBody)).toBe(200);
    expect(sent[0]).toMatchObject({
      body: ' {"name": "x"}',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    });
    expect(await ask([...OWN, 'lists', 'w'], { method: 'DELETE' })).toBe(200);
    expect(sent[1]?.headers).not.toHaveProperty('Content-Type');
  });

  it.each([
    ['an unknown path', ['v3', 'unknown'], 'GET', 404],
    ['a method that the path does not take', [...OWN, 'balances'], 'PUT', 405],
    ['another profile', ['v3', 'profiles', 'profile-2', 'balances'], 'GET', 404],
  ] as const)('refuses %s', async (_, segments, method, status) => {
    expect(await ask(segments, { method })).toBe(status);
    expect(sent).toEqual([]);
  });

  it('requests the own profile for a search by an identifier of the session, and refuses other identifiers', async () => {
    const search = (name: string) => ask(['v3', 'identities', 'search-profile', name]);
    expect([await search('1'), await search('profile-1'), await search('2'), await search('')]).toEqual([
      200, 200, 404, 404,
    ]);
    expect(sent.map(({ url }) => url)).toEqual(
      Array(2).fill('https://api.acme.example.com/api/v3/profiles/profile-1'),
    );
  });

  it.each([
    ['a field of the query that the endpoint does not take', { query: '?x=1' }, 400],
    ['a GET with a body', { headers: { 'Content-Length': '2' } }, 400],
    ['a GET with a body of unknown length', { headers: { 'Transfer-Encoding': 'chunked' } }, 400],
    ['an idempotency key with a line break', { headers: { 'Idempotency-Key': 'a b' } }, 400],
    ['an idempotency key that is too long', { headers: { 'Idempotency-Key': 'a'.repeat(256) } }, 400],
    ['no session', { headers: { Authorization: `Bearer ${'a'.repeat(43)}` } }, 401],
  ])('refuses %s', async (_, asked, status) => {
    expect(await ask([...OWN, 'redemptions'], asked)).toBe(status);
    expect(sent).toEqual([]);
  });

  it.each([
    ['a field that the endpoint does not take', '{"other":1}', 400],
    ['text that is not JSON', '{', 400],
  ])('refuses a body with %s', async (_, body, status) => {
    expect(await ask([...OWN, 'lists'], { method: 'POST', headers: JSON_HEADERS, body })).toBe(status);
    expect(sent).toEqual([]);
  });

  it('answers with the methods that a path takes', () => {
    expect(wrongMethod(['GET', 'PUT'])).toMatchObject({
      status: 405,
      details: { headers: { Allow: 'GET, PUT' } },
    });
  });

  it('adds no header that the request does not have', async () => {
    expect(await ask([...OWN, 'balances'])).toBe(200);
    expect(sent[0]?.headers).toEqual({
      Accept: 'application/json',
      Authorization: 'Bearer token-of-the-service',
    });
  });

  it('accepts a GET whose length is 0', async () => {
    expect(await ask([...OWN, 'balances'], { headers: { 'Content-Length': '0' } })).toBe(200);
    expect(sent[0]?.body).toBeUndefined();
  });

  it.each(['', 'a\u00e9', 'x'.repeat(201), '<script>', 'nl, en; q=0.5\t'])(
    'drops the Accept-Language %j',
    async (language) => {
      expect(await ask([...OWN, 'balances'], { headers: { 'Accept-Language': language } })).toBe(200);
      if (language.trim() !== 'nl, en; q=0.5') expect(sent[0]?.headers).not.toHaveProperty('Accept-Language');
    },
  );

  it.each([
    ['the profile’s id', ['v3', 'profiles', '..', 'balances'], '..'],
    ['the profile’s id, once', ['v3', 'profiles', '.', 'balances'], '.'],
    ['another parameter', [...OWN, 'lists', '..', 'items'], 'profile-1'],
  ])('refuses a dot segment in %s that no earlier guard refused', async (_, segments, profileId) => {
    expect(await ask(segments, { profileId })).toBe(404);
    expect(sent).toEqual([]);
    // The guard before it refuses this, too.
    expect(readTarget(`/${segments.join('/')}`)).toBeUndefined();
  });

  it('twin: without the check `fetch` requests another path than the allowed one', () => {
    const path = '/v3/profiles/{profile}/balances'.replace('{profile}', encodeURIComponent('..'));
    const url = dependencies.config.baseUrl + path;
    expect(new URL(url).pathname).toBe('/api/v3/balances');
  });

  it('accepts a base address in capitals', async () => {
    const using = dependenciesFor('https://API.Acme.Example.com/Api');
    expect(await ask([...OWN, 'balances'], { using })).toBe(200);
    expect(sent[0]?.url).toBe('https://API.Acme.Example.com/Api/v3/profiles/profile-1/balances');
  });
});
