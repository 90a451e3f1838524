import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customers, memberNumber } from '../../demo/sample/customers.ts';
import { scanPicture } from '../support/scan-picture.ts';
import { openPage, openShop, signIn, type OpenShop, type Watched } from '../support/shop-open.ts';

const numberOf = (name: string): string =>
  memberNumber(customers.find(({ firstName }) => firstName === name)!);
const MARA = numberOf('Mara');
const BOTH = [`Code128 ${MARA}`, `QRCode ${MARA}`];

describe('the card for the till', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const open = ({ page }: Watched) => page.goto(`${shop.url}/account/card`);
  const card = ({ page }: Watched) => page.locator('main loyalty-card');
  const press = async (visit: Watched) => {
    await card(visit).getByRole('button', { name: 'Show at the till' }).click();
    await card(visit).getByRole('img', { name: 'QR code of member number' }).waitFor();
  };
  const scanned = async ({ page }: Watched) => scanPicture(await page.screenshot());
  /** Closes the card, and waits until its history entry is left: that navigation would end a later one. */
  const close = async ({ page }: Watched) => {
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !history.state?.loyaltyCard);
  };

  test.each([
    ['a small phone', { viewport: { width: 320, height: 568 }, deviceScaleFactor: 2 }, ''],
    ['a small window', { viewport: { width: 320, height: 700 }, deviceScaleFactor: 1 }, ''],
    [
      'a phone in dark mode',
      { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2.625, colorScheme: 'dark' },
      '',
    ],
    [
      'a page from right to left',
      { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 },
      'document.documentElement.dir = "rtl"',
    ],
    [
      'a page with text of twice the size',
      { viewport: { width: 320, height: 1_000 }, deviceScaleFactor: 2 },
      'document.documentElement.style.fontSize = "200%"',
    ],
    ['a large screen', { viewport: { width: 1280, height: 900 } }, ''],
  ] as const)('has codes that a scanner reads on %s', async (_, options, script) => {
    const visit = await openPage(shop, options);
    await signIn(visit, shop, 'Mara');
    await open(visit);
    await visit.page.evaluate(script);
    await press(visit);
    await expect.poll(() => scanned(visit)).toEqual(BOTH);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
  });

  test('opens without a network on a page that is open, and closes with the back button', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    await open(visit);
    const { page, context } = visit;
    const codes = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /card-codes/.test(name)),
      );
    await expect.poll(codes).toBe(true);
    await context.setOffline(true);
    await press(visit);
    await expect.poll(() => scanned(visit)).toEqual(BOTH);
    const address = page.url();
    await page.evaluate(() => history.back());
    await card(visit).getByRole('img').first().waitFor({ state: 'hidden' });
    expect(page.url()).toBe(address);
    await context.close();
  });

  test('shows the last card where the page comes and the service does not answer, until the customer signs out', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    await open(visit);
    await card(visit).getByText(MARA).first().waitFor();
    await visit.page.route(`${shop.serviceUrl}/**`, (route) => route.abort());
    await visit.page.reload();
    await card(visit)
      .getByText(/^As of /)
      .first()
      .waitFor();
    await press(visit);
    await expect.poll(() => scanned(visit)).toEqual(BOTH);
    await close(visit);

    await visit.page.goto(`${shop.url}/account`);
    await visit.page.locator('#main').getByRole('button', { name: 'Sign out' }).click();
    await open(visit);
    await card(visit).getByText('Sign in to see your card.').waitFor();
    const stored = () => visit.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    await expect.poll(stored).not.toContain(MARA);

    await signIn(visit, shop, 'Noor');
    await open(visit);
    await card(visit).getByText('Couldn’t load your card.').waitFor();
    expect(await visit.page.content()).not.toContain(MARA);
    await visit.page.unroute(`${shop.serviceUrl}/**`);
    await card(visit).getByRole('button', { name: 'Try again' }).click();
    await card(visit).getByText(numberOf('Noor')).first().waitFor();
    await visit.context.close();
  });
});
