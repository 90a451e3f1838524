import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type worker from '../../platforms/shopify/worker.mjs';
import { packShopifyWorker } from '../../scripts/pack-platforms.mjs';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { ATTACKS, GUESTS, NAMED, SHOPIFY } from '../proxy/support/shopify-queries.ts';

// The one file that a shop deploys, with the vectors of the proxy's proof. `npm run test:examples -- edge` runs it in workerd.

const folder = mkdtempSync(join(tmpdir(), 'shopify-worker-'));
const file = packShopifyWorker(folder);
const { default: packed } = (await import(pathToFileURL(file).href)) as { default: typeof worker };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const VARIABLES = {
  SHOPIFY_SHOP: SHOPIFY.shop,
  SHOPIFY_APP_SECRET: SHOPIFY.secret,
  LOYALTY_SHOP_SECRET: 's3cret',
};
const ask = (query: string, { now = SHOPIFY.now, path = '/shopify/customer', method = 'GET' } = {}) => {
  vi.setSystemTime(now);
  return packed.fetch(new Request(`https://worker.example${path}${query}`, { method }), VARIABLES);
};

describe('worker for the app proxy of Shopify', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is one file that imports nothing', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(/m);
  });

  it.each(NAMED)('signs the customer of $what', async ({ query }) => {
    const response = await ask(query);
    const signedAt = String(SHOPIFY.now / 1_000);
    const signature = signCustomerId('1001', 's3cret', { signedAt: new Date(SHOPIFY.now) });
    expect(await response.json()).toEqual({ customerId: '1001', signature, signedAt });
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });

  it.each(GUESTS)('answers a guest without a signature: $what', async ({ query }) => {
    expect(await (await ask(query)).json()).toEqual({ customerId: '' });
  });

  it.each(ATTACKS)('refuses $what', async ({ query, now }) => {
    expect((await ask(query, now === undefined ? {} : { now })).status).toBe(403);
  });

  it('answers 404 for other methods and addresses', async () => {
    const { query } = NAMED[0]!;
    expect((await ask(query, { method: 'POST' })).status).toBe(404);
    expect((await ask(query, { path: '/shopify/other' })).status).toBe(404);
    expect((await ask(query, { path: '/customer' })).status).toBe(200);
  });

  it.each(Object.keys(VARIABLES))(
    'names the missing variable %s in the log, and nothing else',
    async (name) => {
      const logged = vi.spyOn(console, 'error').mockReturnValue();
      const request = new Request(`https://worker.example/customer${NAMED[0]!.query}`);
      const { status } = await packed.fetch(request, { ...VARIABLES, [name]: undefined });
      expect(status).toBe(503);
      expect(logged.mock.calls).toEqual([[`loyalty-elements: set the variables ${name} of the worker.`]]);
    },
  );
});
