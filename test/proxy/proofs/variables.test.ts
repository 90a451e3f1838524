import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PROOF_VARIABLES,
  proofProblems,
  proofsFrom,
} from '../../../src/proxy/settings/proofs-environment.ts';
import { SECRET, sign as bigcommerceToken } from '../support/bigcommerce-tokens.ts';
import { SHOPIFY, signedQuery } from '../support/shopify-queries.ts';
import { listen, type Twin } from '../support/twin.ts';

type Values = Readonly<Record<string, string>>;

/** A shop with a session of its own, and an OpenID provider. */
let server: Twin;
let sent: { cookie: string | undefined; header: unknown }[] = [];
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  const published = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] };
  server = await listen(({ url, headers }, response) => {
    sent.push({ cookie: headers.cookie, header: headers['x-session'] });
    const customer = { customer: { id: '1001', email: 'ann@example.com', first_name: '', last_name: '' } };
    response.end(JSON.stringify(url === '/keys' ? published : customer));
  });
});
afterAll(() => server.stop());

const SHOP = { SHOPIFY_SHOP: SHOPIFY.shop, SHOPIFY_APP_SECRET: SHOPIFY.secret };
const STORE = {
  BIGCOMMERCE_STORE_HASH: 'abc123',
  BIGCOMMERCE_CLIENT_ID: 'client-1',
  BIGCOMMERCE_CLIENT_SECRET: SECRET,
};
const openid = (more: Values = {}): Values => ({
  OIDC_ISSUER: 'https://id.shop.example/',
  OIDC_AUDIENCE: 'shop-page',
  OIDC_JWKS_URL: `${server.url}/keys`,
  ...more,
});
const session = (more: Values = {}): Values => ({ PLATFORM_SESSION_URL: `${server.url}/me`, ...more });

const problemsOf = (values: Values): string[] => [...proofProblems((name) => values[name])];
const proofOf = (values: Values) => {
  const proofs = proofsFrom(
    (name) => values[name],
    (by) => Promise.resolve({ id: '', email: 'found@example.com', firstName: '', lastName: '', ...by }),
  );
  expect(proofs).toHaveLength(1);
  return proofs[0]!;
};
const verify = (values: Values, headers: Record<string, string>, query = '') =>
  proofOf(values).verify({
    headers: new Headers(headers),
    query,
    signsIn: true,
    signal: new AbortController().signal,
  });
