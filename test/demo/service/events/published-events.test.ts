import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../../../demo/service/api/openapi/document.ts';
import { fieldsOfEvent } from '../../../../demo/service/events/own-events.ts';
import { messageOf } from '../../../../demo/service/events/message.ts';
import { publishDueReminders } from '../../../../demo/service/automation/reminders.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService, type Sent } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

const noor = 'profile-1001';
const path = { profile: noor };

describe('published events', () => {
  let service: OpenService;
  let token: string;
  let since = 0;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());
  beforeEach(async () => {
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from events`.execute(
      service.db,
    );
    since = Number(rows[0]?.last);
  });
  afterEach(() => expect(service.errors).toEqual([]));

  const send = (endpoint: Endpoint, body?: unknown, sent: Sent = {}) =>
    service.call(endpoint, { token, ...(body !== undefined && { body }), ...sent });
  const data = async (endpoint: Endpoint, body?: unknown, sent: Sent = {}) => {
    const answer = await send(endpoint, body, sent);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body?.data;
  };
  const publishedEvents = async () =>
    await service.db
      .selectFrom('events')
      .select(['trigger', 'profile_id', 'payload'])
      .where('id', '>', since)
      .orderBy('id')
      .execute();
  const triggers = async () => (await publishedEvents()).map(({ trigger }) => trigger);

  it('a redemption, return and reversal by any endpoint, without the security code of a credit', async () => {
    const credits = await definitionOf(service.db, 'credit', { value: 10 });
    const credit = await data(on.addCredit, { profile_id: noor, credit_definition_id: credits });
    const one = await data(on.redeemCredit, { value: '1' }, { path: { credit: String(credit.id) } });
    const back = { path: { ...path, redemption: String(one.id) } };
    await data(on.addProfileRedemptionReturn, {}, back);
    const benefits = await definitionOf(service.db, 'benefit', { uses: 1, points_cost: 0 });
    const claim = { benefit_definition_id: benefits };
    await data(on.claimProfileBenefit, claim, { path });
    const both = await data(on.claimAndRedeemProfileBenefit, claim, { path });
    await data(on.addProfileRedemptionReversal, {}, { path: { ...path, redemption: String(both.id) } });
    expect(await triggers()).toEqual([
      'credit.issued',
      'redemption.created',
      'redemption.returned',
      'benefit.claimed',
      'redemption.created',
      'redemption.reversed',
    ]);
    expect(JSON.stringify(await publishedEvents())).not.toContain(credit.security_code);
  });

  it('changes of a profile and of an order', async () => {
    const { id } = await data(on.addProfile, { first_name: 'Ada' });
    const own = { path: { profile: String(id) } };
    await data(on.editProfile, { last_name: 'L' }, own);
    const other = await data(on.addProfile, { first_name: 'Ada' });
    await data(on.mergeProfiles, { profiles: [other.id] }, own);
    const order = await data(on.addOrder, { profile_id: id });
    await data(on.editOrder, { status: 'placed' }, { path: { order: String(order.id) } });
    await data(on.deleteProfile, undefined, own);
    expect((await publishedEvents()).map(({ trigger, profile_id }) => [trigger, profile_id])).toEqual([
      ['profile.created', id],
      ['profile.updated', id],
      // The event of the merged profile, which now belongs to this one.
      ['profile.created', id],
      // The points of both profiles are added up for the first time.
      ['tier.changed', id],
      ['profile.merged', id],
      ['order.created', id],
      ['order.updated', id],
      ['profile.deleted', id],
    ]);
  });

  it('a tier that is reached by points or assigned by hand, and none if it does not change', async () => {
    const low = await data(on.addTierDefinition, {
      name: 'Peak',
      handle: 'peak',
      points_required: 900_000,
      is_published: true,
    });
    const hidden = { name: 'Secret', handle: 'secret', points_required: 950_000, is_published: false };
    await data(on.addTierDefinition, hidden);
    await data(on.addProfilePoint, { value: 960_000 }, { path });
    await data(on.addProfilePoint, { value: 1 }, { path });
    const tier = await data(on.profileTier, undefined, { path });
    expect(tier).toMatchObject({ definition: { id: low.id }, next: null });
    await data(on.assignProfileTier, { tier_definition_id: low.id }, { path });
    await data(on.calculateProfileTier, undefined, { path });
    const [shore] = await data(on.tierDefinitions, undefined, {});
    await data(on.assignProfileTier, { tier_definition_id: shore.id }, { path });
    await data(on.assignProfileTier, { tier_definition_id: null }, { path });
    const changed = (await publishedEvents()).filter(({ trigger }) => trigger === 'tier.changed');
    expect(changed.map(({ payload }) => payload)).toMatchObject([
      { to: { handle: 'peak' } },
      { from: { handle: 'peak' }, to: { handle: shore.handle } },
      { from: { handle: shore.handle }, to: { handle: 'peak' } },
    ]);
  });

  it('a completed achievement, with its reward', async () => {
    const achievement = await definitionOf(service.db, 'achievement', {
      points_required: 5,
      reward_definition_id: 1,
    });
    await data(on.addProfilePoint, { value: 5 }, { path });
    const [earned, completed, issued] = await publishedEvents();
    expect(earned).toMatchObject({ trigger: 'points.earned' });
    expect(completed).toMatchObject({
      trigger: 'achievement.completed',
      payload: { achievement_definition_id: achievement },
    });
    expect(issued).toMatchObject({
      trigger: 'reward.issued',
      payload: { reward_definition_id: 1, definition: { id: 1, handle: 'gift-wrapping' } },
    });
  });

  it('a due reminder once, not for one that is done, and again after it was moved', async () => {
    const remind = (body: object) => data(on.addReminder, { profile_id: noor, ...body });
    const past = '2020-01-01T00:00:00Z';
    const { id } = await remind({ subject: 'Call', due_at: past });
    await remind({ subject: 'Done', due_at: past, is_done: true });
    await remind({ subject: 'Later', due_at: '2999-01-01' });
    await Promise.all([processDueWork(service.db), processDueWork(service.db)]);
    await processDueWork(service.db);
    expect(await publishedEvents()).toMatchObject([
      { trigger: 'reminder.due', profile_id: noor, payload: { id, subject: 'Call' } },
    ]);
    await data(on.editReminder, { due_at: '2998-01-01' }, { path: { reminder: String(id) } });
    await service.db.transaction().execute((work) => publishDueReminders(work, 10, new Date('2998-06-01')));
    expect(await triggers()).toEqual(['reminder.due', 'reminder.due']);
  });

  it('have the data that the API document shows', async () => {
    const document = (await service.send('GET', '/api/openapi.json')).body as OpenApiDocument;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (of: Ajv2020) => void)(ajv);
    ajv.addSchema(document, 'document');
    const rows = await service.db.selectFrom('events').selectAll().orderBy('id').execute();
    const own = rows.filter(({ trigger }) => trigger in document.webhooks);
    expect(new Set(own.map(({ trigger }) => trigger)).size).toBeGreaterThan(12);
    for (const event of own) {
      const pointer = `/webhooks/${event.trigger}/post/requestBody/content/application~1json/schema`;
      const validate = ajv.getSchema(`document#${pointer}`);
      expect([event.trigger, validate?.(messageOf(event)), validate?.errors]).toEqual([
        event.trigger,
        true,
        null,
      ]);
      const unnamed = Object.keys(event.payload).filter(
        (name) => !fieldsOfEvent(event.trigger)?.includes(name),
      );
      expect([event.trigger, unnamed]).toEqual([event.trigger, []]);
    }
  });

  it('custom events cannot have these names', async () => {
    for (const name of ['tier.changed', 'credit.expired', 'reminder.due'])
      expect((await send(on.addTenantCustomEvent, { name })).status).toBe(422);
  });
});

