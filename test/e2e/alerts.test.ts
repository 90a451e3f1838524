import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailSink, type MailSink } from '../../demo/mail-sink.ts';
import { products } from '../../demo/sample/products.ts';
import { openPage, openShop, signIn, addApiToken, type OpenShop } from '../support/shop-open.ts';

const lamp = products.find(({ id }) => id === 'hp-1002')!;

describe('an alert', () => {
  let shop: OpenShop;
  let sink: MailSink;
  beforeAll(async () => {
    sink = await startMailSink();
    shop = await openShop({ mail: { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' } });
  });
  afterAll(async () => {
    await shop?.close();
    await sink?.stop();
  });

  test('is asked for on a product page, sends a mail when the price is lowered, and ends by its link', async () => {
    const staff = await openPage(shop);
    const token = await addApiToken(staff.page, shop, { commerce: 'Write' });
    const setPrice = async (price: string) => {
      const { status } = await fetch(`${shop.serviceUrl}/v3/products/${lamp.id}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ price }),
      });
      expect(status).toBe(200);
    };

    const mara = await openPage(shop);
    await signIn(mara, shop, 'Mara');
    const alert = mara.page.locator('main loyalty-alert');
    const bell = alert.getByRole('button', { name: `Tell me when it costs less: ${lamp.name}` });
    const isPressed = () => bell.getAttribute('aria-pressed');
    const open = () => mara.page.goto(`${shop.url}/products/${lamp.handle}`);
    await open();
    await bell.click();
    await expect.poll(isPressed).toBe('true');
    await alert.getByText('We’ll send you a message. Press again to stop.').waitFor();
    await open();
    await expect.poll(isPressed).toBe('true');

    const lower = (Number(lamp.price) - 10).toFixed(2);
    await setPrice(lower);
    await expect.poll(() => sink.received.length, { timeout: 60_000 }).toBe(1);
    const [mail] = sink.received;
    expect([mail!.subject, mail!.to]).toEqual([
      `${lamp.name} costs less now`,
      ['mara.lindqvist@example.com'],
    ]);
    expect(mail!.text).toContain(`costs €${lower} now`);

    const [address = ''] = /http:\S+\/alerts\/\S+/.exec(mail!.text) ?? [];
    const link = await openPage(shop);
    await link.page.goto(address);
    await link.page.getByRole('button', { name: 'Stop these messages' }).click();
    await link.page.getByText('You get no more messages about this product:').waitFor();
    await open();
    await alert.getByText('We’ll send you a message.', { exact: true }).waitFor();
    await expect.poll(isPressed).toBe('false');
    expect([...staff.errors, ...mara.errors, ...link.errors]).toEqual([]);
  });

  test('of a product that is sold out tells that it is back', async () => {
    const { page, errors } = await openPage(shop);
    await signIn({ page, errors, context: page.context(), calls: [] }, shop, 'Noor');
    const soldOut = products.find(({ id }) => id === 'hp-1134')!;
    await page.goto(`${shop.url}/products/${soldOut.handle}`);
    const bell = page
      .locator('main loyalty-alert')
      .getByRole('button', { name: `Tell me when it’s back: ${soldOut.name}` });
    await bell.click();
    await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('true');
    expect(errors).toEqual([]);
  });
});
