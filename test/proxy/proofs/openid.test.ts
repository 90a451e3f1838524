import { createHmac, verify as verifySignature } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
  type JWK,
  type JWTPayload,
} from 'jose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openidProof, ProofRefused, type OpenidProofSettings } from '../../../src/proxy/index.ts';
import { verifyToken } from '../../../src/proxy/proofs/json-web-token.ts';
import { ALGORITHMS } from '../../../src/proxy/proofs/openid.ts';

const ISSUER = 'https://id.shop.example/';
/** A whole second, so that tests reach limits exactly. */
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const seconds = NOW / 1_000;
const signal = new AbortController().signal;
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const CLAIMS = {
  iss: ISSUER,
  aud: 'shop-page',
  sub: 'customer-7',
  iat: seconds - 10,
  exp: seconds + 600,
  email: 'ann@example.com',
  email_verified: true,
  given_name: 'Ann',
  family_name: 'B',
  nonce: 'n-1',
};
let [key, other, next]: Pair[] = [];
let published: JWK[] = [];
let answer: () => Response | Promise<Response>;
let asked = 0;

beforeAll(async () => {
  [key, other, next] = await Promise.all(
    ['1', '2', '3'].map(() => generateKeyPair('RS256', { extractable: true })),
  );
});
beforeEach(async () => {
  published = [{ ...(await exportJWK(key!.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  asked = 0;
  answer = () => Response.json({ keys: published });
});

const proofOf = (settings: Partial<OpenidProofSettings> = {}) =>
  openidProof({
    issuer: ISSUER,
    audience: 'shop-page',
    jwksUrl: 'https://id.shop.example/jwks.json',
    now: () => NOW,
    fetch: async (url, init) => {
      asked++;
      expect(url).toBe('https://id.shop.example/jwks.json');
      expect(init).toMatchObject({ method: 'GET', redirect: 'manual' });
      return answer();
    },
    ...settings,
  });
const sign = (over: object = {}, { privateKey }: Pick<Pair, 'privateKey'> = key!, kid = 'one') =>
  new SignJWT({ ...CLAIMS, ...over } as JWTPayload)
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(privateKey);
const verify = (token: string, proof = proofOf(), headers: Record<string, string> = {}) =>
  proof.verify({
    headers: new Headers({ ...headers, Authorization: `Bearer ${token}` }),
    query: '',
    signsIn: true,
    signal,
  });

const unsigned = () => new UnsecuredJWT(CLAIMS as JWTPayload).encode();
const signedWithPublicKey = async () =>
  new SignJWT(CLAIMS as JWTPayload)
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(new TextEncoder().encode(await exportSPKI(key!.publicKey)));

/** A check that reads from the token how it is to be checked, as libraries of JSON Web Tokens did before these attacks were known. */
function isValidAsItSays(token: string, publicKey: string): boolean {
  const [header, payload, signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  switch (decodeProtectedHeader(token).alg) {
    case 'none':
      return true;
    case 'HS256':
      return createHmac('sha256', publicKey).update(signed).digest().equals(bytes);
    case 'RS256':
      return verifySignature('sha256', signed, publicKey, bytes);
    default:
      return false;
  }
}

describe('openidProof', () => {
  it('names the customer of an ID token, which opens one session', async () => {
    const token = await sign();
    expect(await verify(token)).toEqual({
      id: 'customer-7',
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'B',
      once: { key: token.split('.').slice(0, 2).join('.'), until: CLAIMS.exp * 1_000 },
    });
  });

  it.each([
    { azp: 'shop-page' },
    { aud: ['shop-page'] },
    { aud: ['shop-page'], azp: 'shop-page' },
    { aud: ['another', 'shop-page'], azp: 'shop-page' },
  ])('names the customer of a token that was issued to us: %j', async (claims) => {
    expect(await verify(await sign(claims))).toMatchObject({ id: 'customer-7' });
  });

  it('takes an access token for several audiences, whose party is another program', async () => {
    const token = await sign({ aud: ['shop-page', 'x'], azp: 'x' });
    expect(await verify(token, proofOf({ token: 'access' }))).toMatchObject({ id: 'customer-7' });
  });

  it('ends the session of an access token with the token', async () => {
    expect(await verify(await sign(), proofOf({ token: 'access' }))).toMatchObject({
      id: 'customer-7',
      endsAt: CLAIMS.exp * 1_000,
    });
  });

  it('reads the customer id of another claim', async () => {
    const proof = proofOf({ customerClaim: 'https://shop.example/customer_id' });
    expect(await verify(await sign({ 'https://shop.example/customer_id': 1001 }), proof)).toMatchObject({
      id: '1001',
    });
    await expect(verify(await sign(), proof)).rejects.toBeInstanceOf(ProofRefused);
  });

  /** Values of `email_verified` that do not say that the address is verified. */
  const unverified = [false, 'false', 0, 1, null, 'no', 'yes', 'True', ' true', '', [true], { value: true }];
  const verified = [true, 'true'];

  it.each(verified)('names the e-mail of a customer whose email_verified is %j', async (email_verified) => {
    for (const settings of [{}, { emailVerified: 'always' }] as const)
      expect(await verify(await sign({ email_verified }), proofOf(settings))).toMatchObject({
        email: 'ann@example.com',
      });
  });

  it.each(unverified)('leaves out an e-mail whose email_verified is %j', async (email_verified) => {
    for (const settings of [{}, { emailVerified: 'always' }] as const)
      expect(await verify(await sign({ email_verified }), proofOf(settings))).toMatchObject({
        id: 'customer-7',
        email: '',
      });
  });

  it('leaves out an e-mail without email_verified, unless the provider verifies every address', async () => {
    const token = await sign({ email_verified: undefined });
    expect(await verify(token)).toMatchObject({ email: '' });
    expect(await verify(token, proofOf({ emailVerified: 'always' }))).toMatchObject({
      email: 'ann@example.com',
    });
  });

  it.each(['ann@example.com', 7, ['ann@example.com'], null, undefined])(
    'names no e-mail but a text: %j',
    async (email) => {
      const isText = typeof email === 'string';
      expect(await verify(await sign({ email }))).toMatchObject({ email: isText ? email : '' });
    },
  );

  it.each(verified)('takes an e-mail as the id whose email_verified is %j', async (email_verified) => {
    const proof = proofOf({ customerClaim: 'email' });
    expect(await verify(await sign({ email_verified }), proof)).toMatchObject({
      id: 'ann@example.com',
      email: 'ann@example.com',
    });
  });

  it.each([...unverified, undefined])(
    'refuses an e-mail as the id whose email_verified is %j, by any name of the claim',
    async (email_verified) => {
      const token = await sign({ email_verified, login: 'ann@example.com', upn: ' ANN@Example.com' });
      for (const customerClaim of ['email', 'login', 'upn'])
        await expect(verify(token, proofOf({ customerClaim }))).rejects.toBeInstanceOf(ProofRefused);
      await expect(
        verify(token, proofOf({ customerClaim: 'login', emailVerified: 'always' })),
      ).rejects.toBeInstanceOf(ProofRefused);
    },
  );

  it('takes an id of the provider itself that is also the e-mail', async () => {
    const token = await sign({ sub: 'ann@example.com', email_verified: false });
    expect(await verify(token)).toMatchObject({ id: 'ann@example.com', email: '' });
  });

  it('takes another id than the e-mail, whether that is verified or not', async () => {
    const token = await sign({ login: 'ann-b', email_verified: false });
    expect(await verify(token, proofOf({ customerClaim: 'login' }))).toMatchObject({
      id: 'ann-b',
      email: '',
    });
    const without = await sign({ login: 'ann-b', email: undefined });
    expect(await verify(without, proofOf({ customerClaim: 'login' }))).toMatchObject({ id: 'ann-b' });
  });

  it('does not take every address as verified where the e-mail is the id', () => {
    expect(() => proofOf({ customerClaim: 'email', emailVerified: 'always' })).toThrow(TypeError);
  });

  it('warns where every address counts as verified', () => {
    expect(proofOf({ emailVerified: 'always' }).warning).toMatch(
      /although the provider does not say so \(OIDC_EMAIL_VERIFIED=always\).* gets no profile\.$/,
    );
    expect(proofOf({ emailVerified: 'claimed' }).warning).toBeUndefined();
    expect(proofOf().warning).toBeUndefined();
  });

  it('loads the keys once, and again for a key that was published since', async () => {
    const proof = proofOf();
    await verify(await sign(), proof);
    await verify(await sign(), proof);
    expect(asked).toBe(1);
    published = [{ ...(await exportJWK(next!.publicKey)), kid: 'two', alg: 'RS256', use: 'sig' }];
    // Within the cooldown an unknown key does not load them: otherwise each forged token would.
    await expect(verify(await sign({}, next, 'two'), proof)).rejects.toBeInstanceOf(ProofRefused);
    expect(asked).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    try {
      expect(await verify(await sign({}, next, 'two'), proof)).toMatchObject({ id: 'customer-7' });
      // The key before was withdrawn.
      await expect(verify(await sign(), proof)).rejects.toBeInstanceOf(ProofRefused);
      expect(asked).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[what: string, reply: () => Response | Promise<Response>]>([
    ['answers with 500', () => new Response('{}', { status: 500 })],
    ['answers with 500 and its keys', () => Response.json({ keys: published }, { status: 500 })],
    ['redirects', () => new Response(null, { status: 302, headers: { Location: 'http://10.0.0.1/' } })],
    ['answers with no keys', () => Response.json({ nothing: true })],
    ['answers with 3 MB', () => new Response('x'.repeat(3_000_000))],
    ['answers with keys that are none', () => Response.json({ keys: [1] })],
    ['cannot be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['is too slow', () => Promise.reject(new DOMException('Too slow.', 'TimeoutError'))],
  ])('fails, and refuses nobody, while the issuer %s', async (_, reply) => {
    answer = reply;
    await expect(verify(await sign())).rejects.not.toBeInstanceOf(ProofRefused);
  });

  it('accepts an ID token only with the nonce of the cookie, where one is used', async () => {
    const proof = proofOf({ nonceCookie: 'nonce' });
    const token = await sign();
    expect(await verify(token, proof, { Cookie: 'a=b; nonce=n-1' })).toMatchObject({ id: 'customer-7' });
    for (const Cookie of ['nonce=n-2', 'nonce=', 'a=b', 'nonce=n-1; nonce=n-1'])
      await expect(verify(token, proof, { Cookie })).rejects.toBeInstanceOf(ProofRefused);
    const without = await sign({ nonce: undefined });
    for (const Cookie of ['nonce=undefined', 'nonce=', 'a=b', ''])
      await expect(verify(without, proof, { Cookie })).rejects.toBeInstanceOf(ProofRefused);
    await expect(verify(without, proof)).rejects.toBeInstanceOf(ProofRefused);
    const empty = await sign({ nonce: '' });
    for (const Cookie of ['nonce=', 'a=b'])
      await expect(verify(empty, proof, { Cookie })).rejects.toBeInstanceOf(ProofRefused);
  });

  const attacks: readonly (readonly [what: string, token: () => Promise<string> | string])[] = [
    ['the key of another issuer', () => sign({}, other)],
    ['a key that nobody published', () => sign({}, other, 'nine')],
    ['another audience', () => sign({ aud: 'another-shop' })],
    ['several audiences without the party that it was issued to', () => sign({ aud: ['shop-page', 'x'] })],
    ['a token for us that was issued to another party', () => sign({ azp: 'x' })],
    ['a list of us alone, issued to another party', () => sign({ aud: ['shop-page'], azp: 'x' })],
    ['a party that is no text', () => sign({ azp: null })],
    ['a token that was issued to another party', () => sign({ aud: ['shop-page', 'x'], azp: 'x' })],
    ['an expired token', () => sign({ exp: seconds - 31 })],
    ['a token without an end', () => sign({ exp: undefined })],
    ['a token without a beginning', () => sign({ iat: undefined })],
    ['a token of the future', () => sign({ iat: seconds + 31 })],
    ['no customer', () => sign({ sub: undefined })],
    ['a token without a signature', unsigned],
    ['the public key as a shared secret', signedWithPublicKey],
    [
      'a key inside the token',
      async () =>
        new SignJWT(CLAIMS as JWTPayload)
          .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(other!.publicKey) })
          .sign(other!.privateKey),
    ],
    [
      'the address of a key inside the token',
      async () =>
        new SignJWT(CLAIMS as JWTPayload)
          .setProtectedHeader({ alg: 'RS256', jku: 'https://evil.example/jwks.json' })
          .sign(other!.privateKey),
    ],
  ];
  it.each(attacks)('refuses %s', async (_, token) => {
    await expect(verify(await token())).rejects.toBeInstanceOf(ProofRefused);
  });

  it('red twin: both forgeries are valid for a check that follows the header of the token', async () => {
    const publicKey = await exportSPKI(key!.publicKey);
    expect(isValidAsItSays(await sign(), publicKey)).toBe(true);
    expect(isValidAsItSays(await sign({}, other), publicKey)).toBe(false);
    expect(isValidAsItSays(unsigned(), publicKey)).toBe(true);
    expect(isValidAsItSays(await signedWithPublicKey(), publicKey)).toBe(true);
  });

  it('leaves both forgeries to the library, too, which refuses them without a list of algorithms', async () => {
    const keys = createLocalJWKSet({ keys: published });
    await expect(jwtVerify(await sign(), keys)).resolves.toHaveProperty('payload.sub', 'customer-7');
    await expect(jwtVerify(unsigned(), keys)).rejects.toThrow();
    await expect(jwtVerify(await signedWithPublicKey(), keys)).rejects.toThrow();
  });

  it('refuses a shared secret by its own list, from a source of keys with which the library takes it', async () => {
    const secret = new TextEncoder().encode('a secret that should never be published');
    const token = await new SignJWT(CLAIMS as JWTPayload).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    await expect(jwtVerify(token, () => secret)).resolves.toHaveProperty('payload.sub', 'customer-7');
    await expect(
      verifyToken(token, () => secret, Date.now, { algorithms: ALGORITHMS }),
    ).rejects.toBeInstanceOf(ProofRefused);
  });

  it.each(ALGORITHMS.filter((alg) => !alg.startsWith('Ed')))(
    'names the customer of a token that is signed with %s',
    async (alg) => {
      const pair = alg.startsWith('ES') ? await generateKeyPair(alg, { extractable: true }) : key!;
      published = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg }];
      const privateKey = await importJWK(await exportJWK(pair.privateKey), alg);
      const token = await new SignJWT(CLAIMS as JWTPayload)
        .setProtectedHeader({ alg, kid: 'one' })
        .sign(privateKey);
      expect(await verify(token)).toMatchObject({ id: 'customer-7' });
    },
  );

  it('is checked by its keys', async () => {
    expect(proofOf().name).toBe('OpenID provider');
    expect(await proofOf().check!(signal)).toBeUndefined();
    expect(asked).toBe(1);
    published = [];
    expect(await proofOf().check!(signal)).toBe('OIDC_JWKS_URL publishes no key.');
  });

  it('loads the keys by the fetch of the runtime', async () => {
    vi.stubGlobal('fetch', async () => answer());
    try {
      const proof = openidProof({
        issuer: ISSUER,
        audience: 'shop-page',
        jwksUrl: 'https://id.shop.example/jwks.json',
        now: () => NOW,
      });
      expect(await verify(await sign(), proof)).toMatchObject({ id: 'customer-7' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('takes a token of a clock that is 30 seconds fast', async () => {
    expect(await verify(await sign({ iat: seconds + 30 }))).toMatchObject({ id: 'customer-7' });
  });

  it('names the customer of a token with either name of an Edwards curve', async () => {
    for (const alg of ['EdDSA', 'Ed25519']) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      published = [{ ...(await exportJWK(publicKey)), kid: 'edwards', alg }];
      const token = await new SignJWT(CLAIMS as JWTPayload)
        .setProtectedHeader({ alg, kid: 'edwards' })
        .sign(privateKey);
      expect(await verify(token)).toMatchObject({ id: 'customer-7' });
    }
  });

  it('refuses a shared secret even where the issuer publishes one', async () => {
    const secret = new TextEncoder().encode('a secret that should never be published');
    published = [{ kty: 'oct', k: Buffer.from(secret).toString('base64url'), kid: 'one', alg: 'HS256' }];
    const token = await new SignJWT(CLAIMS as JWTPayload)
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(secret);
    await expect(verify(token)).rejects.toBeInstanceOf(ProofRefused);
  });

  it('is no proof for a token of another issuer', async () => {
    expect(await verify(await sign({ iss: 'https://id.other.example/' }))).toBeUndefined();
  });
});
