import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import { hashPassword } from '../../../../demo/service/auth/passwords.ts';
import {
  addProduct,
  campaigns,
  deleteCampaign,
  readCampaign,
} from '../../../../src/services/contract/endpoints/index.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { openDashboard, type OpenDashboard } from '../auth/dashboard-session.ts';

const LIST = '/dashboard/campaigns';
const NEW = `${LIST}/new`;
const PASSWORD = 'a long password';

describe('the pages of campaigns', () => {
  let programme: Programme;
  let dashboard: OpenDashboard;
  beforeAll(async () => {
    programme = await openProgramme();
    dashboard = await openDashboard(programme.service, users.administrator);
    await programme.ask(addProduct, { body: { external_id: 'lamp', name: 'Lamp', category: 'Lights' } });
  });
  afterEach(async () => {
    for (const { id } of await all()) await programme.ask(deleteCampaign, { path: { campaign: String(id) } });
  });
  afterAll(() => programme.service.drop());

  const entries = (more: Readonly<Record<string, string>>) =>
    Object.entries({ name: 'Bright days', multiplier: '2', rounding: 'down', is_active: '1', ...more });
  const all = () => programme.ask(campaigns, { query: '?sort=id&page[size]=100' });
  const read = (id: string) => programme.ask(readCampaign, { path: { campaign: id } });
  const add = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
    expect((await dashboard.submit(NEW, LIST, entries(more))).status).toBe(303);
    return String(Math.max(...(await all()).map(({ id }: { id: number }) => id)));
  };
  const lamps = async (at: string) =>
    programme.buy(60, {
      profile_id: await programme.join(),
      transacted_at: at,
      items: [{ product_id: 'lamp', quantity: 1, price: '60.00' }],
    });
  /** Signs in somebody with a role of these permissions, which `permit` changes. */
  async function enter(username: string, permissions: readonly string[]) {
    const { db } = programme.service;
    await sql`insert into roles (name, handle, permissions) values (${username}, ${username}, ${permissions})`.execute(
      db,
    );
    await sql`insert into users (username, name, is_machine, is_active, password_hash, roles)
      values (${username}, ${username}, false, true, ${await hashPassword(PASSWORD)}, ${[username]})`.execute(
      db,
    );
    return {
      ...(await openDashboard(programme.service, { username, password: PASSWORD })),
      permit: (now: readonly string[]) =>
        sql`update roles set permissions = ${now} where handle = ${username}`.execute(db),
    };
  }

  it('add a campaign once for a form that is sent twice', async () => {
    const before = (await all()).length;
    const form = [
      ...(await dashboard.fieldsOf(NEW, LIST)),
      ...entries({ categories: 'Lights\r\n Cups \r\n' }),
    ];
    const answers = await Promise.all([dashboard.post(LIST, form), dashboard.post(LIST, form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const stored = await all();
    expect(stored).toHaveLength(before + 1);
    expect(stored.at(-1)).toMatchObject({ multiplier: '2', categories: ['Lights', 'Cups'], is_active: true });
    expect((await dashboard.get(LIST)).text).toMatch(/Bright days[\s\S]*2 times the points[\s\S]*Running/);
  });

  it('change what was entered, and nothing else', async () => {
    const id = await add({ starts_at: '2026-01-02T03:04' });
    const page = `${LIST}/${id}`;
    expect(await read(id)).toMatchObject({ starts_at: '2026-01-02T03:04:00.000000Z' });
    expect((await dashboard.get(page)).text).toContain('value="2026-01-02T03:04"');
    const changed = entries({
      starts_at: '2026-01-02T03:04',
      multiplier: '',
      bonus_points: '5',
      bonus_per: 'piece',
    });
    expect((await dashboard.submit(page, page, changed)).status).toBe(303);
    expect(await read(id)).toMatchObject({
      starts_at: '2026-01-02T03:04:00.000000Z',
      multiplier: null,
      bonus_points: 5,
      bonus_per: 'piece',
    });
    expect((await dashboard.get(LIST)).text).toContain('5 points for each piece');
  });

  it('keep what was entered and refused', async () => {
    const answer = await dashboard.submit(NEW, LIST, entries({ multiplier: '2', bonus_points: '7' }));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('A campaign has either a multiplier or bonus_points');
    expect(answer.text).toContain('value="7"');
  });

  it('end a campaign that runs: purchases from then on do not count', async () => {
    const id = await add({ categories: 'Lights' });
    const page = `${LIST}/${id}`;
    expect((await dashboard.submit(page, `${page}/end`, [])).status).toBe(303);
    expect(Date.parse((await read(id)).ends_at)).toBeLessThanOrEqual(Date.now());
    const { text } = await dashboard.get(page);
    expect(text).toContain('Ended');
    expect(text).not.toContain(`${page}/end`);
  });

  it('preview what purchases of these days, both included, would have earned, and store nothing', async () => {
    for (const at of [
      '2019-03-04T23:59:59Z',
      '2019-03-05T00:00:00Z',
      '2019-03-06T23:59:59Z',
      '2019-03-07T00:00:00Z',
    ])
      await lamps(at);
    const before = await all();
    const days = { from: '2019-03-05', until: '2019-03-06', do: 'preview' };
    const answer = await dashboard.submit(NEW, LIST, entries({ multiplier: '3', ...days }));
    expect(answer.status).toBe(200);
    const said = answer.text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(said).toContain('Preview of 2 purchases Earned 120 Would have earned 360 Difference +240');
    expect(answer.text).toContain('value="3"');
    expect(await all()).toEqual(before);
    const none = await dashboard.submit(
      NEW,
      LIST,
      entries({ ...days, from: '2018-01-01', until: '2018-01-02' }),
    );
    expect(none.text).toContain('There is no purchase in these days.');
  });

  it.each([
    [{ from: '', until: '2019-03-06' }, 'Choose the first day.'],
    [{ from: '2019-03-06', until: 'soon' }, 'Choose the last day.'],
    [{ from: '2019-03-06', until: '2019-03-05' }, 'The last day is before the first one.'],
    [{ from: '2019-03-06', until: '2019-03-06', multiplier: '1' }, 'multiplier'],
  ])('refuse a preview with %j', async (sent, message) => {
    const answer = await dashboard.submit(NEW, LIST, entries({ do: 'preview', ...sent }));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
  });

  it('are read with configuration.read, and changed with configuration.write alone', async () => {
    const id = await add();
    const page = `${LIST}/${id}`;
    const clerk = await enter('clerk', ['configuration.read', 'configuration.write']);
    const forms = {
      [LIST]: await clerk.fieldsOf(NEW, LIST),
      [page]: await clerk.fieldsOf(page, page),
      [`${page}/end`]: await clerk.fieldsOf(page, `${page}/end`),
    };
    await clerk.permit(['configuration.read']);
    for (const shown of [LIST, page]) {
      const { status, text } = await clerk.get(shown);
      expect([shown, status]).toEqual([shown, 200]);
      expect(text).not.toMatch(/Add campaign|>Save<|\/end"|>Preview</);
    }
    expect((await clerk.get(NEW)).status).toBe(403);
    const before = await all();
    for (const [action, fields] of Object.entries(forms)) {
      const { status, text } = await clerk.post(action, [...fields, ...entries({ name: 'Mine' })]);
      expect([action, status]).toEqual([action, 403]);
      expect(text).not.toContain('was not sent from a page');
    }
    expect(await all()).toEqual(before);
    await clerk.permit([]);
    for (const shown of [LIST, page, NEW])
      expect([shown, (await clerk.get(shown)).status]).toEqual([shown, 403]);
  });

  it('preview purchases for those who may read purchases alone', async () => {
    const { external_id } = await lamps('2018-03-05T10:00:00Z');
    const seller = await enter('seller', ['configuration.read', 'configuration.write', 'commerce.read']);
    const preview = entries({ do: 'preview', from: '2018-03-05', until: '2018-03-05' });
    expect((await seller.get(NEW)).text).toContain('>Preview<');
    expect((await seller.submit(NEW, LIST, preview)).text).toContain(external_id);
    await seller.permit(['configuration.read', 'configuration.write']);
    const { text } = await seller.get(NEW);
    expect(text).toContain('>Add campaign<');
    expect(text).not.toContain('>Preview<');
    const refused = await seller.submit(NEW, LIST, preview);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain(external_id);
  });
});
