import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenStorefront, type Storefront } from '../../demo/storefront/index.ts';

const CDN = `${process.cwd()}/dist/cdn`;

let shop: Storefront;
beforeAll(async () => {
  shop = await listenStorefront();
  shop.open({ serviceUrl: 'http://127.0.0.1:4999/api', secret: 'secret', cdnDirectory: CDN });
});
afterAll(() => shop.stop());

it('the shop lets browsers keep the built files for good, except those with a stable name', async () => {
  const scripts = readdirSync(CDN).filter((name) => name.endsWith('.js'));
  const kept: string[] = [];
  for (const name of scripts) {
    const { headers } = await fetch(`${shop.url}/cdn/${name}`);
    if (headers.get('cache-control')?.includes('immutable')) kept.push(name);
  }
  const stable = scripts.filter((name) => !kept.includes(name) && !name.startsWith('locale-'));
  expect(stable.sort()).toEqual(['elements.js', 'first-answers.js', 'loyalty.js', 'tenant.js']);
});
