import { createRemoteJWKSet, customFetch, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openidProof } from '../../../src/proxy/index.ts';
import { ANN, openProxy, type OpenProxy } from '../support/open-proxy.ts';

// The keys of an issuer that does not answer, and somebody who sends forged tokens meanwhile.

const ISSUER = 'https://id.shop.example/';
let now = Date.now();
let loads = 0;
let answer: () => Promise<Response>;
let answers: () => Promise<Response>;
let proxy: OpenProxy;
let forged: string;
let right: () => Promise<string>;

beforeAll(async () => {
  const [pair, other] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256'),
  ]);
  const key = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
  const sign = (privateKey: CryptoKey, kid: string) =>
    new SignJWT({ sub: ANN.id, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(ISSUER)
      .setAudience('shop-page')
      .setIssuedAt(Math.floor(now / 1_000))
      .setExpirationTime('1h')
      .sign(privateKey);
  forged = await sign(other.privateKey, 'nine');
  right = () => sign(pair.privateKey, 'one');
  answers = async () => Response.json({ keys: [key] });
});

beforeEach(async () => {
  loads = 0;
  answer = answers;
  const proof = openidProof({
    issuer: ISSUER,
    audience: 'shop-page',
    jwksUrl: 'https://id.shop.example/jwks.json',
    now: () => now,
    fetch: async () => (loads++, answer()),
  });
  await proxy?.stop();
  proxy = await openProxy({
    directory: undefined,
    proofs: [proof],
    now: () => now,
    limits: { perAddress: 1_000 },
  });
});
afterAll(() => proxy.stop());

const login = async (token: string) =>
  (await fetch(`${proxy.url}/login`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } }))
    .status;
const count = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((status) => status === one).length]),
  );

describe('the keys of an issuer', () => {
  it.each<[what: string, reply: () => Promise<Response>]>([
    ['refuses the connection', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['answers with 500', async () => Response.json({ keys: [] }, { status: 500 })],
    ['answers with no keys', async () => Response.json({})],
    ['answers with a page', async () => new Response('<html lang="en">')],
  ])('are loaded once for 300 forged tokens while it %s, and the tokens count', async (_, reply) => {
    answer = reply;
    const statuses: number[] = [];
    for (let at = 0; at < 300; at++) statuses.push(await login(forged));
    expect(loads).toBe(1);
    expect(count(statuses)).toEqual({ 429: 180, 502: 120 });
  });

  it('are loaded for each forged token in a twin with the library alone', async () => {
    const keys = createRemoteJWKSet(new URL('https://id.shop.example/jwks.json'), {
      [customFetch]: async () => (loads++, Promise.reject(new Error('ECONNREFUSED'))),
    });
    for (let at = 0; at < 10; at++) await expect(jwtVerify(forged, keys)).rejects.toThrow();
    expect(loads).toBe(10);
  });

  it('are loaded once for 100 tokens at once', async () => {
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    answer = () => held.then(() => Promise.reject(new Error('ECONNRESET')));
    const waiting = Promise.all(Array.from({ length: 100 }, () => login(forged)));
    await expect.poll(() => loads).toBe(1);
    end();
    expect(count(await waiting)).toEqual({ 502: 100 });
    expect(loads).toBe(1);
  });

  it('are loaded again ten seconds after a failure, and not before', async () => {
    answer = () => Promise.reject(new Error('ECONNREFUSED'));
    expect(await login(await right())).toBe(502);
    answer = answers;
    now += 9_999;
    expect(await login(await right())).toBe(502);
    expect(loads).toBe(1);
    now += 1;
    expect(await login(await right())).toBe(200);
    expect(loads).toBe(2);
  });

  it('stay in use while newer ones cannot be loaded', async () => {
    expect(await login(await right())).toBe(200);
    answer = () => Promise.reject(new Error('ECONNREFUSED'));
    expect(await login(forged)).toBe(401);
    expect(await login(await right())).toBe(200);
  });
});