const idToken = (claims: object = {}) =>
  new SignJWT({ email: 'ann@example.com', customer: 'customer-7', nonce: 'n-1', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer('https://id.shop.example/')
    .setAudience('shop-page')
    .setSubject('subject-7')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keys.privateKey);
const openidCustomer = async (more: Values, headers: Record<string, string> = {}) =>
  verify(openid(more), { ...headers, Authorization: `Bearer ${await idToken()}` });

describe('variables of the proofs', () => {
  it('are these', () => {
    expect(Object.values(PROOF_VARIABLES).every((about) => about?.length > 10)).toBe(true);
    expect(Object.keys(PROOF_VARIABLES).sort()).toEqual([
      'BIGCOMMERCE_CLIENT_ID',
      'BIGCOMMERCE_CLIENT_SECRET',
      'BIGCOMMERCE_EMAIL_VERIFIED',
      'BIGCOMMERCE_STORE_HASH',
      'OIDC_AUDIENCE',
      'OIDC_CUSTOMER_CLAIM',
      'OIDC_EMAIL_VERIFIED',
      'OIDC_ISSUER',
      'OIDC_JWKS_URL',
      'OIDC_NONCE_COOKIE',
      'OIDC_TOKEN',
      'PLATFORM_SESSION_COOKIES',
      'PLATFORM_SESSION_HEADER',
      'PLATFORM_SESSION_URL',
      'SHOPIFY_APP_SECRET',
      'SHOPIFY_SHOP',
    ]);
  });

  it('have no problem and turn on no proof where none is set', () => {
    expect(problemsOf({})).toEqual([]);
    expect(proofsFrom(() => undefined, undefined)).toEqual([]);
  });

  it.each<[string, Values]>([
    ['Shopify', SHOP],
    ['BigCommerce', STORE],
    ['OpenID', { OIDC_ISSUER: 'i', OIDC_AUDIENCE: 'a', OIDC_JWKS_URL: 'https://id.shop.example/keys' }],
  ])('of %s are needed together, and all missing ones are named', (_, values) => {
    const names = Object.keys(values);
    for (const [name, value] of Object.entries(values)) {
      const missing = names.filter((other) => other !== name);
      expect(problemsOf({ [name]: value })).toEqual(
        missing.map((other) => `${other} is missing: ${name} needs it.`),
      );
      expect(proofsFrom((one) => (one === name ? undefined : values[one]), undefined)).toEqual([]);
    }
    expect(problemsOf(values)).toEqual([]);
  });

  it.each([
    ['BIGCOMMERCE_EMAIL_VERIFIED', 'claimed', 'BIGCOMMERCE_STORE_HASH'],
    ['OIDC_TOKEN', 'id', 'OIDC_ISSUER'],
    ['OIDC_CUSTOMER_CLAIM', 'sub', 'OIDC_ISSUER'],
    ['OIDC_EMAIL_VERIFIED', 'claimed', 'OIDC_ISSUER'],
    ['OIDC_NONCE_COOKIE', 'nonce', 'OIDC_ISSUER'],
    ['PLATFORM_SESSION_COOKIES', 'sid', 'PLATFORM_SESSION_URL'],
    ['PLATFORM_SESSION_HEADER', 'Authorization', 'PLATFORM_SESSION_URL'],
  ])('that change a proof need the one that turns it on: %s', (name, value, needed) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} needs ${needed}.`]);
  });

  it.each<[name: string, valid: readonly string[], invalid: readonly string[]]>([
    ['SHOPIFY_SHOP', ['acme.myshopify.com'], ['shop.example', 'https://acme.myshopify.com']],
    ['BIGCOMMERCE_STORE_HASH', ['abc123'], ['/abc', 'abc/', 'ABC']],
    ['BIGCOMMERCE_EMAIL_VERIFIED', ['always', 'claimed'], ['yes']],
    ['OIDC_JWKS_URL', ['https://id.shop.example/keys'], ['http://id.shop.example/keys']],
    ['OIDC_TOKEN', ['id', 'access'], ['both']],
    ['OIDC_EMAIL_VERIFIED', ['always', 'claimed'], ['yes']],
    ['OIDC_NONCE_COOKIE', ['__Host-nonce', 'a.b!'], ['a b', ' a', 'a=']],
    ['PLATFORM_SESSION_URL', ['https://shop.example/me'], ['http://shop.example/me']],
    ['PLATFORM_SESSION_COOKIES', ['sid', 'sid,region', 'sid ,  region,'], ['sid region', 'sid, a=']],
    ['PLATFORM_SESSION_HEADER', ['Authorization'], ['a b']],
  ])('have a format: %s', (name, valid, invalid) => {
    const isRefused = (value: string) =>
      problemsOf({ [name]: value }).some((problem) => problem.startsWith(`${name} must be`));
    expect(valid.filter(isRefused)).toEqual([]);
    expect(invalid.filter((value) => !isRefused(value))).toEqual([]);
  });

  it('of OpenID exclude each other: a nonce and access tokens, every address and the address as the id', () => {
    expect(problemsOf(openid({ OIDC_NONCE_COOKIE: 'nonce', OIDC_TOKEN: 'access' }))).toEqual([
      expect.stringMatching(/^OIDC_NONCE_COOKIE needs OIDC_TOKEN=id/),
    ]);
    expect(problemsOf(openid({ OIDC_EMAIL_VERIFIED: 'always', OIDC_CUSTOMER_CLAIM: 'email' }))).toEqual([
      expect.stringMatching(/^OIDC_EMAIL_VERIFIED cannot be always/),
    ]);
    const valid = [
      openid({ OIDC_NONCE_COOKIE: 'nonce', OIDC_TOKEN: 'id' }),
      openid({ OIDC_TOKEN: 'access' }),
      openid({ OIDC_EMAIL_VERIFIED: 'always', OIDC_CUSTOMER_CLAIM: 'sub' }),
      openid({ OIDC_CUSTOMER_CLAIM: 'email' }),
    ];
    expect(valid.flatMap(problemsOf)).toEqual([]);
  });

  it('of a session name what is passed on', () => {
    expect(problemsOf(session())).toEqual([
      expect.stringMatching(/^PLATFORM_SESSION_URL needs PLATFORM_SESSION_COOKIES or/),
    ]);
    expect(problemsOf(session({ PLATFORM_SESSION_COOKIES: 'sid' }))).toEqual([]);
    expect(problemsOf(session({ PLATFORM_SESSION_HEADER: 'Authorization' }))).toEqual([]);
  });
});

describe('proofs that variables turn on', () => {
  it('Shopify: checks the shop and its secret, and finds the customer', async () => {
    const now = String(Math.floor(Date.now() / 1_000));
    const customer = await verify(SHOP, {}, signedQuery({ timestamp: now }));
    expect(customer).toMatchObject({ id: '1001', email: 'found@example.com' });
  });

  it('BigCommerce: checks store, app and secret, and knows whether every address counts', async () => {
    const iat = Math.floor(Date.now() / 1_000);
    const headers = { Authorization: `Bearer ${await bigcommerceToken({ iat, exp: iat + 900 })}` };
    expect(await verify(STORE, headers)).toMatchObject({ id: '4927', email: '' });
    const always = { ...STORE, BIGCOMMERCE_EMAIL_VERIFIED: 'always' };
    expect(await verify(always, headers)).toMatchObject({ id: '4927', email: 'ann@example.com' });
  });

  it('OpenID: checks issuer, audience and keys, and has the variables that change it', async () => {
    expect(await openidCustomer({})).toMatchObject({ id: 'subject-7', email: '', once: {} });
    expect(await openidCustomer({ OIDC_CUSTOMER_CLAIM: 'customer' })).toMatchObject({ id: 'customer-7' });
    expect(await openidCustomer({ OIDC_EMAIL_VERIFIED: 'always' })).toMatchObject({
      email: 'ann@example.com',
    });
    expect(await openidCustomer({ OIDC_TOKEN: 'access' })).not.toHaveProperty('once');
    const nonce = { OIDC_NONCE_COOKIE: 'nonce' };
    expect(await openidCustomer(nonce, { Cookie: 'nonce=n-1' })).toMatchObject({ id: 'subject-7' });
    await expect(openidCustomer(nonce)).rejects.toThrow();
  });

  it('own session: passes on the cookies and the header', async () => {
    const values = session({
      PLATFORM_SESSION_COOKIES: 'sid ,region,',
      PLATFORM_SESSION_HEADER: 'X-Session',
    });
    sent = [];
    const headers = { Cookie: 'sid=a; region=eu; other=1', 'X-Session': 'h' };
    expect(await verify(values, headers)).toMatchObject({ id: '1001' });
    expect(await verify(session({ PLATFORM_SESSION_HEADER: 'X-Session' }), headers)).toMatchObject({
      id: '1001',
    });
    expect(sent).toEqual([
      { cookie: 'sid=a; region=eu', header: 'h' },
      { cookie: undefined, header: 'h' },
    ]);
  });
});
