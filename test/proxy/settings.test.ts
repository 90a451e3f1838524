import { describe, expect, it } from 'vitest';
import { createProxy, SettingsError, type LogEntry, type ProxySettings } from '../../src/proxy/index.ts';
import { completeSettingsFrom, settingsFrom, VARIABLES } from '../../src/proxy/settings/environment.ts';
import { readSettings } from '../../src/proxy/settings/read.ts';
import * as catalogue from '../../src/services/contract/endpoints/index.ts';
import { SECRETS, settingsFor } from './support/open-proxy.ts';
import { startTwin } from './support/twin.ts';
import { variablesFor } from './support/process.ts';

const valid = settingsFor('https://api.acme.example.com/api');
const { baseUrl: _, ...withoutAddress } = valid;

/** The message about invalid settings. */
function problemsOf(settings: ProxySettings): readonly string[] {
  try {
    createProxy(settings);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    // No message repeats a secret.
    expect((error as SettingsError).message).not.toContain('canary');
    return (error as SettingsError).problems;
  }
  return [];
}

describe('settings', () => {
  it('start a proxy when they are valid, and result in the same address as those of the client', () => {
    expect(problemsOf(valid)).toEqual([]);
    for (const tenant of ['acme', 'acme.manager.example.com', 'https://acme.manager.example.com/login']) {
      const config = readSettings({ ...withoutAddress, tenant, serviceDomain: 'example.com' });
      expect(config.baseUrl).toBe('https://api.acme.example.com/api');
    }
  });

  it('select the customer’s token where there is a shop secret, else the proxy’s own; all scopes only if set', () => {
    expect(readSettings(valid).upstream).toBe('customer');
    expect(readSettings({ ...valid, shopSecret: undefined }).upstream).toBe('service');
    expect(readSettings(valid).credentials.scopes).not.toContain('*');
  });

  it('have defaults, which each setting replaces', () => {
    const read = ({ loginGridMs, ...more }: Partial<ProxySettings> = {}) =>
      readSettings({ ...valid, loginGridMs, ...more });
    const defaults = read();
    expect(defaults).toMatchObject({
      proofs: [],
      session: 'token',
      pathPrefix: '',
      publicUrl: undefined,
      mapping: undefined,
      paging: {},
      idempotencyHeader: 'Idempotency-Key',
      allow: [],
      events: {},
      fields: {},
      deadlineMs: 10_000,
      sessionLifetimeMs: 3_600_000,
      loginGridMs: 250,
      addressHeader: undefined,
    });
    expect([defaults.now(), defaults.log({} as LogEntry)]).toEqual([expect.any(Number), undefined]);
    const own = {
      session: 'cookie',
      pathPrefix: '/loyalty',
      publicUrl: 'https://shop.example/loyalty',
      idempotencyHeader: 'X-Request-Id',
      deadlineMs: 5_000,
      sessionLifetimeMs: 600_000,
      loginGridMs: 30,
      paging: { number: 'p', size: 's' },
    } as const;
    expect(read(own)).toMatchObject(own);
    expect(read({ addressHeader: 'X-Client' }).addressHeader).toBe('x-client');
    expect(read({ limits: { perAddress: 3 } }).limits).toEqual({ ...defaults.limits, perAddress: 3 });
    expect(read({ tenantFile: {} }).mapping).toBeDefined();
  });

  const { credentials } = valid;
  const wrong: readonly (readonly [what: string, settings: object, diagnostic: RegExp])[] = [
    ['no address', { baseUrl: undefined }, /Set baseUrl, or tenant and serviceDomain/],
    ['http', { baseUrl: 'http://api.acme.example.com/api' }, /baseUrl must be an https address/],
    ['a port', { baseUrl: 'https://api.acme.example.com:8443/api' }, /without a port, not even :443/],
    [
      'the default port',
      { baseUrl: 'https://api.acme.example.com:443/api' },
      /without a port, not even :443/,
    ],
    ['a user name in the address', { baseUrl: 'https://canary@api.acme.example.com/api' }, /baseUrl must be/],
    [
      'a tenant that is a path',
      { baseUrl: undefined, tenant: '../x', serviceDomain: 'example.com' },
      /tenant must be/,
    ],
    [
      'no machine user',
      { credentials: { ...credentials, username: '' } },
      /credentials\.username is missing/,
    ],
    [
      'no client secret',
      { credentials: { ...credentials, clientSecret: '' } },
      /credentials\.clientSecret is missing/,
    ],
    ['no credentials', { credentials: undefined }, /credentials\.clientId is missing/],
    ['no scopes', { credentials: { ...credentials, scopes: [] } }, /credentials\.scopes must list/],
    ['no secret to sign with', { upstream: 'customer', shopSecret: undefined }, /shopSecret is missing/],
    ['an unknown upstream', { upstream: 'both' }, /upstream must be/],
    ['no platform', { platform: '' }, /platform must name/],
    ['a platform with a slash', { platform: 'a/b' }, /platform must name/],
    ['a version with a slash', { platformVersion: '../v1' }, /platformVersion may hold/],
    ['no origins', { origins: [] }, /Set origins/],
    ['every origin', { origins: ['*'] }, /"\*" is not an origin/],
    ['null as origin', { origins: ['null'] }, /is not an origin/],
    ['an origin with a slash', { origins: ['https://shop.example/'] }, /is not an origin/],
    ['an origin over http', { origins: ['http://shop.example'] }, /is not an origin/],
    ['a wildcard in an origin', { origins: ['https://*.shop.example'] }, /is not an origin/],
    ['an origin in capitals', { origins: ['https://Shop.example'] }, /is not an origin/],
    ['an origin with the default port', { origins: ['https://shop.example:443'] }, /is not an origin/],
    ['no directory', { directory: undefined }, /directory is missing/],
    ['a prefix without a slash', { pathPrefix: 'loyalty' }, /pathPrefix must begin/],
    ['a prefix with a slash at the end', { pathPrefix: '/loyalty/' }, /pathPrefix must begin/],
    ['allow with a global endpoint', { allow: [catalogue.addWebhook] }, /POST \/v3\/webhooks is not under/],
    ['allow with undefined', { allow: [undefined] }, /is not under/],
    [
      'a path for an unknown operation',
      { paths: { 'profiles.wallet': '/v3/x' } },
      /paths: profiles\.wallet is no op/,
    ],
    [
      'a path without the profile',
      { paths: { 'profiles.balances.show': '/v3/wallet' } },
      /paths: profiles\.balances\.show needs the parameters/,
    ],
    [
      'a path with dot segments and a query',
      { paths: { 'profiles.balances.show': '/v3/{profile}/../x?y' } },
      /cannot have the path/,
    ],
    ['a limit of 0', { limits: { perAccount: 0 } }, /perAccount must be a whole number/],
    ['a limit of 1.5', { limits: { perAddress: 1.5 } }, /perAddress must be/],
    ['an infinite deadline', { deadlineMs: Infinity }, /deadlineMs must be/],
    ['an invalid header name', { addressHeader: 'a b' }, /addressHeader must be/],
    ['an invalid name of a key header', { idempotencyHeader: 'a b' }, /idempotencyHeader must be/],
    ['a public address over http', { publicUrl: 'http://shop.example/loyalty' }, /publicUrl must be/],
    ['a public address with a slash', { publicUrl: 'https://shop.example/loyalty/' }, /publicUrl must be/],
    ['a public address with a query', { publicUrl: 'https://shop.example/a?b' }, /publicUrl must be/],
    ['a public address that is none', { publicUrl: 'shop' }, /publicUrl must be/],
    ['an unknown kind of session', { session: 'header' }, /session must be/],
    ['an event without a list', { events: { quiz: 'score' } }, /events: "quiz" needs a list/],
    ['an event with a blank', { events: { 'a b': [] } }, /events: "a b" needs a list/],
    ['an event with a wrong field', { events: { quiz: ['a b'] } }, /events: "quiz" needs a list/],
    ['fields of no operation', { fields: { 'none.such': [] } }, /there is no operation none\.such/],
    ['a tenant file that is none', { tenantFile: { lags: 1 } }, /tenantFile: /],
    ['paging beside a tenant file', { tenantFile: {}, paging: {} }, /paging belongs into the tenant file/],
  ];
  it.each(wrong)('are refused with %s', (__, settings, diagnostic) => {
    const problems = problemsOf({ ...valid, ...settings } as ProxySettings);
    expect(problems.join('\n')).toMatch(diagnostic);
  });

  it('are refused with all their problems in one error', () => {
    expect(problemsOf({ ...withoutAddress, origins: [], platform: '' }).length).toBe(3);
  });
});

