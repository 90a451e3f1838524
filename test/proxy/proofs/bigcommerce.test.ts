import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import { bigcommerceProof, ProofRefused, signCustomerId } from '../../../src/proxy/index.ts';
import { exampleWith, runExample } from '../../docs/support/examples.ts';

const SECRET = 'a client secret of the app, 32+ bytes';
const NOW = Date.now();
const seconds = Math.floor(NOW / 1_000);
const signal = new AbortController().signal;

/** As the platform documents the token. */
const CLAIMS = {
  customer: { id: 4927, email: 'ann@example.com', group_id: '6' },
  iss: 'bc/apps',
  sub: 'abc123',
  iat: seconds - 10,
  exp: seconds + 890,
  version: 1,
  aud: 'client-1',
  application_id: 'client-1',
  store_hash: 'abc123',
  operation: 'current_customer',
};
const sign = (over: object = {}, secret = SECRET, alg = 'HS256') =>
  new SignJWT({ ...CLAIMS, ...over } as JWTPayload)
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
const verify = (token: string, scheme = 'Bearer ') =>
  bigcommerceProof({
    storeHash: 'abc123',
    clientId: 'client-1',
    clientSecret: SECRET,
    now: () => NOW,
  }).verify({ headers: new Headers({ Authorization: scheme + token }), query: '', signsIn: true, signal });

const attacks: readonly (readonly [what: string, token: () => Promise<string> | string])[] = [
  ['another secret', () => sign({}, 'another secret of another app, 32 bytes')],
  ['another audience', () => sign({ aud: 'client-2' })],
  ['no audience', () => sign({ aud: undefined })],
  ['another store', () => sign({ sub: 'other1' })],
  ['another operation', () => sign({ operation: 'control_panel' })],
  ['no operation', () => sign({ operation: undefined })],
  ['an expired token', () => sign({ exp: seconds - 31 })],
  ['a token without an end', () => sign({ exp: undefined })],
  ['a token of the future', () => sign({ iat: seconds + 90 })],
  ['a token that begins later', () => sign({ nbf: seconds + 90 })],
  ['a guest', () => sign({ customer: { id: 0, email: '' } })],
  ['no customer', () => sign({ customer: undefined })],
  ['a customer id that is an object', () => sign({ customer: { id: { $ne: 1 } } })],
  ['alg none', () => new UnsecuredJWT(CLAIMS as unknown as JWTPayload).encode()],
  [
    'alg none in other capitals',
    () => {
      const encoded = [{ alg: 'nOnE' }, CLAIMS].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      return `${encoded.join('.')}.`;
    },
  ],
  [
    'changed claims',
    async () => {
      const [head, , signature] = (await sign()).split('.');
      const claims = { ...CLAIMS, customer: { id: 1 } };
      return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    },
  ],
  ['no signature', async () => (await sign()).replace(/[^.]+$/, '')],
];

describe('bigcommerceProof', () => {
  it.each(['HS256', 'HS384', 'HS512'])('names the customer of a token with %s', async (alg) => {
    const token = await sign({}, SECRET.repeat(2), alg);
    const proof = bigcommerceProof({
      storeHash: 'abc123',
      clientId: 'client-1',
      clientSecret: SECRET.repeat(2),
      now: () => NOW,
    });
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    expect(await proof.verify({ headers, query: '', signsIn: true, signal })).toEqual({
      id: '4927',
      email: 'ann@example.com',
      firstName: '',
      lastName: '',
      once: { key: token.split('.').slice(0, 2).join('.'), until: CLAIMS.exp * 1_000 },
    });
  });

  it.each([false, 'false', null, 0])(
    'leaves out an e-mail with email_verified %j',
    async (email_verified) => {
      const customer = { ...CLAIMS.customer, email_verified };
      expect(await verify(await sign({ customer }))).toMatchObject({ id: '4927', email: '' });
    },
  );

  it('is no proof without a token of this issuer', async () => {
    expect(await verify('', '')).toBeUndefined();
    expect(await verify('opaque')).toBeUndefined();
    expect(await verify(await sign({ iss: 'https://id.shop.example' }))).toBeUndefined();
    expect(await verify(await sign(), 'Basic ')).toBeUndefined();
  });

  it.each(attacks)('refuses %s', async (_, token) => {
    await expect(verify(await token())).rejects.toBeInstanceOf(ProofRefused);
  });
});

describe('the server of docs/guides/bigcommerce.md', () => {
  const answerTo = async (jwt: string) => {
    const env = {
      BIGCOMMERCE_STORE_HASH: 'abc123',
      BIGCOMMERCE_CLIENT_ID: 'client-1',
      BIGCOMMERCE_CLIENT_SECRET: SECRET,
      SHOP_SECRET: 's3cret',
    };
    const source = exampleWith('docs/guides/bigcommerce.md', 'bigcommerceProof');
    const example = await runExample(source, { process: { env } }, ['answerTo']);
    return (example['answerTo'] as (jwt: string) => Promise<Record<string, string> | undefined>)(jwt);
  };

  it('signs the customer of a token', async () => {
    const { signedAt, ...customer } = (await answerTo(await sign()))!;
    const time = new Date(Number(signedAt) * 1_000);
    const signature = signCustomerId('4927', 's3cret', { signedAt: time });
    expect(customer).toEqual({ customerId: '4927', signature });
  });

  it.each(attacks)('signs nobody for %s', async (_, token) => {
    expect(await answerTo(await token())).toBeUndefined();
  });
});
