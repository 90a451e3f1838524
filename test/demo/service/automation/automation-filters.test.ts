import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDueAutomations } from '../../../../demo/service/automation/run.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { mara, openAutomation, type Automation } from '../../../support/service-automation.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

const DAY_MS = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('the query of an automation', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  let ada: string;
  let bo: string;
  beforeAll(async () => {
    let clear: Automation['clear'];
    ({ service, send, add, clear } = await openAutomation());
    await clear();
    ada = (await add(on.addProfile, { first_name: 'Ada', email: 'ada@example.com' })).id;
    bo = (await add(on.addProfile, { first_name: 'Bo', email: 'bo@example.com' })).id;
  });
  afterAll(() => service.drop());

  /** First names of those of the two customers that a query finds. */
  const found = async (query: object): Promise<string[]> => {
    const answer = await send(on.sampleAutomationQuery, { query: { ...query, id: { in: [ada, bo] } } });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data.map(({ first_name }: { first_name: string }) => first_name).sort();
  };

  it('given Ada in the tier Harbour with 1,200 points, finds her by tier and points', async () => {
    await add(on.addPoint, { profile_id: ada, value: 1_200 });
    expect(await found({ tier: 'harbour' })).toEqual(['Ada']);
    expect(await found({ points_available: { gte: 1_200 } })).toEqual(['Ada']);
    expect(await found({ points_earned: { lt: 1 } })).toEqual(['Bo']);
  });

  it('given Ada bought 40 days ago and returned a part, finds her by spend less refunds, purchases and last purchase', async () => {
    const transacted_at = new Date(Date.now() - 40 * DAY_MS).toISOString();
    await add(on.addTransaction, purchase({ profile_id: ada, total: 100, items: [], transacted_at }));
    await add(on.addTransaction, purchase({ profile_id: ada, total: -30, items: [] }));
    await add(
      on.addTransaction,
      purchase({
        profile_id: bo,
        total: 100,
        currency: 'GBP',
        items: [],
        transacted_at: new Date().toISOString(),
      }),
    );
    expect(await found({ spend: { eq: 70 } })).toEqual(['Ada']);
    expect(await found({ days_since_last_purchase: { gt: 30 } })).toEqual(['Ada']);
    expect(await found({ last_purchase_at: { gte: dayAfter(-2) } })).toEqual(['Bo']);
    expect(await found({ purchases: 1 })).toEqual(['Ada', 'Bo']);
  });

  it('given birthdays of Ada in three days and Bo in twenty, finds them by days and by month', async () => {
    const born = (days: number) => `1992${dayAfter(days).slice(4)}`;
    // Born in a leap year, because the day can be 29 February.
    const dates = (days: number, handle?: string) => [
      { name: 'Birthday', date: born(days), is_recurring: '1', ...(handle && { handle }) },
    ];
    await add(on.editProfileDates, dates(3), { profile: ada });
    await add(on.editProfileDates, dates(20, 'birthday'), { profile: bo });
    expect(await found({ birthday_in_days: { lte: 7 } })).toEqual(['Ada']);
    expect(await found({ birthday_in_days: 3 })).toEqual(['Ada']);
    expect(await found({ birthday_in_days: { gte: 8, lte: 30 } })).toEqual(['Bo']);
    const inMonth = [
      ['Ada', 3],
      ['Bo', 20],
    ].filter(([, days]) => dayAfter(Number(days)).slice(5, 7) === dayAfter(0).slice(5, 7));
    expect(await found({ is_birthday_month: true })).toEqual(inMonth.map(([name]) => name));
  });

  it('finds profiles by opt-in, custom field, aggregation and achievement', async () => {
    await add(on.editProfileComms, { email_opt_in: true }, { profile: ada });
    expect(await found({ email_opt_in: true })).toEqual(['Ada']);
    expect(await found({ email_opt_in: false })).toEqual(['Bo']);
    const field = { name: 'Shoe size', handle: 'shoe-size', value: '9' };
    await add(on.addCustomField, field, { model: 'profile', id: ada });
    await add(on.addCustomField, { ...field, value: '41' }, { model: 'profile', id: bo });
    expect(await found({ 'custom_field.shoe-size': '9' })).toEqual(['Ada']);
    expect(await found({ 'custom_field.shoe-size': { gt: 10 } })).toEqual(['Bo']);
    await add(on.editProfileAggregations, [{ handle: 'visits', value: '12' }], { profileId: ada });
    expect(await found({ 'aggregation.visits': { gte: 10 } })).toEqual(['Ada']);
    // An aggregation of the service itself is found by its present value, before anybody has asked for it.
    await add(on.addPoint, { profile_id: bo, value: 33 });
    expect(await found({ 'aggregation.points-available': 33 })).toEqual(['Bo']);
    const badge = await definitionOf(service.db, 'achievement', { handle: 'collector', points_required: 10 });
    await add(on.addPoint, { profile_id: bo, value: 10 });
    expect(badge).toBeGreaterThan(0);
    expect(await found({ 'achievement.collector': true })).toEqual(['Bo']);
  });

  it('refuses an invalid query with the reason', async () => {
    for (const query of [
      { birthday_in_days: 'soon' },
      { 'custom_field.': 1 },
      { shoe: 9 },
      { email_opt_in: 'maybe' },
    ])
      expect((await send(on.sampleAutomationQuery, { query })).status).toBe(422);
  });
});

