import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailSink, type MailSink } from '../../demo/mail-sink.ts';
import { products } from '../../demo/sample/products.ts';
import { openPage, openShop, addApiToken, type OpenShop } from '../support/shop-open.ts';

const lamp = products.find(({ id }) => id === 'hp-1002')!;

describe('the alert of a guest', () => {
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

  test('is confirmed by the link in a mail, sends a mail when the price is lowered, and ends by its link', async () => {
    const staff = await openPage(shop);
    const token = await addApiToken(staff.page, shop, { commerce: 'Write' });
    const lower = (Number(lamp.price) - 10).toFixed(2);

    const guest = await openPage(shop);
    const ask = async (email: string, mails: number) => {
      await guest.page.goto(`${shop.url}/products/${lamp.handle}`);
      const alert = guest.page.locator('main loyalty-alert');
      await alert.getByRole('button', { name: `Tell me when it costs less: ${lamp.name}` }).click();
      await alert.getByLabel('Email').fill(email);
      await alert.getByRole('button', { name: 'Send me a link' }).click();
      await alert.getByText('Check your mail: we sent a link to confirm.').waitFor();
      await expect.poll(() => sink.received.length, { timeout: 60_000 }).toBe(mails);
      expect(sink.received[0]).toMatchObject({
        subject: `Please confirm: messages about ${lamp.name}`,
        to: [email],
      });
      return /http:\S+\/alerts\/\S+/.exec(sink.received[0]!.text)![0];
    };
    const confirming = await ask('guest@example.com', 1);
    await ask('never@example.com', 2);

    const link = await openPage(shop);
    await link.page.goto(confirming);
    await link.page.getByRole('button', { name: 'Confirm' }).click();
    await link.page.getByText('Your address is confirmed.').waitFor();

    const { status } = await fetch(`${shop.serviceUrl}/v3/products/${lamp.id}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ price: lower }),
    });
    expect(status).toBe(200);
    await expect.poll(() => sink.received.length, { timeout: 60_000 }).toBe(3);
    const [mail] = sink.received;
    expect([mail!.subject, mail!.to]).toEqual([`${lamp.name} costs less now`, ['guest@example.com']]);
    expect(mail!.text).toContain(`costs €${lower} now`);

    await link.page.goto(/http:\S+\/alerts\/\S+/.exec(mail!.text)![0]);
    await link.page.getByRole('button', { name: 'Stop these messages' }).click();
    await link.page.getByText('You get no more messages about this product:').waitFor();
    const left = await shop.database.db.selectFrom('guest_alerts').select(['email', 'kinds']).execute();
    expect(left).toEqual([{ email: 'never@example.com', kinds: [] }]);
    expect(sink.received.map(({ to }) => to.join())).toEqual([
      'guest@example.com',
      'never@example.com',
      'guest@example.com',
    ]);
    expect([...staff.errors, ...guest.errors, ...link.errors]).toEqual([]);
  });
});
