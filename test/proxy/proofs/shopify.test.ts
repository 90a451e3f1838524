import { describe, expect, it } from 'vitest';
import { GUEST, ProofRefused, shopifyProof } from '../../../src/proxy/index.ts';
import { ATTACKS, GUESTS, NAMED, SHOPIFY, signedQuery } from '../support/shopify-queries.ts';

const { shop: SHOP, secret: SECRET, now: NOW } = SHOPIFY;
const signal = new AbortController().signal;

const verify = (query: string, { signsIn = true, now = NOW } = {}) =>
  shopifyProof({ shop: SHOP, secret: SECRET, now: () => now }).verify({
    headers: new Headers(),
    query,
    signsIn,
    signal,
  });
const refused = expect.any(ProofRefused) as Error;

describe('shopifyProof', () => {
  it('accepts the signature that Shopify publishes as an example', async () => {
    const published =
      '?extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=1&path_prefix=%2Fapps%2Fawesome_reviews' +
      '&timestamp=1317327555&signature=4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb';
    expect(await verify(published, { signsIn: false })).toMatchObject({ id: '1' });
  });

  it.each(NAMED)('names the customer of $what', async ({ query }) => {
    const signature = new URLSearchParams(query).get('signature');
    expect(await verify(query)).toEqual({
      id: '1001',
      email: '',
      firstName: '',
      lastName: '',
      once: { key: signature, until: NOW + 90_000 },
    });
  });

  it('is checked with every request, and says what it is', () => {
    const proof = shopifyProof({ shop: SHOP, secret: SECRET });
    expect([proof.everyRequest, proof.name]).toEqual([true, 'Shopify app proxy']);
  });

  it.each(['a.myshopify.com', '1-a.myshopify.com'])('is made for the shop %s', async (shop) => {
    expect(() => shopifyProof({ shop, secret: SECRET })).not.toThrow();
  });

  it('reads e-mail and name from the platform for a sign-in only', async () => {
    let asked = 0;
    const proof = shopifyProof({
      shop: SHOP,
      secret: SECRET,
      now: () => NOW,
      findCustomer: async (by) => {
        asked++;
        expect(by).toEqual({ id: '1001' });
        return { ...by, id: '9', email: 'ann@example.com', firstName: 'Ann', lastName: 'B' };
      },
    });
    const request = { headers: new Headers(), query: signedQuery(), signal };
    // The id is the signed one, whatever the platform answers.
    expect(await proof.verify({ ...request, signsIn: true })).toMatchObject({
      id: '1001',
      email: 'ann@example.com',
    });
    expect(await proof.verify({ ...request, signsIn: false })).toMatchObject({ id: '1001', email: '' });
    expect(asked).toBe(1);
  });

  it('is no proof where a request has none of the parameters', async () => {
    expect(await verify('?page%5Bsize%5D=2')).toBeUndefined();
    expect(await verify('')).toBeUndefined();
  });

  it.each(GUESTS)('is a guest where the id is empty in $what', async ({ query }) => {
    expect(await verify(query)).toBe(GUEST);
  });

  it.each([-90, 90])('accepts a clock that differs by %i seconds', async (seconds) => {
    expect(await verify(signedQuery(), { now: NOW + seconds * 1_000 })).toMatchObject({ id: '1001' });
  });

  it.each(ATTACKS)('refuses $what', async ({ query, now = NOW }) => {
    await expect(verify(query, { now })).rejects.toEqual(refused);
  });

  it.each([
    { shop: 'shop.example', secret: SECRET },
    { shop: `https://${SHOP}`, secret: SECRET },
    { shop: '', secret: SECRET },
    { shop: `-${SHOP}`, secret: SECRET },
    { shop: `S${SHOP}`, secret: SECRET },
    { shop: `${SHOP}.evil.example`, secret: SECRET },
    { shop: 'shop_name.myshopify.com', secret: SECRET },
    { shop: 'shop-namexmyshopify.com', secret: SECRET },
    { shop: '.myshopify.com', secret: SECRET },
    { shop: SHOP, secret: '' },
  ])('is not made for the shop "$shop" and the secret "$secret"', (settings) => {
    expect(() => shopifyProof(settings)).toThrow(TypeError);
  });

  it('takes its parameters out of the query of the service', () => {
    const { withoutProof } = shopifyProof({ shop: SHOP, secret: SECRET });
    expect(withoutProof!(`${signedQuery()}&page%5Bsize%5D=2&sort=-id`)).toBe('?page%5Bsize%5D=2&sort=-id');
    expect(withoutProof!(signedQuery())).toBe('');
    expect(withoutProof!('')).toBe('');
  });
});
