import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import {
  hexSignature,
  openPage,
  openShop,
  providerOf,
  tenantScript,
  type OpenPage,
  type Shop,
} from './page.ts';
import { balanceOf, type Member } from './service/records.ts';
import { DIALECT_NAMES, startTenant, type DialectName, type Tenant } from './service/start.ts';

// The story of a shop: what customers do, what the service then holds, and what the page says. `test/e2e` tells it of a service that agrees
// with all that the elements assume.

let browser: Browser;
let shop: Shop;
let tenant: Tenant;
let script = '';
const opened: OpenPage[] = [];
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
  shop = await openShop();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await tenant.stop();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

async function start(name: DialectName, requestsPerMinute = Infinity): Promise<Member> {
  script = await tenantScript(name);
  tenant = await startTenant(name, { origins: [shop.origin], requestsPerMinute });
  return tenant.world.member('1001');
}

/** Opens a page with these tags, for this customer; an empty id is a guest. */
async function visit(tags: string, customerId = '1001'): Promise<OpenPage> {
  const provider =
    customerId === ''
      ? `<loyalty-provider base-url="${tenant.baseUrl}" platform="${tenant.platform}" customer-id=""></loyalty-provider>`
      : providerOf(tenant, customerId, '', hexSignature(tenant, customerId));
  shop.write({ body: `${provider}${tags}`, before: script });
  const page = await openPage(browser, shop);
  opened.push(page);
  await page.settled();
  return page;
}

/** What happens after a press is there in a moment, or is not. */
const shown = <T>(read: () => T) => expect.poll(read);

/** Asks for the claim that a question is about. */
const CONFIRM = /^(Spend [\d,]+ points?|Claim)$/;
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

// On generated services `generated-writes.test.ts` tries these; here the service accepts a claim with 202, without the reward, and takes a receipt
// in other units.
describe('the story of a shop on the dotnet service', () => {
  const name = 'dotnet';

  test('a customer claims a reward: it costs once, and the page shows it and what is left', async () => {
    const member = await start(name);
    const { page, read } = await visit(
      '<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards>',
    );
    await press(page, 'Claim Free delivery');
    await press(page, CONFIRM);
    await shown(() => read('loyalty-rewards')).toMatch(
      /Ready.*Free delivery Yours .*RW-\d+|Yours.*Free delivery.*RW-\d+.*Ready/,
    );
    await shown(() => read('loyalty-balance')).toContain('2,080');
    expect(tenant.charges).toEqual([{ member: member.id, reward: 'free-delivery', points: 200 }]);
    expect(balanceOf(member)).toBe(2_080);
  });

  test('a claim whose answer is lost costs once, and the page promises nothing that it does not know', async () => {
    await start(name);
    tenant.loseNext('rewards.claim');
    const { page, read } = await visit(
      '<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards>',
    );
    await press(page, 'Claim Free delivery');
    await press(page, CONFIRM);
    await shown(() => read('loyalty-rewards')).toMatch(
      /Ready.*Free delivery Yours .*RW-\d+|Yours.*Free delivery.*RW-\d+.*Ready/,
    );
    await shown(() => read('loyalty-balance')).toContain('2,080');
    expect(tenant.charges).toHaveLength(1);
  });

  test('a customer sends a receipt in', async () => {
    const member = await start(name);
    const { page, read } = await visit('<loyalty-receipt expanded></loyalty-receipt>');
    await page.getByLabel('Receipt or order number').fill('R-1234');
    await page.getByLabel('Total').fill('12.50');
    await page.locator('loyalty-receipt input[type=date]').fill('2026-11-20');
    await press(page, 'Submit');
    await expect
      .poll(() => member.claims.at(-1))
      .toMatchObject({ receipt: 'R-1234', cents: 1_250, day: '2026-11-20' });
    await shown(() => read('loyalty-receipt')).toMatch(/R-1234 In review/);
  });
});

