import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../demo/sample/users.ts';
import { signingKeys } from '../../demo/service/events/signing-keys.ts';
import { openPage, openShop, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';
import { checkWidths } from '../support/page-widths.ts';

const { username, password } = users.administrator;

const picture = (page: Page, name: string) => checkWidths(page, `dashboard-${name}`);

/** Answers requests for pictures of another host. */
const stubPictures = (page: Page) =>
  page.route('https://pictures.example/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="#7fb59c" d="M0 0h4v3H0z"/><circle cx="2" cy="1.5" r=".8" fill="#fff"/></svg>`,
    }),
  );

describe('dashboard', () => {
  let shop: OpenShop;
  let origin: string;
  beforeAll(async () => {
    shop = await openShop();
    origin = new URL(shop.serviceUrl).origin;
  });
  afterAll(() => shop?.close());

  async function open() {
    const visit = await openPage(shop);
    const consoleErrors: string[] = [];
    visit.page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text());
    });
    await visit.page.goto(`${origin}/dashboard`);
    return { ...visit, consoleErrors };
  }
  async function submitSignIn(page: Page, given = password) {
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill(given);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  async function openOverview() {
    const visit = await open();
    await submitSignIn(visit.page);
    await visit.page.getByRole('heading', { name: 'Overview' }).waitFor();
    return visit;
  }

  test('asks to sign in, refuses a wrong password, and hides its cookie from scripts', async () => {
    const { page, context } = await open();
    await picture(page, 'sign-in');
    await submitSignIn(page, 'not the password');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('The user name or the password is wrong.');
    await submitSignIn(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const cookies = await context.cookies();
    expect(cookies.map(({ name }) => name)).toEqual(['dashboard_session']);
    expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/dashboard' });
    await picture(page, 'overview');
    await context.close();
  });

  test('adds an API token in Settings, shows its value once, and the token has the chosen scopes', async () => {
    const { page, context, errors, consoleErrors } = await openOverview();
    await page.getByRole('link', { name: 'API tokens' }).first().click();
    await page.getByRole('link', { name: 'Add token' }).click();
    await picture(page, 'add-token');
    await page.getByLabel('Name').fill('till <b>Amsterdam</b>');
    await page.getByRole('group', { name: 'configuration' }).getByLabel('Read').check();
    await page.getByRole('button', { name: 'Add token' }).click();
    const value = await page.locator('.secret code').innerText();
    await picture(page, 'token-added');
    const statusOf = async (path: string) =>
      (await fetch(`${shop.serviceUrl}${path}`, { headers: { Authorization: `Bearer ${value}` } })).status;
    expect(await statusOf('/v3/rewards/definitions')).toBe(200);
    expect(await statusOf('/v3/users')).toBe(403);

    // A reload sends the form again: it adds no second token, and does not show the value.
    await page.reload();
    expect(await page.locator('main').innerText()).toContain('cannot be shown again');
    expect(await page.content()).not.toContain(value);
    await page.getByRole('link', { name: 'Done' }).click();
    const rows = page.getByRole('row', { name: /till/ });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    expect(await rows.innerText()).toContain('till <b>Amsterdam</b>');
    expect(await page.content()).not.toContain(value);
    await picture(page, 'tokens');

    await rows.getByText('Delete', { exact: true }).click();
    await rows.getByRole('button', { name: /^Delete till/ }).click();
    await page.getByText('There is no token yet.').waitFor();
    expect(await statusOf('/v3/rewards/definitions')).toBe(401);
    expect([...errors, ...consoleErrors]).toEqual([]);
    await context.close();
  });

  test('shows the errors of a form, and keeps the entered values', async () => {
    const { page, context } = await openOverview();
    await page.goto(`${origin}/dashboard/settings/tokens/new`);
    await page.getByLabel('Name').fill('without scopes');
    await page.getByRole('button', { name: 'Add token' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('scopes');
    expect(await page.getByLabel('Name').inputValue()).toBe('without scopes');
    await context.close();
  });

  test('edits picture, texts and cost of a reward, and the shop shows the change', async () => {
    const { page, context, errors } = await openOverview();
    await stubPictures(page);
    await page.getByRole('link', { name: 'Rewards', exact: true }).click();
    await picture(page, 'rewards');
    await page.getByRole('link', { name: /Free delivery/ }).click();
    await page.getByLabel('Name').first().fill('Delivery on the house');
    await page.getByLabel('Cost in points').fill('175');
    await page.getByLabel('Picture').fill('https://pictures.example/van.png');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The shop shows it now.').waitFor();
    await picture(page, 'reward');

    const visit = await openPage(shop);
    await stubPictures(visit.page);
    await signIn(visit, shop, 'Mara');
    await visit.page.goto(`${shop.url}/account`);
    const rewards = visit.page.locator('loyalty-rewards');
    await rewards.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => shownIn(rewards)).toContain('Delivery on the house');
    expect(await shownIn(rewards)).toMatch(/175\s+points/);
    // In the list of offers, and in the list of claimed rewards.
    const pictures = rewards.locator('img[src="https://pictures.example/van.png"]');
    expect(await pictures.count()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await visit.context.close();
    await context.close();
  });

  test('previews a campaign before it is added, adds it and ends it', async () => {
    const { page, context, errors, consoleErrors } = await openOverview();
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    const sample = page.getByRole('row', { name: /Double points for tableware/ });
    expect(await sample.innerText()).toMatch(/2 times the points[\s\S]*Running/);
    await page.getByRole('link', { name: 'Add campaign' }).click();
    await page.locator('[name=name]').fill('Bright days');
    await page.locator('[name=multiplier]').fill('3');
    const { db } = shop.database;
    // A day before all purchases of the sample, which reach back eight years from today.
    await sql`insert into transactions (external_id, transacted_at, total, currency, content_hash, fields)
      values ('lamp-of-2001', '2001-03-05T10:00:00Z', 60, 'EUR', '\\x00', '{}')`.execute(db);
    await page.getByLabel('First day').fill('2001-03-05');
    await page.getByLabel('Last day').fill('2001-03-05');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('status');
    await expect.poll(() => preview.innerText()).toMatch(/60[\s\S]*180[\s\S]*\+120/);
    await picture(page, 'campaign-preview');
    await page.getByRole('button', { name: 'Add campaign' }).click();
    await page.getByText('Saved.').waitFor();
    await picture(page, 'campaign');
    await page.getByText('End', { exact: true }).click();
    await page.getByRole('button', { name: 'End Bright days now' }).click();
    await page.getByText('Ended', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
    const row = page.getByRole('row', { name: /Bright days/ });
    expect(await row.innerText()).toMatch(/3 times the points[\s\S]*Ended/);
    await picture(page, 'campaigns');
    expect([...errors, ...consoleErrors]).toEqual([]);
    await context.close();
  });

  test('shows jobs with progress bar, rate and remaining time, and refreshes until that is switched off', async () => {
    const { page, context, consoleErrors } = await openOverview();
    const { db } = shop.database;
    const now = Date.now();
    const job = (fields: object) =>
      sql<{ id: number }>`
      insert into records (resource, fields) values ('import-job', ${JSON.stringify(fields)}::jsonb) returning id`.execute(
        db,
      );
    const started = { started_at: new Date(now - 60_000), begun_at: new Date(now - 10_000), begun_from: 0 };
    const common = { model: 'profile', file_name: 'people.csv', load: 'a', failures: [] };
    await job({ ...common, ...started, part: 1, status: 'done', total: 1_000, done: 988, failed: 12 });
    const { rows } = await job({
      ...common,
      ...started,
      part: 2,
      status: 'running',
      total: 1_000,
      done: 400,
      failed: 0,
    });
    const second = rows[0]?.id ?? 0;
    await job({
      model: 'order',
      file_name: 'orders-2025.ndjson',
      status: 'paused',
      total: 80,
      done: 20,
      failed: 0,
    });
    await sql`
      insert into batches (endpoint, records, total, user_id, scopes, status, position, failures)
      values ('profile.tags.batch.store', '[]', 240, 1, '{*}', 'done', 240, '[{"index":3,"message":"no"}]')`.execute(
      db,
    );
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    const row = page.getByRole('row', { name: /people\.csv/ });
    expect(await page.getByRole('row', { name: /people\.csv/ }).count()).toBe(1);
    expect(await row.innerText()).toMatch(/1,400 of 2,000, \d+\/s, \d+ s left/);
    const bar = page.getByRole('progressbar', { name: 'people.csv' });
    expect(await bar.evaluate((progress: HTMLProgressElement) => [progress.value, progress.max])).toEqual([
      1_400, 2_000,
    ]);
    const finished = page.getByRole('row', { name: /Batch/ });
    expect(await finished.innerText()).not.toContain('left');
    await picture(page, 'jobs');

    await sql`update records set fields = fields || '{"done": 700}' where id = ${second}`.execute(db);
    await expect.poll(() => row.innerText()).toContain('1,700 of 2,000');
    await page.getByRole('link', { name: 'Stop refreshing' }).click();
    await page.getByRole('link', { name: 'Refresh automatically' }).waitFor();
    const paused = await page.request.get(page.url());
    expect(paused.headers()['refresh']).toBeUndefined();
    await sql`update records set fields = fields || '{"done": 1000, "status": "done"}' where id = ${second}`.execute(
      db,
    );
    // When all jobs have ended the page does not refresh any more.
    const ended = await page.request.get(`${origin}/dashboard/jobs`);
    expect(ended.headers()['refresh']).toBeUndefined();
    expect(await ended.text()).not.toContain('refreshes every');
    expect(consoleErrors).toEqual([]);
    await context.close();
  });

  test('creates a signing key, shows its value once, and the old key still signs', async () => {
    const { page, context, consoleErrors } = await openOverview();
    const { db } = shop.database;
    const { rows } = await sql<{ id: number }>`
      insert into records (resource, fields) values ('webhook', ${JSON.stringify({
        trigger: 'reward.claimed',
        url: 'https://till.example.com/hook',
        namespace: 'till',
        is_active: true,
      })}::jsonb) returning id`.execute(db);
    const owner = `webhook:${rows[0]?.id}`;
    const [first = ''] = await signingKeys(db, owner);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await picture(page, 'webhooks');
    await page.getByRole('link', { name: 'Signing keys' }).click();
    const row = page.getByRole('row', { name: /reward\.claimed/ });
    expect(await row.innerText()).toContain(`whsec_…${first.slice(-5)}`);
    await row.getByText('New key', { exact: true }).click();
    await picture(page, 'signing-keys');
    await row.getByRole('button', { name: 'Create a new key' }).click();
    const value = await page.locator('.secret code').innerText();
    await picture(page, 'signing-key-created');
    expect(await signingKeys(db, owner)).toEqual([value, first]);

    // A reload sends the form again: it creates no second key, and does not show the value.
    await page.reload();
    await page.getByText('cannot be shown again').waitFor();
    expect(await page.content()).not.toContain(value);
    expect(await signingKeys(db, owner)).toEqual([value, first]);
    await page.getByRole('link', { name: 'Done' }).click();
    await expect.poll(() => row.innerText()).toMatch(/signs until/);
    expect(await page.content()).not.toContain(value);
    expect(await page.content()).not.toContain(first);
    await picture(page, 'signing-keys-two');
    expect(consoleErrors).toEqual([]);
    await context.close();
  });

  test('finds a member, gives points with a reason, and undoes a claim', async () => {
    const { page, context, errors, consoleErrors } = await openOverview();
    await page.getByRole('link', { name: 'Members', exact: true }).first().click();
    await page.getByLabel(/Name, e-mail/).fill('mara');
    await page.getByRole('button', { name: 'Search' }).click();
    await picture(page, 'members');
    await page.getByRole('link', { name: /Mara/ }).click();
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await page.getByLabel('Points').fill('40');
    await page.getByLabel('Reason').first().fill('Late parcel');
    await page.getByRole('button', { name: 'Change the points' }).click();
    await page.getByRole('status').waitFor();
    await page
      .getByRole('row', { name: /Late parcel/ })
      .getByText('+40')
      .waitFor();
    await picture(page, 'member');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'member-dark');

    const open = page.getByRole('row').filter({ hasText: 'Undo' }).first();
    await open.getByText('Undo', { exact: true }).click();
    await open.getByLabel('Reason').fill('Wrong size');
    await picture(page, 'member-undo');
    await open.getByRole('button', { name: /^Undo / }).click();
    await page.getByText('The claim was undone.').waitFor();
    await page.getByRole('row', { name: /Wrong size/ }).waitFor();
    expect([...errors, ...consoleErrors]).toEqual([]);
    await context.close();
  });

  test('signs out: the cookie is invalid afterwards', async () => {
    const { page, context } = await openOverview();
    const [cookie] = await context.cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const headers = { Cookie: `dashboard_session=${cookie?.value}` };
    const answer = await fetch(`${origin}/dashboard`, { headers, redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain('/dashboard/sign-in');
    await context.close();
  });
});