describe('settings from an environment', () => {
  it('start a proxy when they are valid', () => {
    expect(problemsOf(settingsFrom(variablesFor('https://api.acme.example.com/api')))).toEqual([]);
  });

  it('are refused with every missing variable in an empty environment', () => {
    expect(problemsOf(settingsFrom({})).length).toBeGreaterThan(6);
  });

  it.each([
    ['LOYALTY_BASE_URL', 'http://api.acme.example.com/api', /^LOYALTY_BASE_URL must be/],
    ['LOYALTY_BASE_URL', '', /^Set LOYALTY_BASE_URL, or LOYALTY_TENANT and LOYALTY_SERVICE_DOMAIN/],
    ['LOYALTY_CLIENT_ID', '', /^LOYALTY_CLIENT_ID is missing/],
    ['LOYALTY_CLIENT_SECRET', '', /^LOYALTY_CLIENT_SECRET is missing/],
    ['LOYALTY_USERNAME', '', /^LOYALTY_USERNAME is missing/],
    ['LOYALTY_PASSWORD', '', /^LOYALTY_PASSWORD is missing/],
    ['LOYALTY_SCOPES', '', /^LOYALTY_SCOPES must list/],
    ['LOYALTY_PLATFORM', 'a/b', /^LOYALTY_PLATFORM must name/],
    ['LOYALTY_PLATFORM_VERSION', '../v1', /^LOYALTY_PLATFORM_VERSION may hold/],
    ['LOYALTY_UPSTREAM', 'both', /^LOYALTY_UPSTREAM must be/],
    ['LOYALTY_ORIGINS', '', /^Set LOYALTY_ORIGINS/],
    [
      'LOYALTY_ORIGINS',
      'https://shop.example/',
      /^LOYALTY_ORIGINS: "https:\/\/shop\.example\/" is not an origin/,
    ],
    ['LOYALTY_PATH_PREFIX', 'loyalty', /^LOYALTY_PATH_PREFIX must begin/],
    ['LOYALTY_PATHS', '{"none.such":"/v3/x"}', /^LOYALTY_PATHS: none\.such is no op/],
    ['LOYALTY_EVENTS', '{"quiz":"score"}', /^LOYALTY_EVENTS: "quiz" needs a list of its fields/],
    ['LOYALTY_EVENTS', '{"a b":[]}', /^LOYALTY_EVENTS: "a b" needs a list/],
    ['LOYALTY_ADDRESS_HEADER', 'a b', /^LOYALTY_ADDRESS_HEADER must be/],
    ['PLATFORM_CREATE_URL', 'https://shop.example/create', /^PLATFORM_CREATE_URL needs PLATFORM_LOGIN_URL/],
    ['PLATFORM_CREATE_URL', 'http://shop.example/create', /^PLATFORM_CREATE_URL must be an https address/],
    ['PLATFORM_LOGIN_URL', 'http://shop.example/check', /^PLATFORM_LOGIN_URL must be an https address/],
    [
      'PLATFORM_LOGIN_URL',
      'https://shop.example/check',
      /^Set PLATFORM_LOGIN_URL or DEMO_CUSTOMERS, not both/,
    ],
    ['PLATFORM_AUTHORIZATION', 'Bearer ⚿', /^PLATFORM_AUTHORIZATION must be the value of a header/],
    ['DEMO_CUSTOMERS', '{}', /^DEMO_CUSTOMERS must be a JSON array/],
    ['DEMO_CUSTOMERS', '[{"id":"1","email":"a@example.com"}]', /^DEMO_CUSTOMERS must be a JSON array/],
    ['DEMO_CUSTOMERS', '', /^PLATFORM_LOGIN_URL is missing/],
    ['SHOPIFY_SHOP', 'acme.myshopify.com', /^SHOPIFY_APP_SECRET is missing: SHOPIFY_SHOP needs it/],
    ['SHOPIFY_SHOP', 'shop.example', /^SHOPIFY_SHOP must be the permanent name/],
    ['BIGCOMMERCE_STORE_HASH', 'abc123', /^BIGCOMMERCE_CLIENT_SECRET is missing/],
    ['BIGCOMMERCE_STORE_HASH', 'stores/abc', /^BIGCOMMERCE_STORE_HASH must be/],
    ['OIDC_ISSUER', 'https://id.shop.example/', /^OIDC_JWKS_URL is missing/],
    ['OIDC_JWKS_URL', 'http://id.shop.example/jwks', /^OIDC_JWKS_URL must be an https address/],
    ['OIDC_TOKEN', 'both', /^OIDC_TOKEN must be id or access/],
    ['OIDC_TOKEN', 'id', /^OIDC_TOKEN needs OIDC_ISSUER/],
    ['BIGCOMMERCE_EMAIL_VERIFIED', 'yes', /^BIGCOMMERCE_EMAIL_VERIFIED must be always/],
    ['BIGCOMMERCE_EMAIL_VERIFIED', 'always', /^BIGCOMMERCE_EMAIL_VERIFIED needs BIGCOMMERCE_STORE_HASH/],
    ['OIDC_EMAIL_VERIFIED', 'yes', /^OIDC_EMAIL_VERIFIED must be always/],
    ['OIDC_EMAIL_VERIFIED', 'always', /^OIDC_EMAIL_VERIFIED needs OIDC_ISSUER/],
    ['OIDC_NONCE_COOKIE', 'a b', /^OIDC_NONCE_COOKIE must be the name of a cookie/],
    ['PLATFORM_SESSION_URL', 'http://shop.example/me', /^PLATFORM_SESSION_URL must be an https address/],
    [
      'PLATFORM_SESSION_URL',
      'https://shop.example/me',
      /^PLATFORM_SESSION_URL needs PLATFORM_SESSION_COOKIES/,
    ],
    ['PLATFORM_SESSION_COOKIES', 'a b', /^PLATFORM_SESSION_COOKIES must be names/],
    ['PLATFORM_SESSION_HEADER', 'a b', /^PLATFORM_SESSION_HEADER must be the name of a header/],
    ['LOYALTY_STORAGE_PREFIX', 'acme staging', /^LOYALTY_STORAGE_PREFIX must have up to 100 letters/],
    ['PLATFORM_CODE_URL', 'https://shop.example/x', /^PLATFORM_CODE_URL needs PLATFORM_CUSTOMER_URL/],
    ['PLATFORM_CUSTOMER_URL', 'http://shop.example/x', /^PLATFORM_CUSTOMER_URL must be an https address/],
  ])('are refused with the name of the variable: %s=%s', (name, value, diagnostic) => {
    const environment = { ...variablesFor('https://api.acme.example.com/api'), [name]: value };
    const problems = (() => {
      try {
        completeSettingsFrom(environment);
        return [];
      } catch (error) {
        return (error as SettingsError).problems;
      }
    })();
    expect(problems.filter((problem) => diagnostic.test(problem))).toHaveLength(1);
  });

  it('do not let every e-mail count as verified where it is the customer id', () => {
    const openid = {
      ...variablesFor('https://api.acme.example.com/api'),
      OIDC_ISSUER: 'https://id.shop.example/',
      OIDC_AUDIENCE: 'x',
      OIDC_JWKS_URL: 'https://id.shop.example/jwks.json',
    };
    const always = { ...openid, OIDC_EMAIL_VERIFIED: 'always' };
    expect(() => completeSettingsFrom({ ...always, OIDC_CUSTOMER_CLAIM: 'email' })).toThrow(
      /OIDC_EMAIL_VERIFIED cannot be always where OIDC_CUSTOMER_CLAIM is email/,
    );
    expect(completeSettingsFrom({ ...openid, OIDC_CUSTOMER_CLAIM: 'email' }).proofs).toHaveLength(1);
    const logged = (environment: object) => {
      const log: LogEntry[] = [];
      createProxy({ ...completeSettingsFrom({ ...environment }), log: (entry) => log.push(entry) });
      return log.filter(({ event }) => event === 'weak_proof');
    };
    expect(logged(always)).toEqual([
      {
        level: 'warn',
        event: 'weak_proof',
        diagnostic: expect.stringContaining('OIDC_EMAIL_VERIFIED=always'),
      },
    ]);
    expect(logged(openid)).toEqual([]);
  });

  it('turn on each proof, without a directory', () => {
    const { DEMO_CUSTOMERS: __, ...environment } = variablesFor('https://api.acme.example.com/api');
    const settings = completeSettingsFrom({
      ...environment,
      SHOPIFY_SHOP: 'acme.myshopify.com',
      SHOPIFY_APP_SECRET: 'x',
      BIGCOMMERCE_STORE_HASH: 'abc123',
      BIGCOMMERCE_CLIENT_ID: 'x',
      BIGCOMMERCE_CLIENT_SECRET: 'x',
      OIDC_ISSUER: 'https://id.shop.example/',
      OIDC_AUDIENCE: 'x',
      OIDC_JWKS_URL: 'https://id.shop.example/jwks.json',
      PLATFORM_SESSION_URL: 'https://shop.example/me',
      PLATFORM_SESSION_COOKIES: 'sid, region',
    });
    expect(settings.proofs).toHaveLength(4);
    expect(settings.directory).toBeUndefined();
    expect(problemsOf(settings)).toEqual([]);
  });

  it('are refused without repeating a value that cannot be parsed', () => {
    for (const name of ['PLATFORM_LOGIN_URL', 'DEMO_CUSTOMERS', 'LOYALTY_PATHS']) {
      const broken = () => settingsFrom({ ...variablesFor('https://a.example'), [name]: SECRETS.password });
      expect(broken).toThrow(SettingsError);
      expect(broken).toThrow(expect.objectContaining({ message: expect.not.stringContaining('canary') }));
    }
  });

  it('contain the paths of a tenant', () => {
    const paths = { 'profiles.balances.show': '/v3/wallet/{profile}' };
    const environment = variablesFor('https://api.acme.example.com/api');
    expect(settingsFrom({ ...environment, LOYALTY_PATHS: JSON.stringify(paths) }).paths).toEqual(paths);
    for (const other of ['null', '[1]', '"x"', '5'])
      expect(() => problemsOf(settingsFrom({ ...environment, LOYALTY_PATHS: other }))).not.toThrow();
  });

  it('set the prefix of the keys in Upstash', async () => {
    const commands: string[] = [];
    const server = await startTwin(async (request) => {
      commands.push(await request.text());
      return Response.json({ result: null });
    });
    const { storage } = settingsFrom({
      ...variablesFor('https://api.acme.example.com/api'),
      UPSTASH_REDIS_REST_URL: server.url,
      UPSTASH_REDIS_REST_TOKEN: 'x',
      LOYALTY_STORAGE_PREFIX: 'acme-staging:',
    });
    await storage!.texts.get('a');
    expect(commands).toEqual(['["GET","acme-staging:a"]']);
    await server.stop();
  });

  it('each have an explanation', () => {
    for (const name of Object.keys(variablesFor('x')))
      if (name !== 'PORT') expect(VARIABLES[name]).toMatch(/\w/);
  });
});
