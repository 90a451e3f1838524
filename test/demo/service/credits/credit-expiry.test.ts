import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { momentsOf } from '../../../../demo/service/credits/credit-notices.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { openReceiver, runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1002';

describe('release, extension and expiry of credits', () => {
  let service: OpenService;
  let machine: string;
  beforeAll(async () => {
    service = await openService({ allowPrivateWebhooks: true });
    machine = await service.machineToken();
  });
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    const { rows } = await sql`
      select credits.id from credits left join credit_entries as entry on entry.credit_id = credits.id
      group by credits.id having credits.value_remaining <> coalesce(sum(entry.amount), 0)`.execute(
      service.db,
    );
    expect(rows).toEqual([]);
  });

  const issue = async (definition: number, body: Record<string, unknown> = {}) =>
    (
      await service.call(on.addCredit, {
        token: machine,
        body: { profile_id: mara, credit_definition_id: definition, ...body },
      })
    ).body.data;
  const read = async (id: number) =>
    (await service.call(on.readCredit, { path: { credit: String(id) }, token: machine })).body.data;
  const edit = (id: number, body: unknown) =>
    service.call(on.editCredit, { path: { credit: String(id) }, token: machine, body });
  const redeem = (id: number, body: unknown = {}) =>
    service.call(on.redeemCredit, { path: { credit: String(id) }, token: machine, body });
  const entriesOf = async (id: number) =>
    (
      await sql<{ entry: string }>`
        select kind || ' ' || amount as entry from credit_entries where credit_id = ${id} order by id`.execute(
        service.db,
      )
    ).rows.map(({ entry }) => entry);
  const eventsOf = async (id: number) =>
    (
      await sql<{ trigger: string }>`
        select trigger from events where trigger like 'credit.%' and payload ->> 'id' = ${String(id)}
        order by id`.execute(service.db)
    ).rows.map(({ trigger }) => trigger);
  const past = '2020-01-01T00:00:00Z';

  it('a credit that is issued on a later day cannot be redeemed before it', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10 });
    const { id, released_at } = await issue(definition, { issued_at: '2999-01-01T00:00:00Z' });
    expect(released_at).toBe('2999-01-01T00:00:00.000000Z');
    expect((await redeem(id)).body.errors.credit_id).toEqual(['This credit cannot be used yet.']);
    const earlier = await issue(definition, { issued_at: past });
    expect(earlier.released_at).toBeNull();
    expect((await redeem(earlier.id)).status).toBe(200);
  });

  it('expiry debits the remaining value once with concurrent jobs, and publishes an event', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10 });
    const credit = await issue(definition);
    const empty = await issue(definition);
    await redeem(credit.id, { value: '4' });
    await redeem(empty.id);
    for (const { id } of [credit, empty]) await edit(id, { expires_at: past });
    await Promise.all(Array.from({ length: 6 }, () => processDueWork(service.db)));
    expect(await entriesOf(credit.id)).toEqual(['issue 10', 'redeem -4.00', 'expire -6.00']);
    expect(await entriesOf(empty.id)).toEqual(['issue 10', 'redeem -10.00']);
    expect(await read(credit.id)).toMatchObject({ value_remaining: '0.00', has_notified_expiry: true });
    expect(await read(empty.id)).toMatchObject({ has_notified_expiry: false });
    expect(await eventsOf(credit.id)).toEqual(['credit.issued', 'credit.expired']);
    const ledger = await service.call(on.profileLedgers, {
      path: { profile: mara },
      query: '?filter[type]=credit&filter[description]=Credit expired',
      token: await service.tokenOf('1002'),
    });
    expect(ledger.body.data).toMatchObject([
      { value: '-6.00', balance: '0.00', source_id: String(credit.id) },
    ]);
    expect((await redeem(credit.id)).body.errors.credit_id).toEqual(['This credit has expired.']);
  });

  it('an extension restores the expired value, each time that the credit expires', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10, extend_days: 7 });
    const { id } = await issue(definition, { expires_at: past });
    await processDueWork(service.db);
    const extend = (body: unknown) => service.call(on.extendCredits, { token: machine, body });
    const [extended] = (await extend({ ids: [id] })).body.data;
    expect(extended).toMatchObject({
      value_remaining: '10',
      has_notified_expiry: false,
      has_notified_extend: true,
    });
    await redeem(id, { value: '3' });
    await edit(id, { expires_at: past });
    await processDueWork(service.db);
    expect(await entriesOf(id)).toEqual([
      'issue 10',
      'expire -10',
      'restore 10',
      'redeem -3.00',
      'expire -7.00',
    ]);
    // A change of the expiry has the same effect; before the expiry it posts nothing.
    expect((await edit(id, { expires_at: null })).body.data.value_remaining).toBe('7.00');
    expect((await extend({ ids: [id], expires_at: '2999-01-01' })).body.data[0].value_remaining).toBe('7.00');
    expect(await eventsOf(id)).toEqual([
      'credit.issued',
      'credit.expired',
      'credit.extended',
      'credit.expired',
      'credit.extended',
    ]);
  });

  it('no value is returned to an expired credit until it is extended', async () => {
    const definition = await definitionOf(service.db, 'credit', { value: 10 });
    const { id } = await issue(definition);
    const { data } = (await redeem(id, { value: '4' })).body;
    await edit(id, { expires_at: past });
    await processDueWork(service.db);
    const reverse = () =>
      service.call(on.addProfileRedemptionReversal, {
        path: { profile: mara, redemption: String(data.id) },
        token: machine,
        body: {},
      });
    expect((await reverse()).status).toBe(422);
    expect((await read(id)).value_remaining).toBe('0.00');
    const body = { ids: [id], expires_at: '2999-01-01' };
    await service.call(on.extendCredits, { token: machine, body });
    expect((await reverse()).status).toBe(200);
    expect((await read(id)).value_remaining).toBe('10.00');
  });

  it('notices are sent once each at the times of the definition, and set the flags', async () => {
    const definition = await definitionOf(service.db, 'credit', {
      value: 10,
      period: 30,
      release_period: 3,
      notify_issue_offset_days: 1,
      notify_remind_offset_days: 7,
    });
    const { id } = await issue(definition);
    const flags = async () => {
      const { has_notified_issue, has_notified_release, has_notified_remind } = await read(id);
      return [has_notified_issue, has_notified_release, has_notified_remind];
    };
    await processDueWork(service.db);
    expect(await flags()).toEqual([false, false, false]);
    const daysLater = async (days: number) => {
      await sql`
        update credit_notices set due_at = due_at - ${days} * interval '1 day' where credit_id = ${id}`.execute(
        service.db,
      );
      await Promise.all([processDueWork(service.db), processDueWork(service.db)]);
    };
    await daysLater(1);
    expect(await flags()).toEqual([true, false, false]);
    await daysLater(2);
    expect(await flags()).toEqual([true, true, false]);
    await daysLater(19);
    expect(await flags()).toEqual([true, true, false]);
    // The credit is valid until the end of its last day; the reminder is sent seven days before.
    await daysLater(2);
    expect(await flags()).toEqual([true, true, true]);
    expect(await eventsOf(id)).toEqual(['credit.issued', 'credit.released', 'credit.expiring']);
    // A changed expiry causes a new reminder; an empty or deleted credit causes none.
    expect((await edit(id, { expires_at: '2999-01-01T00:00:00Z' })).body.data.has_notified_remind).toBe(
      false,
    );
    await service.call(on.deleteCredit, { path: { credit: String(id) }, token: machine });
    await daysLater(366_000);
    expect(await eventsOf(id)).toHaveLength(3);
    const found = await service.call(on.credits, {
      query: `?filter[credit_definition_id]=${definition}&filter[has_notified_issue]=0`,
      token: machine,
    });
    expect(found.body.data).toEqual([]);
  });

  it('notices use the time zone and the hour of the definition', () => {
    const at = (credit: object, definition: object) =>
      momentsOf(credit as never, definition as never) as Readonly<Record<string, Date | null>>;
    const credit = {
      issued_at: new Date('2026-03-28T20:00:00Z'),
      expires_at: new Date('2026-05-10T22:30:00Z'),
      timezone: 'Europe/Amsterdam',
      released_at: null,
      extended_at: null,
    };
    const shown = at(credit, {
      notify_issue_offset_days: 0,
      notify_issue_offset_hour: 9,
      notify_remind_offset_days: 3,
      notify_remind_offset_hour: 9,
      notify_schedule_offset: 15,
    });
    // The next nine o'clock is in daylight saving time; 22:30 in UTC is the next day there.
    expect(shown['issue']?.toISOString()).toBe('2026-03-29T07:15:00.000Z');
    expect(shown['remind']?.toISOString()).toBe('2026-05-08T07:15:00.000Z');
    expect([shown['release'], shown['extend'], at(credit, {})['remind']]).toEqual([null, null, null]);
    expect(at({ ...credit, timezone: 'Nowhere/City' }, { notify_issue_offset_hour: 21 })['issue']).toEqual(
      new Date('2026-03-28T21:00:00Z'),
    );
  });

  describe('notices', () => {
    let receiver: Receiver;
    beforeAll(async () => void (receiver = await openReceiver()));
    afterAll(() => receiver.stop());

    it('go to the target of the definition and to webhooks, without credit number and security code', async () => {
      // Processes earlier events before the webhook exists.
      await runDueJobs(service);
      const target = await service.db
        .insertInto('records')
        .values({
          resource: 'target',
          fields: JSON.stringify({ name: 'Letters', type: 'webhook', url: `${receiver.url}/target` }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await service.call(on.addWebhook, {
        token: machine,
        body: {
          trigger: 'credit.issued',
          url: `${receiver.url}/hook`,
          namespace: 'shop',
          is_active: true,
        },
      });
      const definition = await definitionOf(service.db, 'credit', { value: 10, issue_target_id: target.id });
      const { id, credit_number, security_code } = await issue(definition);
      await runDueJobs(service, { allowPrivateWebhooks: true });
      const messages = receiver.received.filter(({ message }) => message.data.id === id);
      expect(messages.map(({ path }) => path).sort()).toEqual(['/hook', '/target']);
      for (const { body, message } of messages) {
        expect(message).toMatchObject({ type: 'credit.issued', data: { value_remaining: '10' } });
        expect(body).not.toContain(credit_number);
        expect(body).not.toContain(security_code);
      }
    });
  });

  it('are released manually only if the definition allows it', async () => {
    const definition = await definitionOf(service.db, 'credit', {
      value: 10,
      release_period: 5,
      is_releasable: false,
    });
    const { id } = await issue(definition);
    expect((await edit(id, { released_at: past })).body.errors.released_at).toBeDefined();
  });

  it('points that expired or were released are posted without a read', async () => {
    await sql`
      insert into point_lots (profile_id, remaining, expires_at) values (${mara}, 5, '2020-01-01')`.execute(
      service.db,
    );
    await sql`
      insert into point_entries (profile_id, kind, amount, reason) values (${mara}, 'earn', 5, 'Old')`.execute(
      service.db,
    );
    await Promise.all([processDueWork(service.db), processDueWork(service.db)]);
    const { rows } = await sql<{ amount: number }>`
      select amount from point_entries where profile_id = ${mara} and kind = 'expire' and reason = 'Points expired'
      order by id desc limit 1`.execute(service.db);
    expect(Number(rows[0]?.amount)).toBe(-5);
  });
});
