import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GUEST, ProofRefused, shopifyProof } from '../../../src/proxy/index.ts';

const SECRET = 'hush';
const SHOP = 'shop-name.myshopify.com';
const NOW = 1_317_327_555_000;
const signal = new AbortController().signal;

/** What Shopify signs, by its documentation. */
function sign(parameters: readonly (readonly [string, string])[], secret = SECRET): string {
  const names = [...new Set(parameters.map(([name]) => name))];
  const joined = names.map(
    (name) =>
      `${name}=${parameters
        .filter(([one]) => one === name)
        .map(([, value]) => value)
        .join(',')}`,
  );
  return createHmac('sha256', secret).update(joined.sort().join('')).digest('hex');
}
const queryOf = (parameters: readonly (readonly [string, string])[]) =>
  `?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;

type Values = Readonly<Record<string, string>>;
const OWN = {
  shop: SHOP,
  logged_in_customer_id: '1001',
  path_prefix: '/apps/loyalty',
  timestamp: '1317327555',
  once: 'abcdefgh',
};
const signed = (over: Values = {}, secret = SECRET): string => {
  const parameters = Object.entries({ ...OWN, ...over });
  return queryOf([...parameters, ['signature', sign(parameters, secret)]]);
};
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

  it('names the customer of the shop', async () => {
    expect(await verify(signed())).toMatchObject({ id: '1001', email: '' });
  });

  it('does not depend on the order of the parameters in the address', async () => {
    const parameters = [...new URLSearchParams(signed())].reverse();
    expect(await verify(queryOf(parameters))).toMatchObject({ id: '1001' });
  });

  it('reads e-mail and name from the platform for a sign-in only', async () => {
    let asked = 0;
    const proof = shopifyProof({
      shop: SHOP,
      secret: SECRET,
      now: () => NOW,
      findCustomer: async (by) => {
        asked++;
        return { ...by, id: '9', email: 'ann@example.com', firstName: 'Ann', lastName: 'B' };
      },
    });
    const request = { headers: new Headers(), query: signed(), signal };
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

  it('is a guest where the id is empty', async () => {
    expect(await verify(signed({ logged_in_customer_id: '' }))).toBe(GUEST);
  });

  it.each([-89, 89])('accepts a clock that differs by %i seconds', async (seconds) => {
    expect(await verify(signed(), { now: NOW + seconds * 1_000 })).toMatchObject({ id: '1001' });
  });

  const without = (name: string) => {
    const parameters = new URLSearchParams(signed());
    parameters.delete(name);
    return `?${parameters}`;
  };
  /** A guest lets Shopify sign a long value, and cuts it into other parameters. */
  const recut = () => {
    const forged = `Zlogged_in_customer_id=1001path_prefix=/apps/loyaltyshop=${SHOP}timestamp=1317327555zz=`;
    const guest = { ...OWN, logged_in_customer_id: '' };
    const { once, ...own } = guest;
    const original = Object.entries({ a: forged, ...own, once });
    const tail = `logged_in_customer_id=once=${once}path_prefix=/apps/loyaltyshop=${SHOP}timestamp=1317327555`;
    const cut = [
      ['a', 'Z'],
      ['logged_in_customer_id', '1001'],
      ['path_prefix', '/apps/loyalty'],
      ['shop', SHOP],
      ['timestamp', '1317327555'],
      ['zz', tail],
    ] as const;
    expect(sign(cut)).toBe(sign(original));
    return queryOf([...cut, ['signature', sign(original)]]);
  };
  const attacks: readonly { readonly what: string; readonly query: string; readonly now?: number }[] = [
    { what: 'the secret of another app', query: signed({}, 'other') },
    { what: 'another shop', query: signed({ shop: 'other-shop.myshopify.com' }) },
    { what: 'a domain that only begins like the shop', query: signed({ shop: `${SHOP}.evil.example` }) },
    { what: 'an expired signature', query: signed(), now: NOW + 91_000 },
    { what: 'a signature of the future', query: signed(), now: NOW - 91_000 },
    { what: 'another customer than the signed one', query: signed().replace('=1001', '=1002') },
    { what: 'a parameter that is not signed', query: `${signed()}&extra=1` },
    { what: 'a second customer that is not signed', query: `${signed()}&logged_in_customer_id=1002` },
    {
      what: 'a repeated customer that is signed',
      query: (() => {
        const parameters = [...Object.entries(OWN), ['logged_in_customer_id', '1002']] as [string, string][];
        return queryOf([...parameters, ['signature', sign(parameters)]]);
      })(),
    },
    { what: 'a second signature', query: `${signed()}&signature=${'0'.repeat(64)}` },
    {
      what: 'a customer in place of the joined values',
      query: signed({ logged_in_customer_id: '1001,1002' }),
    },
    { what: 'no signature', query: without('signature') },
    { what: 'no customer', query: without('logged_in_customer_id') },
    { what: 'no time', query: without('timestamp') },
    { what: 'no shop', query: without('shop') },
    { what: 'an empty signature', query: signed().replace(/signature=\w+/, 'signature=') },
    {
      what: 'a signature in capitals',
      query: signed().replace(/signature=(\w+)/, (text) => text.toUpperCase()),
    },
    { what: 'a time that is no number', query: signed({ timestamp: 'NaN' }) },
    { what: 'another parameter in a sign-in, although it is signed', query: signed({ extra: '1' }) },
    { what: 'a sign-in without the text that makes it unique', query: signed({ once: '' }) },
    { what: 'a long value that is cut into other parameters', query: recut() },
  ];
  it.each(attacks)('refuses $what', async ({ query, now = NOW }) => {
    await expect(verify(query, { now })).rejects.toEqual(refused);
  });

  it('takes its parameters out of the query of the service', () => {
    const { withoutProof } = shopifyProof({ shop: SHOP, secret: SECRET });
    expect(withoutProof!(`${signed()}&page%5Bsize%5D=2&sort=-id`)).toBe('?page%5Bsize%5D=2&sort=-id');
    expect(withoutProof!(signed())).toBe('');
    expect(withoutProof!('')).toBe('');
  });
});