describe.each(DIALECT_NAMES)('the story of a shop on the %s service', (name) => {
  test('a claim that the service refuses says why, and costs nothing', async () => {
    const member = await start(name);
    const { page, read } = await visit('<loyalty-rewards></loyalty-rewards>');
    tenant.world.addEntry(member, -2_200, 'expiry', 'Expired elsewhere');
    await press(page, 'Claim Free delivery');
    await press(page, CONFIRM);
    await shown(() => read('loyalty-rewards')).toMatch(/120 more points|Not enough points/);
    expect(await read('loyalty-rewards')).not.toMatch(/didn’t get an answer|charged/);
    expect(tenant.charges).toEqual([]);
  });

  test('a customer claims a benefit', async () => {
    const member = await start(name);
    const { page, read } = await visit('<loyalty-benefits></loyalty-benefits>');
    await press(page, 'Claim Birthday cake');
    await press(page, CONFIRM);
    await shown(() => member.benefits[0]!.state).toBe('held');
    await shown(() => read('loyalty-benefits')).toMatch(/Yours.*Birthday cake/);
    await shown(() => read('loyalty-benefits')).not.toMatch(/Claim Birthday cake/);
  });

  test('a customer saves a product by its id of the shop, sees it on the next page, and removes it', async () => {
    const member = await start(name);
    const heart =
      '<loyalty-wishlist-button product-id="SKU-4714" product-name="Clay Vase"></loyalty-wishlist-button>';
    const first = await visit(heart);
    expect(await first.read('loyalty-wishlist-button')).toContain('not pressed');
    await press(first.page, /Clay Vase/);
    const saved = () => member.lists[0]!.items.map(({ product }) => product.externalId);
    await shown(saved).toContain('SKU-4714');
    const second = await visit(`${heart}<loyalty-wishlist expanded></loyalty-wishlist>`);
    expect(await second.read('loyalty-wishlist')).toContain('Clay Vase');
    expect(await second.read('loyalty-wishlist-button')).toMatch(/(?<!not )pressed/);
    await press(second.page, 'Save Clay Vase to your wishlist');
    await shown(saved).not.toContain('SKU-4714');
    expect(member.lists).toHaveLength(3);
  });

  test('a product that a guest saves joins the list of the customer at sign-in, and makes the list', async () => {
    await start(name);
    const newcomer = tenant.world.member('1002');
    const heart =
      '<loyalty-wishlist-button product-id="SKU-4713" product-name="Brass Lamp"></loyalty-wishlist-button>';
    const guest = await visit(heart, '');
    await press(guest.page, /Brass Lamp/);
    await shown(() => guest.read('loyalty-wishlist-button')).toMatch(/(?<!not )pressed/);
    expect(newcomer.lists).toEqual([]);
    // The same browser: the page now has a signed customer.
    shop.write({
      body: providerOf(tenant, '1002', '', hexSignature(tenant, '1002')) + heart,
      before: script,
    });
    await guest.page.reload();
    await shown(() => newcomer.lists.map(({ items }) => items.length)).toEqual([1]);
    expect(newcomer.lists[0]!.definition.kind).toBe('wishes');
    expect(await guest.read('loyalty-wishlist-button')).toMatch(/(?<!not )pressed/);
  });

  test('a customer creates a gift registry', async () => {
    const member = await start(name);
    const { page, read } = await visit(
      '<loyalty-lists list-url="/list?{handle}" registries></loyalty-lists>',
    );
    await press(page, 'New list');
    await page.getByLabel('Name of the list').fill('Our wedding');
    await page.getByLabel('Type of list').selectOption('registry');
    await page.getByLabel('Date of the event').fill('2099-06-01');
    await press(page, 'Create list');
    await shown(() => member.lists.at(-1)!.name).toBe('Our wedding');
    expect(member.lists.at(-1)).toMatchObject({ definition: { kind: 'registry' }, eventDay: '2099-06-01' });
    await shown(() => read('loyalty-lists')).toContain('Our wedding created');
  });

  test('a customer who got the link reserves on the registry, and its owner sees the number', async () => {
    const member = await start(name);
    const registry = member.lists[1]!;
    const share = registry.shares[0]!.handle;
    const giver = await visit(`<loyalty-shared-list share="${share}"></loyalty-shared-list>`, '1002');
    await press(giver.page, 'Reserve Ash Stool');
    await giver.page.getByLabel('Your name').fill('Bo');
    await giver.page.getByLabel('How many').fill('2');
    await press(giver.page, 'Reserve');
    await shown(() => registry.items[1]!.reservations.map(({ quantity }) => quantity)).toEqual([2]);
    await shown(() => giver.read('loyalty-shared-list')).toMatch(
      /Ash Stool.*1 of 4 still wanted.*You reserved 2/,
    );
    const owner = await visit(`<loyalty-registry list="${String(registry.id)}"></loyalty-registry>`);
    expect(await owner.read('loyalty-registry')).toMatch(/Ash Stool.*2 of 4 reserved, 1 bought/);
  });

  test('a customer changes the birthday', async () => {
    const member = await start(name);
    const { page, read } = await visit('<loyalty-dates></loyalty-dates>');
    await page.locator('loyalty-dates input').first().fill('1991-06-15');
    await press(page, /^Save date/);
    await shown(() => member.dates[0]!.day).toBe('1991-06-15');
    await shown(() => read('loyalty-dates')).toContain('Birthday saved');
  });

  test('a customer writes a day that the service does not have yet', async () => {
    await start(name);
    const newcomer = tenant.world.member('1002');
    const { page, read } = await visit('<loyalty-dates names="Wedding"></loyalty-dates>', '1002');
    await page.locator('loyalty-dates input').first().fill('2019-08-24');
    await press(page, /^Save date/);
    await shown(() => newcomer.dates.map(({ day }) => day)).toEqual(['2019-08-24']);
    await shown(() => read('loyalty-dates')).toContain('Wedding saved');
  });

  test('the history shows each of 39 entries once', async () => {
    await start(name);
    const { page, read } = await visit('<loyalty-history></loyalty-history>');
    const more = page.getByRole('button', { name: 'Show more' });
    for (let pages = 0; pages < 5 && (await more.isVisible()); pages += 1) {
      await more.click();
      await read('loyalty-history');
    }
    const orders = [...(await read('loyalty-history')).matchAll(/Order (\d+)/g)].map(([, number]) => number);
    expect(orders).toHaveLength(38);
    expect(new Set(orders).size).toBe(38);
  });

  test('an event of the page reaches the service with the consent of the customer', async () => {
    const member = await start(name);
    const data = `data-loyalty-data='{ "season": "spring" }'`;
    const { page } = await visit(
      `<loyalty-events consent></loyalty-events><button data-loyalty-event="lookbook-opened" ${data}>Lookbook</button>`,
    );
    await press(page, 'Lookbook');
    await shown(() => member.events).toEqual([{ name: 'lookbook-opened', data: { season: 'spring' } }]);
  });
});
