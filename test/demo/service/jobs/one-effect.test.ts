import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../../../demo/service/events/handle-event.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { mara, openAutomation, type Automation } from '../../../support/service-automation.ts';
import { openReceiver, runtimeOf, runDueJobs, type Receiver } from '../../../support/service-jobs.ts';

const POINTS = 100;

describe('effect of an event that occurs or is handled again', () => {
  let automation: Automation;
  let receiver: Receiver;
  let number = 0;

  beforeAll(async () => {
    automation = await openAutomation();
    receiver = await openReceiver();
  });
  beforeEach(async () => {
    await automation.clear();
    receiver.received.length = 0;
  });
  afterAll(async () => {
    await receiver.stop();
    await automation.service.drop();
  });

  /** Points that actions have issued to Mara. */
  async function issued(): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(amount), 0)::integer as sum from point_entries
      where profile_id = ${mara} and reason = 'By a trigger'`.execute(automation.service.db);
    return rows[0]?.sum ?? 0;
  }
  async function issueOn(event: string): Promise<void> {
    const { id } = await automation.add(on.addTrigger, { name: 'T', event });
    const settings = { value: POINTS, description: 'By a trigger' };
    await automation.add(on.addTriggerAction, { type: 'issue-points', settings }, { triggerId: String(id) });
    const hook = { trigger: event, namespace: 'shop', url: `${receiver.url}/hook` };
    await automation.add(on.addWebhook, hook);
  }
  const purchase = () =>
    automation.add(on.addTransaction, {
      external_id: `effect-${number++}`,
      profile_id: mara,
      transacted_at: '2026-11-01T10:00:00Z',
      total: 10,
      items: [{ name: 'Cup', quantity: 1, price: '10.00' }],
    });

  it('a purchase that is sent again is delivered to webhooks and issues nothing again', async () => {
    await issueOn('transaction.created');
    const before = await issued();
    const { id, items } = await purchase();
    await runDueJobs(automation.service);
    for (let time = 0; time < 3; time++) {
      expect((await automation.send(on.resendTransaction, undefined, { id: String(id) })).status).toBe(202);
    }
    const transactionitem = String(items[0].id);
    expect((await automation.send(on.resendTransactionItem, undefined, { transactionitem })).status).toBe(
      202,
    );
    await runDueJobs(automation.service);
    expect(await issued()).toBe(before + POINTS);
    expect(receiver.received).toHaveLength(5);
  });

  it('twin: an event without the marker of a resent event issues points each time', async () => {
    await issueOn('transaction.created');
    const before = await issued();
    const { id } = await purchase();
    await automation.send(on.resendTransaction, undefined, { id: String(id) });
    await sql`update events set is_resent = false`.execute(automation.service.db);
    await runDueJobs(automation.service);
    expect(await issued()).toBe(before + 2 * POINTS);
  });

  it('an order that is sent again runs no action again', async () => {
    await issueOn('order.created');
    const before = await issued();
    const { id } = await automation.add(on.addOrder, { profile_id: mara });
    await runDueJobs(automation.service);
    await automation.send(on.resendOrder, undefined, { id: String(id) });
    await runDueJobs(automation.service);
    expect(await issued()).toBe(before + POINTS);
    expect(receiver.received).toHaveLength(2);
  });

  it('an event that is handled again because its marker is lost runs no action again', async () => {
    await issueOn('visited');
    const before = await issued();
    await automation.visit();
    await runDueJobs(automation.service);
    const { db } = automation.service;
    const { rows } = await sql<{ id: number }>`
      update events set handled_at = null where trigger = 'visited' returning id`.execute(db);
    for (const { id } of rows) await handleEvent(runtimeOf(automation.service), id);
    expect(await issued()).toBe(before + POINTS);
  });

  it('a job whose process ends between the action and the marker is retried, and issues once', async () => {
    await issueOn('visited');
    const before = await issued();
    const { db } = automation.service;
    // The sequence is not rolled back: only the first attempt to mark the event ends in an error.
    await sql`create sequence attempts_to_mark`.execute(db);
    await sql`
      create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('attempts_to_mark') = 1 then raise exception 'the connection is gone'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger fail_once before update on events for each row execute function fail_once()`.execute(
      db,
    );
    await automation.visit();
    const { id } = await db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const runtime = runtimeOf(automation.service);
    await expect(handleEvent(runtime, id)).rejects.toThrow('the connection is gone');
    expect(await issued()).toBe(before);
    await Promise.all([handleEvent(runtime, id), handleEvent(runtime, id)]);
    expect(await issued()).toBe(before + POINTS);
    await sql`drop function fail_once cascade`.execute(db);
  });
});