describe('definition of points, credits and orders', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));
  const send = (endpoint: Endpoint, body: unknown, sent: Sent = {}) =>
    service.call(endpoint, { token, body, ...sent });

  it('sets the number of points if the request has none', async () => {
    const definition = await definitionOf(service.db, 'point', { value: 40 });
    const give = (body: object) => send(on.addProfilePoint, body, { path });
    expect((await give({ point_definition_id: definition })).body.data.value).toBe(40);
    expect((await give({ point_definition_id: definition, value: 3 })).body.data.value).toBe(3);
    expect((await give({})).body.errors.value).toBeDefined();
  });

  it('cannot be issued when it is archived', async () => {
    const archived = { is_archived: true };
    const [credit, benefit, point] = await Promise.all(
      (['credit', 'benefit', 'point'] as const).map((model) =>
        definitionOf(service.db, model, { ...archived, value: 1 }),
      ),
    );
    const profile_id = noor;
    const refused = async (endpoint: Endpoint, body: object) =>
      Object.keys((await send(endpoint, { profile_id, ...body })).body.errors ?? {});
    expect(await refused(on.addCredit, { credit_definition_id: credit })).toEqual(['credit_definition_id']);
    expect(await refused(on.addPoint, { point_definition_id: point })).toEqual(['point_definition_id']);
    await send(on.editRewardDefinition, archived, { path: { definition: '1' } });
    expect(await refused(on.addReward, { reward_definition_id: 1 })).toEqual(['reward_definition_id']);
    const batch = await send(on.batchBenefits, [{ profile_id, benefit_definition_id: benefit }]);
    await runDueJobs(service);
    const read = await service.call(on.readBatch, { token, path: { batch: batch.body.data.id } });
    expect(read.body.data).toMatchObject({ failed: 1 });
  });

  it('sets the points of a purchase, as the estimate shows them', async () => {
    await send(on.addRate, { name: 'Points per krone', handle: 'points-per-dkk', value: '0.5' });
    const estimate = async (body: object) =>
      (await send(on.estimateIncentives, { profile_id: noor, ...body })).body.data.points;
    const balance = async () =>
      (await service.call(on.profileBalances, { token, path })).body.data.points.available;
    for (const sent of [
      { total: 21, currency: 'DKK' },
      { total: 21, currency: 'EUR' },
      { total: 21, currency: 'SEK' },
    ]) {
      const before = await balance();
      const expected = await estimate(sent);
      await send(on.addTransaction, purchase({ profile_id: noor, ...sent }));
      expect((await balance()) - before, sent.currency).toBe(expected);
    }
    expect(await estimate({ total: 21, currency: 'DKK' })).toBe(10);
  });

  it('a credit names its source: an action, a batch or a request', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10 });
    const trigger = (await send(on.addTrigger, { name: 'Visit', event: 'visited' })).body.data;
    const settings = { credit_definition_id: definition };
    const action = { type: 'issue-credit', settings };
    await send(on.addTriggerAction, action, { path: { triggerId: String(trigger.id) } });
    await send(on.addProfileCustomEvent, { name: 'visited' }, { path });
    await runDueJobs(service);
    await send(on.addCredit, { profile_id: noor, ...settings });
    const found = await service.call(on.profileCredits, { token, path, query: '?sort=id' });
    expect(found.body.data).toMatchObject([
      { source_type: 'event', source_id: expect.any(Number), is_system_generated: true, is_imported: false },
      { source_type: null, source_id: null, is_system_generated: false, is_imported: false },
    ]);
  });

  it('exactly one address is the default, by every endpoint', async () => {
    const customer = await service.tokenOf('1001');
    const address = { line_1: 'Quay 1', country: 'SE', is_default: true };
    const by = { token: customer, path };
    const first = (await send(on.addProfileAddress, address, by)).body.data;
    const second = (await send(on.addProfileAddress, { ...address, line_1: 'Quay 2' }, by)).body.data;
    const defaults = async () =>
      (await service.call(on.profileAddresses, { ...by, query: '?filter[is_default]=1' })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await defaults()).toEqual([second.id]);
    const again = { token: customer, path: { ...path, address: String(first.id) } };
    await send(on.editProfileAddress, { is_default: true }, again);
    expect(await defaults()).toEqual([first.id]);
  });

  it('a finished order can only be changed by the shop', async () => {
    const customer = await service.tokenOf('1001');
    const order = (await send(on.addProfileOrder, { status: 'open' }, { token: customer, path })).body.data;
    const own = { path: { ...path, order: String(order.id) } };
    await send(on.editProfileOrder, { status: 'fulfilled' }, own);
    const items = [{ name: 'More', quantity: 1, price: '1.00' }];
    expect((await send(on.editProfileOrder, { items }, { ...own, token: customer })).status).toBe(409);
    expect((await service.call(on.deleteProfileOrder, { ...own, token: customer })).status).toBe(409);
    expect((await send(on.editProfileOrder, { items }, own)).body.data.total).toBe(1);
  });
});
