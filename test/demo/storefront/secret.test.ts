import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY, openShop, type TestShop } from './shop.ts';
import { linksOf } from './markup.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.stop());

const sessionKey = createHmac('sha256', CANARY).update('storefront session cookie').digest();
const forms = [
  CANARY,
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(CANARY).toString('hex'),
  sessionKey.toString('hex'),
  sessionKey.toString('base64'),
];

/** Follows every link of the shop and returns each answer as text, headers included. */
async function crawl(cookie?: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const waiting = ['/', '/nowhere'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (answers.has(path)) continue;
    const response = await shop.get(path, cookie);
    const text = await response.text();
    answers.set(path, JSON.stringify([...response.headers]) + text);
    waiting.push(...linksOf(text, shop.url + path));
  }
  return answers;
}

describe('the secret', () => {
  it.each([
    ['a guest', undefined],
    ['a customer', '1002'],
  ])(
    'is in no answer that %s can reach by links',
    async (_who, customer) => {
      const cookie = customer && (await shop.signIn(customer));
      const answers = await crawl(cookie);
      // 200 products with pages and pictures, lists, theme and CDN files: fewer means that the crawl went wrong.
      expect(answers.size).toBeGreaterThan(420);
      expect(answers.has('/cdn/loyalty-tier-tY71Z-p0.js')).toBe(true);
      for (const [path, answer] of answers) {
        for (const form of forms) expect(answer.includes(form), path).toBe(false);
      }
    },
    60_000,
  );

  it('would be found by this search', async () => {
    const leaky = await openShop({ platform: CANARY });
    const page = await (await leaky.get('/')).text();
    await leaky.stop();
    expect(forms.some((form) => page.includes(form))).toBe(true);
  });

  it('is in no answer to a post, nor in the cookies it sets', async () => {
    for (const [path, form] of [
      ['/sign-in', { customer: '1001' }],
      ['/sign-in', { email: 'nobody@example.com' }],
      ['/cart/items', { product_id: 'hp-1001' }],
      ['/cart/items/hp-1001', { quantity: 'x' }],
    ] as const) {
      const response = await shop.post(path, form);
      const answer = JSON.stringify([...response.headers]) + (await response.text());
      for (const secret of forms) expect(answer).not.toContain(secret);
    }
  });

  it('must be set: a shop without one does not open', async () => {
    await expect(openShop({ secret: '' })).rejects.toThrow(/secret is empty/);
  });
});
