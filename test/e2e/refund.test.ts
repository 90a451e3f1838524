import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailSink, type MailSink } from '../../demo/mail-sink.ts';
import { openPage, openShop, shownIn, signIn, addApiToken, type OpenShop } from '../support/shop-open.ts';

/** Transactional, so it needs no opt-in: the sample customer has given none. */
const EMAIL = {
  transactional: true,
  subject: 'Your refund, {{ profile.first_name }}',
  text: 'Points taken back: {{ data.points_taken }}',
};

describe('refund', () => {
  let shop: OpenShop;
  let sink: MailSink;
  let origin: string;
  beforeAll(async () => {
    sink = await startMailSink();
    shop = await openShop({ mail: { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' } });
    origin = new URL(shop.serviceUrl).origin;
  });
  afterAll(async () => {
    await shop?.close();
    await sink?.stop();
  });

  test('given a purchase of 900, when it is refunded, then the shop shows points and tier as before the purchase, and an e-mail is sent', async () => {
    const { page, context, errors } = await openPage(shop);
    // The message has the name of the customer.
    const token = await addApiToken(page, shop, {
      commerce: 'Write',
      automation: 'Write',
      profiles: 'Read',
    });
    const send = async (path: string, body: object) => {
      const response = await fetch(shop.serviceUrl + path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { data: { id: string } };
      expect(response.ok, JSON.stringify(answer)).toBe(true);
      return answer.data;
    };
    const target = await send('/v3/targets', { name: 'Refund e-mail', type: 'email', settings: EMAIL });
    const trigger = await send('/v3/triggers', {
      name: 'Purchase was refunded',
      event: 'transaction.refunded',
      is_active: true,
    });
    await send(`/v3/triggers/${trigger.id}/actions`, {
      type: 'message',
      target_id: target.id,
      is_active: true,
      position: 0,
    });

    const mara = await openPage(shop);
    await signIn(mara, shop, 'Mara');
    /** Reloads the account page, and gives the text of the status: tier, points and all tiers. */
    const account = async () => {
      await mara.page.goto(`${shop.url}/account`);
      const status = mara.page.locator('main loyalty-status');
      await expect.poll(() => shownIn(status)).toMatch(/\d/);
      // The month since when the customer has the tier changes when it is lost and reached again.
      return (await shownIn(status)).replace(/since .*\n/, '');
    };
    const before = await account();
    const purchase = { profile_id: 'profile-1002', currency: 'EUR' };
    await send('/v3/transactions', {
      ...purchase,
      external_id: 'till-1',
      total: 900,
      transacted_at: new Date().toISOString(),
    });
    // The customer has 4,680 tier points: 900 more reach the tier Lighthouse.
    expect(await account()).toMatch(/^Lighthouse[^]*3,180/);
    await send('/v3/transactions', {
      ...purchase,
      external_id: 'till-2',
      refund_of: 'till-1',
      total: -900,
      transacted_at: new Date().toISOString(),
    });
    expect(await account()).toEqual(before);

    await page.goto(`${origin}/dashboard`);
    await page.getByRole('link', { name: 'Messages' }).click();
    await expect
      .poll(async () => {
        await page.reload();
        return await page.locator('main').innerText();
      })
      .toMatch(/Your refund, Mara[^]*email[^]*transaction\.refunded[^]*sent/);
    await page.goto(sink.pageUrl);
    expect(await page.locator('article').innerText()).toContain('mara.lindqvist@example.com');
    const mail = await page.frameLocator('article iframe').locator('body').innerText();
    expect(mail).toContain('Points taken back: 900');
    expect([...errors, ...mara.errors]).toEqual([]);
    await mara.context.close();
    await context.close();
  });
});
