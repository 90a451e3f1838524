import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { openPage, openShop, providerOf, scriptOf, type OpenPage, type Shop } from './page.ts';
import { startTenant, type Tenant } from './service/start.ts';

// A service that accepts a claim with 202, does it later, and names the address that says how it went.

const FILE: TenantFile = {
  operations: {
    'profiles.rewards.store': {
      data: '/result/data',
      finish: {
        address: 'header:/Location',
        state: { from: '/state', values: { running: 'waiting' } },
        everySeconds: 0.1,
      },
    },
  },
};

let browser: Browser;
let shop: Shop;
let tenant: Tenant;
let opened: OpenPage;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
  shop = await openShop();
});
afterEach(async () => {
  await opened.close();
  await tenant.stop();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

/** Claims a reward on a page; resolves when the element has an outcome. */
async function claim(outcome: 'done' | 'failed' | 'lost'): Promise<string> {
  tenant = await startTenant('agreeing', { origins: [shop.origin], requestsPerMinute: Infinity });
  tenant.acceptNext('rewards.claim', outcome);
  shop.write({
    before: scriptOf(FILE),
    body: `${providerOf(tenant)}<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards>`,
  });
  opened = await openPage(browser, shop);
  const { page, read, settled } = opened;
  await settled();
  await page.getByRole('button', { name: 'Claim Free delivery' }).click();
  await page.getByRole('button', { name: 'Spend 200 points' }).click();
  await expect.poll(() => read('loyalty-rewards')).not.toMatch(/Cancel|Claiming/);
  return read('loyalty-rewards');
}
const jobs = () => tenant.seen.filter(({ path }) => path.startsWith('/v3/jobs/')).length;

describe('a claim that the service accepts with 202', () => {
  test('is shown with what its address answers when it is done', async () => {
    expect(await claim('done')).toMatch(/Free delivery Yours .*RW-\d+/);
    expect(jobs()).toBe(2);
    expect(await opened.read('loyalty-balance')).toContain('2,080');
    expect(tenant.charges).toHaveLength(1);
    expect(opened.lines).toEqual([]);
  });

  test('is refused with the reason that its address answers when it has failed', async () => {
    expect(await claim('failed')).toContain('This reward is sold out.');
    expect(await opened.read('loyalty-balance')).toContain('2,280');
    expect(tenant.charges).toEqual([]);
  });

  test('is found by a read where the answers of its address are lost, and is not sent again', async () => {
    expect(await claim('lost')).toMatch(/Free delivery Yours .*RW-\d+/);
    expect(tenant.charges).toHaveLength(1);
  });
});
