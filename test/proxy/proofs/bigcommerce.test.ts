import { describe, expect, it } from 'vitest';
import { bigcommerceProof, ProofRefused } from '../../../src/proxy/index.ts';
import { ATTACKS, CLAIMS, NOW, SECRET, sign } from '../support/bigcommerce-tokens.ts';

const signal = new AbortController().signal;

const proofOf = (more: { readonly emailVerified?: 'claimed' | 'always' } = {}) =>
  bigcommerceProof({
    storeHash: 'abc123',
    clientId: 'client-1',
    clientSecret: SECRET,
    now: () => NOW,
    ...more,
  });
const verify = (token: string, scheme = 'Bearer ', proof = proofOf()) =>
  proof.verify({ headers: new Headers({ Authorization: scheme + token }), query: '', signsIn: true, signal });

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
      email: '',
      firstName: '',
      lastName: '',
      once: { key: token.split('.').slice(0, 2).join('.'), until: CLAIMS.exp * 1_000 },
    });
  });

  it.each([false, 'false', null, 0])(
    'leaves out an e-mail with email_verified %j, also where the store verifies all',
    async (email_verified) => {
      const customer = { ...CLAIMS.customer, email_verified };
      for (const emailVerified of ['claimed', 'always'] as const)
        expect(await verify(await sign({ customer }), 'Bearer ', proofOf({ emailVerified }))).toMatchObject({
          id: '4927',
          email: '',
        });
    },
  );

  it('gives the e-mail of the account where the store verifies all, and warns of it', async () => {
    const always = proofOf({ emailVerified: 'always' });
    expect(await verify(await sign(), 'Bearer ', always)).toMatchObject({ email: 'ann@example.com' });
    expect(await verify(await sign(), 'Bearer ', proofOf({ emailVerified: 'claimed' }))).toMatchObject({
      email: '',
    });
    expect(always.warning).toMatch(/the store does not say so \(BIGCOMMERCE_EMAIL_VERIFIED=always\)/);
    expect(proofOf().warning).toBeUndefined();
  });

  it('says what it is', () => {
    const proof = bigcommerceProof({ storeHash: 'abc123', clientId: 'client-1', clientSecret: SECRET });
    expect(proof.name).toBe('BigCommerce current customer');
  });

  it('takes a token of a clock that is 30 seconds fast', async () => {
    const iat = NOW / 1_000 + 30;
    expect(await verify(await sign({ iat, nbf: iat }))).toMatchObject({ id: '4927' });
    await expect(verify(await sign({ iat: iat + 1 }))).rejects.toBeInstanceOf(ProofRefused);
  });

  it('takes several blanks before the token, and no text around them', async () => {
    const token = await sign();
    expect(await verify(token, 'bearer   ')).toMatchObject({ id: '4927' });
    expect(await verify(token, 'x Bearer ')).toBeUndefined();
    expect(await verify(`${token} x`)).toBeUndefined();
    expect(await verify('undefined')).toBeUndefined();
    const none = bigcommerceProof({ storeHash: 'abc123', clientId: 'client-1', clientSecret: SECRET });
    expect(await none.verify({ headers: new Headers(), query: '', signsIn: true, signal })).toBeUndefined();
  });

  it('is no proof without a token of this issuer', async () => {
    expect(await verify('', '')).toBeUndefined();
    expect(await verify('opaque')).toBeUndefined();
    expect(await verify(await sign({ iss: 'https://id.shop.example' }))).toBeUndefined();
    expect(await verify(await sign(), 'Basic ')).toBeUndefined();
  });

  it.each(ATTACKS)('refuses %s', async (_, token) => {
    await expect(verify(await token())).rejects.toBeInstanceOf(ProofRefused);
  });
});