describe('the names in a stored query', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  beforeAll(async () => {
    ({ service, send, add } = await openAutomation());
    await add(
      on.addCustomField,
      { name: 'Shoe size', handle: 'shoe-size', value: '9' },
      { model: 'profile', id: mara },
    );
    await add(on.editProfileAggregations, [{ handle: 'visits', value: '12' }], { profileId: mara });
    await definitionOf(service.db, 'achievement', { handle: 'collector', points_required: 10 });
    await add(on.addRegion, { name: 'North' });
  });
  afterAll(() => service.drop());

  const automation = (query: object) => ({ name: 'A', schedule: '0 9 * * *', query });

  it.each([
    { tier: 'harbour' },
    { tier: { in: ['harbour', 'shore'] } },
    { tier: { nullable: 1 } },
    { 'achievement.collector': false },
    { 'aggregation.visits': { gte: 3 } },
    { 'aggregation.points-available': { gte: 3 } },
    { 'custom_field.shoe-size': '9' },
  ])('are those of existing records: %j is saved', async (query) => {
    expect((await send(on.addAutomation, automation(query))).status).toBe(200);
  });

  it.each([
    [{ tier: 'harbuor' }, 'query.tier', 'There is no such tier-definition: harbuor.'],
    [{ tier: { in: 'harbour,gold' } }, 'query.tier', 'There is no such tier-definition: gold.'],
    [{ tier: { ne: 'gold' } }, 'query.tier', 'There is no such tier-definition: gold.'],
    [{ region_id: 999_999 }, 'query.region_id', 'There is no such region: 999999.'],
    [
      { 'achievement.colector': true },
      'query.achievement.colector',
      'There is no achievement colector: the nearest one is collector.',
    ],
    [
      { 'aggregation.vists': 1 },
      'query.aggregation.vists',
      'There is no aggregation vists: the nearest one is visits.',
    ],
    [
      { 'custom_field.shoesize': '9' },
      'query.custom_field.shoesize',
      'There is no custom field of a profile shoesize: the nearest one is shoe-size.',
    ],
  ])('are not those of others: %j answers 422, when added, changed and tried', async (query, field, text) => {
    const { id } = await add(on.addAutomation, automation({}));
    for (const answer of [
      await send(on.addAutomation, automation(query)),
      await send(on.editAutomation, { query }, { automation: String(id) }),
      await send(on.sampleAutomationQuery, { query }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [text] }]);
    expect((await send(on.readAutomation, undefined, { automation: String(id) })).body.data.query).toEqual(
      {},
    );
  });

  it.each([
    [
      { model: 'reward', filter: { reward_definition_id: 999_999 } },
      'There is no such reward-definition: 999999.',
    ],
    [{ model: 'reward', filter: { profile_id: 'nobody' } }, 'There is no such profile: nobody.'],
    [{ model: 'webhook', filter: { queue: 'hihg' } }, 'There is no value hihg: the nearest one is high.'],
    [{ model: 'profile', filter: { tier: 'gold' } }, 'There is no such tier-definition: gold.'],
    [{ model: 'reward', filter: { reward_definition_id: 'first' } }, 'The value has to be a number.'],
  ])('are checked in a saved filter: %j answers 422', async (values, text) => {
    const [name] = Object.keys(values.filter);
    const answer = await send(on.addSavedFilter, { name: 'F', ...values });
    expect([answer.status, answer.body.errors]).toEqual([422, { [`filter.${name}`]: [text] }]);
  });

  it('of a saved filter may be gone when only its own name changes', async () => {
    const region = await add(on.addRegion, { name: 'South' });
    const { id } = await add(on.addSavedFilter, {
      name: 'South',
      model: 'profile',
      filter: { region_id: region.id },
    });
    await send(on.deleteRegion, undefined, { region: String(region.id) });
    const path = { savedFilter: String(id) };
    expect((await send(on.editSavedFilter, { name: 'The South' }, path)).status).toBe(200);
    expect((await send(on.editSavedFilter, { filter: { region_id: region.id } }, path)).status).toBe(422);
  });
});

