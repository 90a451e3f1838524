import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailSink, type MailSink } from '../../demo/mail-sink.ts';
import {
  openPage,
  openShop,
  shownIn,
  signIn,
  signInToDashboard,
  type OpenShop,
} from '../support/shop-open.ts';

const CODE = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/;

describe('birthday gift', () => {
  let shop: OpenShop;
  let sink: MailSink;
  let origin: string;
  beforeAll(async () => {
    sink = await startMailSink();
    shop = await openShop({ mail: { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' } });
    origin = new URL(shop.serviceUrl).origin;
    // Prevents a scheduled run during the test: it is started by hand.
    await sql`
      update records set fields = fields || '{"next_run_at": "2999-01-01T00:00:00.000000Z"}' where resource = 'automation'`.execute(
      shop.database.db,
    );
  });
  afterAll(async () => {
    await shop?.close();
    await sink?.stop();
  });

  test('given a customer of tier Lighthouse in the birthday month, when the automation runs, then there is a reward and an e-mail with its code, once a year', async () => {
    const visit = await openPage(shop);
    const { page, context, errors } = visit;
    await signInToDashboard(page, shop);
    await page.getByRole('link', { name: 'Automations' }).click();
    const automation = page.getByRole('row', { name: /^Birthday gift/ });
    expect(await automation.innerText()).toContain('is_birthday_month');

    /** Starts a run, and gives its row when it has ended. */
    const runNow = async (): Promise<string> => {
      const runs = page.locator('section').getByRole('row');
      const before = await runs.count();
      await page
        .getByRole('row', { name: /^Birthday gift/ })
        .first()
        .getByRole('button', { name: 'Run now' })
        .click();
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      await expect
        .poll(async () => {
          await page.reload();
          return [(await runs.count()) > before, await runs.nth(1).innerText()].join(' ');
        })
        .toMatch(/^true [^]*done/);
      return await runs.nth(1).innerText();
    };
    expect(await runNow()).toContain('1 profiles, 1 actions done, 0 failed');
    await page.locator('section').getByRole('link', { name: 'Birthday gift' }).first().click();
    expect(await page.getByRole('row', { name: /profile-1003/ }).innerText()).toMatch(/issue-reward\s+done/);

    await page.getByRole('link', { name: 'Messages' }).click();
    await expect
      .poll(async () => {
        await page.reload();
        return await page.getByRole('row', { name: /Tomás Herrera/ }).innerText();
      })
      .toMatch(/Happy birthday month, Tomás[^]*email[^]*reward\.issued[^]*sent/);

    await page.goto(sink.pageUrl);
    expect(await page.locator('article').innerText()).toContain('tomas.herrera@example.com');
    const mail = await page.frameLocator('article iframe').locator('body').innerText();
    expect(mail).toContain('A gift for your birthday month');
    const [code = ''] = CODE.exec(mail) ?? [];

    const tomas = await openPage(shop);
    await signIn(tomas, shop, 'Tomás');
    await tomas.page.goto(`${shop.url}/account`);
    await expect
      .poll(() => shownIn(tomas.page.locator('loyalty-rewards')))
      .toMatch(/A gift for your birthday month\s+(Yours|until|Expires)/);
    const reward = await shop.database.db
      .selectFrom('rewards')
      .select('profile_id')
      .where('code', '=', code)
      .executeTakeFirst();
    expect(reward?.profile_id).toBe('profile-1003');

    await page.goto(`${origin}/dashboard/automations`);
    expect(await runNow()).toContain('0 profiles');
    await page.goto(sink.pageUrl);
    expect(await page.locator('article').count()).toBe(1);
    expect([...errors, ...tomas.errors]).toEqual([]);
    await tomas.context.close();
    await context.close();
  });
});
