import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerAppProxy } from '../../platforms/shopify/app-proxy.mjs';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { ATTACKS, GUESTS, NAMED, SHOPIFY } from '../proxy/support/shopify-queries.ts';

const options = { shop: SHOPIFY.shop, apiSecret: SHOPIFY.secret, shopSecret: 's3cret' };
const ask = (query: string, now = SHOPIFY.now) =>
  answerAppProxy(new URL(`https://shop.example/customer${query}`), { ...options, now });

/** A check of signature and time alone, which takes the first customer: what the helper did before it used the proof of the proxy. */
function naiveCustomer(query: string, now: number): string | undefined {
  const parameters = new URLSearchParams(query);
  const message = [...new Set(parameters.keys())]
    .filter((name) => name !== 'signature')
    .map((name) => `${name}=${parameters.getAll(name).join(',')}`)
    .sort()
    .join('');
  const wanted = createHmac('sha256', SHOPIFY.secret).update(message).digest('hex');
  const age = Math.abs(now / 1_000 - Number(parameters.get('timestamp')));
  if (parameters.get('signature') !== wanted || !(age <= 90)) return undefined;
  return parameters.get('logged_in_customer_id') ?? undefined;
}

describe('answerAppProxy', () => {
  it.each(NAMED)('signs the customer of $what, with the time, and is never stored', async ({ query }) => {
    const response = await ask(query);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const signedAt = String(SHOPIFY.now / 1_000);
    expect(await response.json()).toEqual({
      customerId: '1001',
      signature: signCustomerId('1001', 's3cret', { signedAt: new Date(SHOPIFY.now) }),
      signedAt,
    });
  });

  it.each(GUESTS)('answers a guest without a signature: $what', async ({ query }) => {
    const response = await ask(query);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(await response.json()).toEqual({ customerId: '' });
  });

  it.each(ATTACKS)('refuses $what', async ({ query, now }) => {
    const response = await ask(query, now);
    expect([response.status, await response.text()]).toEqual([403, '']);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });

  it('refuses a query without any parameter of Shopify', async () => {
    expect((await ask('')).status).toBe(403);
    expect((await ask('?page=2')).status).toBe(403);
  });

  it.each(ATTACKS.filter(({ passes }) => passes))(
    'twin: a check of signature and time alone names the customer of $what',
    ({ query, now = SHOPIFY.now }) => {
      expect(naiveCustomer(query, now)).toBeDefined();
    },
  );

  it.each(['shop', 'apiSecret', 'shopSecret'])('says so where %s is missing', async (name) => {
    const url = new URL('https://shop.example/customer');
    const answer = answerAppProxy(url, { ...options, [name]: undefined as unknown as string });
    await expect(answer).rejects.toThrow('answerAppProxy: set shop, apiSecret and shopSecret.');
  });

  it("says so where the shop is the shop's own domain", async () => {
    const url = new URL('https://shop.example/customer');
    const answer = answerAppProxy(url, { ...options, shop: 'shop.example' });
    await expect(answer).rejects.toThrow('acme.myshopify.com');
  });
});
