import { describe, expect, it, vi } from 'vitest';
import { brands, createClient, profileBalances, type ClientSettings } from '../../src/client/index.ts';
import { listen } from './support/listening.ts';

const idUrl = 'https://api.acme.example.com/api';
const empty = () => Promise.resolve(Response.json({ data: [] }));

describe('settings', () => {
  it.each<[string, ClientSettings]>([
    ['http', { idUrl: 'http://api.acme.example.com/api' }],
    ['a port', { idUrl: 'https://api.acme.example.com:8443/api' }],
    ['the port that https has anyway', { idUrl: 'https://api.acme.example.com:443/api' }],
    ['no address', {}],
    ['two addresses', { idUrl, baseUrl: 'https://api.other.example.com/api' }],
    ['a tenant that is none', { tenant: 'localhost', serviceDomain: 'example.com' }],
    ['token and credentials', { idUrl, token: 't', credentials: {} as never }],
    ['a batch of no records', { idUrl, token: 't', batches: { records: 0 } }],
    ['a header with a blank', { idUrl, token: 't', idempotencyHeader: 'Request Id' }],
    ['several languages', { idUrl, token: 't', language: 'de, en' }],
    ['a token with a line break', { idUrl, token: 'a\nb' }],
  ])('are refused before anything is sent: %s', (_, settings) => {
    const fetch = vi.fn(empty);
    expect(() => createClient({ ...settings, fetch })).toThrow(
      expect.objectContaining({ code: 'invalid_config' }),
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  it('derive the address from tenant and domain, with its /api', async () => {
    const fetch = vi.fn(empty);
    const tenant = 'https://acme.manager.example.com/x';
    await createClient({ tenant, serviceDomain: 'example.com', token: 't', fetch }).call(brands);
    expect(fetch).toHaveBeenCalledWith('https://api.acme.example.com/api/v3/brands', expect.anything());
  });

  it('take an empty address as none', async () => {
    const fetch = vi.fn(empty);
    const tenant = { tenant: 'acme', serviceDomain: 'example.com' };
    await createClient({ idUrl: '', ...tenant, token: 't', fetch }).call(brands);
    expect(fetch).toHaveBeenCalledWith(`${idUrl}/v3/brands`, expect.anything());
    expect(() => createClient({ idUrl: '', fetch })).toThrow('Set idUrl');
  });

  it('accept idUrl, token and logging, each optional', async () => {
    const fetch = vi.fn(empty);
    await createClient({ idUrl: `${idUrl}/`, token: 't', fetch }).call(brands);
    await createClient({ baseUrl: idUrl, token: 't', logging: false, fetch }).call(brands);
    expect(fetch.mock.calls.map(([url]: unknown[]) => url)).toEqual([
      `${idUrl}/v3/brands`,
      `${idUrl}/v3/brands`,
    ]);
  });

  it('send the language, and none that is not set', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: [] } }));
    await createClient({ baseUrl, token: 't', language: 'de-AT' }).call(brands);
    await createClient({ baseUrl, token: 't' }).call(brands);
    const sent = received.map(({ headers }) =>
      headers.filter(([name]) => name.toLowerCase() === 'accept-language').map(([, value]) => value),
    );
    expect(sent).toEqual([['de-AT'], ['*']]); // fetch itself sends the second one
  });

  it('log method, path, status and time when logging is on, and nothing secret', async () => {
    const { baseUrl } = await listen(() => ({ body: { data: [] } }));
    const console = { info: vi.fn(), warn: vi.fn() };
    const query = { email: 'ann@example.com' };
    await createClient({ baseUrl, token: 'secret-token', logging: true, console }).call(brands, { query });
    expect(console.info.mock.calls).toEqual([
      [expect.stringMatching(/^loyalty-elements: GET \/api\/v3\/brands 200 \d+ ms$/)],
    ]);
    const quiet = { info: vi.fn(), warn: vi.fn() };
    await createClient({ baseUrl, token: 'secret-token', console: quiet }).call(brands);
    expect(quiet.info).not.toHaveBeenCalled();
    expect(quiet.warn).not.toHaveBeenCalled();
  });
});

describe('a path that differs for a tenant', () => {
  it('is set in one place, by operation id', async () => {
    const { baseUrl, received } = await listen(() => ({ body: { data: {} } }));
    const paths = { 'profiles.balances.show': '/v3/wallets/{profile}' } as const;
    const client = createClient({ baseUrl, token: 't', paths });
    await client.call(profileBalances, { profile: 'a b' });
    await client.operation('profiles.balances.show')({ profile: 'c' });
    expect(received.map(({ url }) => url)).toEqual(['/api/v3/wallets/a%20b', '/api/v3/wallets/c']);
  });

  it.each([
    [{ 'profiles.balances.show': '/v3/wallets/{id}' }, 'needs the parameters'],
    [{ 'profiles.balances.show': '/v3/wallets' }, 'needs the parameters'],
    [{ 'profiles.balances.show': 'https://evil.example.com/{profile}' }, 'cannot have the path'],
    [{ 'profiles.balances.show': '//evil.example.com/{profile}' }, 'cannot have the path'],
    [{ 'profiles.balances.show': '/v3/../{profile}' }, 'cannot have the path'],
    [{ 'profiles.balances.show': '/v3/{profile}?x=1' }, 'cannot have the path'],
    [{ 'profiles.wallet.show': '/v3/{profile}' }, 'is no operation'],
  ])('is refused when it cannot be: %j', (paths, why) => {
    expect(() => createClient({ idUrl, token: 't', paths: paths as never })).toThrow(why);
  });
});
