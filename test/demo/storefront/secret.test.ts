import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY, openShop, type TestShop } from './shop.ts';
import { linksOf } from './markup.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.stop());

const sessionKey = createHmac('sha256', CANARY).update('storefront session cookie').digest();
const encodings = [
  CANARY,
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(CANARY).toString('hex'),
  sessionKey.toString('hex'),
  sessionKey.toString('base64'),
];

/** Follows every link of the shop. Each answer as text, headers included, by its path. */
async function crawl(cookie?: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const queue = ['/', '/nowhere'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (answers.has(path)) continue;
    const response = await shop.get(path, cookie);
    const text = await response.text();
    answers.set(path, JSON.stringify([...response.headers]) + text);
    queue.push(...linksOf(text, shop.url + path));
  }
  return answers;
}

describe('shop secret', () => {
  it.each([
    ['a guest', undefined],
    ['a customer', '1002'],
  ])(
    'is in no answer to %s who follows all links',
    async (_visitor, customer) => {
      const cookie = customer && (await shop.signIn(customer));
      const answers = await crawl(cookie);
      // 200 products with pages and pictures, listings, theme and CDN files. Fewer answers mean an incomplete crawl.
      expect(answers.size).toBeGreaterThan(420);
      expect(answers.has('/cdn/loyalty-tier-7f03e1ab.js')).toBe(true);
      for (const [path, answer] of answers) {
        for (const encoded of encodings) expect(answer.includes(encoded), path).toBe(false);
      }
    },
    60_000,
  );

  it('red twin: is found in a page that contains it', async () => {
    const leaky = await openShop({ platform: CANARY });
    const page = await (await leaky.get('/')).text();
    await leaky.stop();
    expect(encodings.some((encoded) => page.includes(encoded))).toBe(true);
  });

  it('is in no answer to a form, nor in its cookies', async () => {
    for (const [path, form] of [
      ['/sign-in', { customer: '1001' }],
      ['/sign-in', { email: 'nobody@example.com' }],
      ['/cart/items', { product_id: 'hp-1001' }],
      ['/cart/items/hp-1001', { quantity: 'x' }],
    ] as const) {
      const response = await shop.post(path, form);
      const answer = JSON.stringify([...response.headers]) + (await response.text());
      for (const encoded of encodings) expect(answer).not.toContain(encoded);
    }
  });

  it('is required: without it the shop does not start', async () => {
    await expect(openShop({ secret: '' })).rejects.toThrow(/secret is empty/);
  });
});