describe('automations and the settings of the programme', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  let clear: Automation['clear'];
  beforeAll(async () => {
    ({ service, send, add, clear } = await openAutomation());
    await clear();
  });
  afterAll(() => service.drop());

  const runs = async (automation: number) =>
    (await send(on.actionHistory, undefined, {})).body.data.filter(
      (one: { type: string; automation_id: number }) =>
        one.type === 'run' && one.automation_id === automation,
    );

  it('run in the time zone of the programme, in summer and in winter, also after it changes', async () => {
    const before = await add(on.addAutomation, { name: 'Morning', schedule: '0 9 * * *' });
    expect(before.next_run_at).toMatch(/T09:00:00/);
    const wrong = await send(on.addSetting, { key: 'programme.timezone', value: 'Europe/Nowhere' });
    expect([wrong.status, wrong.body.errors.value[0]]).toEqual([
      422,
      expect.stringContaining('an IANA time zone, such as'),
    ]);
    const setting = await add(on.addSetting, { key: 'programme.timezone', value: 'Asia/Tokyo' });
    const path = { automation: String(before.id) };
    const next = async () => (await send(on.readAutomation, undefined, path)).body.data.next_run_at;
    expect(await next()).toMatch(/T00:00:00/);
    await add(on.editSetting, { value: 'Europe/Amsterdam' }, { setting: String(setting.id) });
    expect(await next()).toMatch(/T0[78]:00:00/);
    await sql`
      update records set fields = fields || '{"next_run_at": "2026-03-28T08:00:00.000000Z"}' where id = ${before.id}`.execute(
      service.db,
    );
    await startDueAutomations(service.db, new Date('2026-03-28T08:00:05Z'));
    // Summer time began in that night.
    expect(await next()).toMatch(/^2026-03-29T07:00:00/);
  });

  it('with a query for birthdays and no frequency find a profile once a year, however often it moves its birthday', async () => {
    const { id } = await add(on.addAutomation, {
      name: 'Birthday gift',
      schedule: '0 9 * * *',
      query: { birthday_in_days: 0, id: 'profile-1002' },
    });
    await add(
      on.addAutomationAction,
      { type: 'add-tag', settings: { tags: ['celebrated'] } },
      { automation: String(id) },
    );
    for (const day of ['2026-05-01', '2026-05-02']) {
      await sql`delete from records where resource = 'profile-date'`.execute(service.db);
      await add(on.editProfileDates, [{ name: 'Birthday', date: `1990${day.slice(4)}`, is_recurring: '1' }], {
        profile: 'profile-1002',
      });
      await sql`
        update records set fields = fields || jsonb_build_object('next_run_at', ${`${day}T00:00:00.000000Z`}::text) where id = ${id}`.execute(
        service.db,
      );
      await startDueAutomations(service.db, new Date(`${day}T12:00:00Z`));
      await runDueJobs(service);
    }
    expect((await runs(id)).map(({ profiles }: { profiles: number }) => profiles)).toEqual([0, 1]);
  });

  it('with the frequency yearly find a profile once a year; each run is listed with its profiles and actions', async () => {
    const birthday = {
      name: 'Birthday gift',
      schedule: '0 9 1 1 *',
      frequency: 'yearly',
      query: { id: 'profile-1002' },
    };
    const { id } = await add(on.addAutomation, birthday);
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'issue-reward', settings: { reward_definition_id: 1 } }, path);
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['celebrated'] } }, path);
    const runOn = async (day: string) => {
      const next_run_at = `${day}T00:00:00.000000Z`;
      await sql`
        update records set fields = fields || jsonb_build_object('next_run_at', ${next_run_at}::text) where id = ${id}`.execute(
        service.db,
      );
      await startDueAutomations(service.db, new Date(`${day}T12:00:00Z`));
      await runDueJobs(service);
    };
    await runOn('2026-05-01');
    await runOn('2026-05-02');
    await runOn('2027-01-01');
    const listed = await runs(id);
    expect(
      listed.map(({ profiles, status }: { profiles: number; status: string }) => [profiles, status]),
    ).toEqual([
      [1, 'done'],
      [0, 'done'],
      [1, 'done'],
    ]);
    const { body } = await service.call(on.actionHistory, {
      token: await service.machineToken(),
      query: `?filter[run_id]=${listed[2].id}&sort=id`,
    });
    expect(body.data).toMatchObject([
      { type: 'issue-reward', profile_id: 'profile-1002', status: 'done', automation_id: id },
      { type: 'add-tag', profile_id: 'profile-1002', status: 'done', automation_id: id },
    ]);
    expect(listed[0].message).toBe('1 profiles, 2 actions done, 0 failed');
  });

  it('find a profile again if all its actions failed', async () => {
    const once = { name: 'Once', schedule: '0 9 1 1 *', frequency: 'once', query: { id: 'profile-1003' } };
    const { id } = await add(on.addAutomation, once);
    const path = { automation: String(id) };
    const action = await add(
      on.addAutomationAction,
      { type: 'issue-reward', settings: { reward_definition_id: 1 } },
      path,
    );
    // Such an action is refused today: it is older than the check.
    await sql`update records set fields = fields || '{"settings": {"reward_definition_id": 999}}' where id = ${action.id}`.execute(
      service.db,
    );
    const run = async () => {
      await send(on.triggerAutomation, undefined, path);
      await runDueJobs(service);
      return (await runs(id))[0];
    };
    expect(await run()).toMatchObject({ profiles: 1, message: '1 profiles, 0 actions done, 1 failed' });
    await add(
      on.editAutomationAction,
      { settings: { reward_definition_id: 1 } },
      { ...path, action: String(action.id) },
    );
    expect(await run()).toMatchObject({ profiles: 1, message: '1 profiles, 1 actions done, 0 failed' });
    expect(await run()).toMatchObject({ profiles: 0 });
  });
});
