import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { openidProof, ProofRefused, type CustomerProof } from '../../../src/proxy/index.ts';
import { ANN, openProxy, type OpenProxy } from '../support/open-proxy.ts';

// A token opens one session. Its signature can be spelled in other ways, and stays valid for a library of JSON Web Tokens.

const ISSUER = 'https://id.shop.example/';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The number of points of the curve P-256. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const open: OpenProxy[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((proxy) => proxy.stop()));
});

async function issuerWith(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg };
  const proof = openidProof({
    issuer: ISSUER,
    audience: 'shop-page',
    jwksUrl: 'https://id.shop.example/jwks.json',
    fetch: async () => Response.json({ keys: [jwk] }),
  });
  const token = await new SignJWT({ sub: ANN.id })
    .setProtectedHeader({ alg, kid: 'one' })
    .setIssuer(ISSUER)
    .setAudience('shop-page')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  return { proof, token };
}

async function openWith(proof: CustomerProof) {
  const proxy = await openProxy({ directory: undefined, proofs: [proof], limits: { perAddress: 1_000 } });
  open.push(proxy);
  const post = (path: string, token: string, body = '{}') =>
    fetch(proxy.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
    });
  return {
    login: (token: string) => post('/login', token),
    signOutEverywhere: async (answer: Response) => {
      const { token } = (await answer.json()) as { token: string };
      expect((await post('/logout', token, '{"everywhere":true}')).status).toBe(204);
    },
  };
}

/** The same bytes with other unused bits in the last character of the signature. */
function otherUnusedBits(token: string): string[] {
  const last = ALPHABET.indexOf(token.at(-1)!);
  const unused = { 2: 16, 3: 4 }[(token.length - token.lastIndexOf('.') - 1) % 4] ?? 1;
  return Array.from({ length: unused }, (_, bits) => (last & ~(unused - 1)) | bits)
    .filter((at) => at !== last)
    .map((at) => token.slice(0, -1) + ALPHABET[at]);
}

/** The other signature that is valid on an elliptic curve: n − s in place of s. */
function otherPoint(token: string): string {
  const [header, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = P256_ORDER - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
  return `${header}.${payload}.${other.toString('base64url')}`;
}

/** The proof as it was: the mark of a used token is its text. */
const markedByText = (proof: CustomerProof): CustomerProof => ({
  ...proof,
  async verify(request) {
    const found = await proof.verify(request);
    const key = request.headers.get('Authorization') ?? '';
    return found?.id === undefined || !found.once ? found : { ...found, once: { ...found.once, key } };
  },
});

describe('a token that has opened a session', () => {
  it.each(['RS256', 'ES256', 'EdDSA'])('opens no other one with other unused bits: %s', async (alg) => {
    const { proof, token } = await issuerWith(alg);
    const { login, signOutEverywhere } = await openWith(proof);
    const spellings = otherUnusedBits(token);
    expect(spellings).toHaveLength(15);
    const first = await login(token);
    expect(first.status).toBe(200);
    const refused = [401, ...spellings.map(() => 401)];
    const tryAll = () => Promise.all([token, ...spellings].map(async (one) => (await login(one)).status));
    expect(await tryAll()).toEqual(refused);
    await signOutEverywhere(first);
    expect(await tryAll()).toEqual(refused);
  });

  it('opens no other one with the other signature of an elliptic curve; a twin with the text as its mark does', async () => {
    const { proof, token } = await issuerWith('ES256');
    for (const [proven, status] of [
      [proof, 401],
      [markedByText(proof), 200],
    ] as const) {
      const { login } = await openWith(proven);
      expect((await login(token)).status).toBe(200);
      expect((await login(token)).status).toBe(401);
      expect((await login(otherPoint(token))).status).toBe(status);
    }
  });

  it('opens one session in all of its spellings at once', async () => {
    const { proof, token } = await issuerWith('ES256');
    const { login } = await openWith(proof);
    const spellings = [token, otherPoint(token), ...otherUnusedBits(token)];
    const answers = await Promise.all([...spellings, ...spellings].map(login));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a token that is not canonical base64url', () => {
  it('is refused before it has opened a session', async () => {
    const { proof, token } = await issuerWith('RS256');
    const verify = (one: string) =>
      proof.verify({
        headers: new Headers({ Authorization: `Bearer ${one}` }),
        query: '',
        signsIn: true,
        signal: new AbortController().signal,
      });
    for (const one of [...otherUnusedBits(token), `${token}AAA`])
      await expect(verify(one)).rejects.toBeInstanceOf(ProofRefused);
    expect(await verify(token)).toMatchObject({ id: ANN.id });
  });
});
