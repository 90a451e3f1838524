import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  actionHistory,
  editWebhook,
  readWebhook,
} from '../../../../src/services/contract/endpoints/index.ts';
import { sql } from 'kysely';
import { deliveriesOf } from '../../../../demo/service/events/delivery-log.ts';
import { signingKeys } from '../../../../demo/service/events/signing-keys.ts';
import { requeueLostWork } from '../../../../demo/service/events/requeue-lost-work.ts';
import { openDeliveries, type Deliveries } from './deliveries.ts';
import { runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('failed deliveries', () => {
  let close: Deliveries['close'];
  let service: OpenService;
  let receiver: Receiver;
  let token: string;
  let hook: Deliveries['hook'];
  let visit: Deliveries['visit'];
  let paths: Deliveries['paths'];
  let comeDue: Deliveries['comeDue'];
  beforeEach(
    async () =>
      void ({ service, receiver, token, hook, visit, paths, comeDue, close } = await openDeliveries()),
  );
  afterEach(() => close());

  it('are retried after 5 seconds, 5 minutes and 30 minutes, with the same id and body', async () => {
    const id = await hook('/');
    receiver.answers(500);
    await visit();
    await runDueJobs(service);
    for (let times = 0; times < 5; times++) await comeDue();
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await deliveriesOf(service.db, { receiver: `webhook:${id}` });
    expect(delivery).toMatchObject({ status: 'failed', attempts: 4, last_status: 500 });
    expect(delivery?.tries.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ]);
    const history = await service.call(actionHistory, { token });
    expect(history.body.data[0]).toMatchObject({ type: 'webhook', status: 'failed' });
  });

  it('are in the action history from the first failure on, by webhook, event and status, in one entry each', async () => {
    const id = await hook('/');
    await hook('/other');
    receiver.answers(500);
    await visit();
    await runDueJobs(service);
    const listed = async (query: string) =>
      (await service.call(actionHistory, { token, query: `?filter[type]=webhook&${query}` })).body.data;
    const [entry, ...others] = await listed(`filter[webhook_id]=${id}&filter[status]=retrying`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      webhook_id: id,
      event: 'visited',
      status: 'retrying',
      attempts: 1,
      message: expect.stringContaining('500'),
    });
    expect(await listed('filter[event]=visited')).toHaveLength(2);
    expect(await listed('filter[event]=other')).toEqual([]);
    receiver.answers(204);
    await comeDue();
    expect(await listed(`filter[webhook_id]=${id}`)).toMatchObject([
      { id: entry.id, delivery_id: entry.delivery_id, status: 'delivered', attempts: 2 },
    ]);
  });

  /** A delivery that failed in all its attempts. */
  async function failed(hookId: number) {
    receiver.answers(500);
    await visit();
    await runDueJobs(service);
    for (let times = 0; times < 3; times++) await comeDue();
    const [delivery] = await deliveriesOf(service.db, { receiver: `webhook:${hookId}` });
    if (delivery?.status !== 'failed') throw new Error('It did not fail.');
    return delivery;
  }
  const resend = (webhook: number, delivery: number, by = token, values = {}) =>
    service.call(editWebhook, {
      token: by,
      path: { webhook: String(webhook) },
      body: { resend: delivery, ...values },
    });

  it('are sent again once by the API, with the same id, however often that is asked', async () => {
    const hookId = await hook('/');
    const { id, message_id } = await failed(hookId);
    receiver.answers(204);
    const answers = await Promise.all([resend(hookId, id), resend(hookId, id), resend(hookId, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('still being tried');
    const history = { token, query: `?filter[delivery_id]=${id}` };
    expect((await service.call(actionHistory, history)).body.data).toMatchObject([{ status: 'resending' }]);
    await runDueJobs(service);
    expect(receiver.received).toHaveLength(5);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(message_id);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'delivered', attempts: 5 });
    expect((await service.call(actionHistory, history)).body.data).toMatchObject([{ status: 'delivered' }]);
    const { rows } = await sql<{ note: string }>`
      select fields ->> 'note' as note from audits where action = 'webhooks.update'`.execute(service.db);
    expect(rows).toEqual([{ note: `Delivery ${id} is sent again, as ${message_id}.` }]);
  });

  it('are not sent again while attempts follow, by another webhook, when switched off, or without the scope', async () => {
    const hookId = await hook('/');
    const other = await hook('/other');
    receiver.answers(500);
    await visit();
    await runDueJobs(service);
    const [waiting] = await deliveriesOf(service.db, { receiver: `webhook:${hookId}` });
    const early = await resend(hookId, waiting?.id ?? 0);
    expect(early).toMatchObject({ status: 409 });
    expect(early.body.message).toMatch(/still being tried, the next time at 20/);
    for (let times = 0; times < 3; times++) await comeDue();
    const before = receiver.received.length;
    expect(await resend(other, waiting?.id ?? 0)).toMatchObject({
      status: 422,
      body: { errors: { resend: [expect.stringContaining('action-history')] } },
    });
    expect((await resend(hookId, 999_999)).status).toBe(422);
    expect((await resend(hookId, waiting?.id ?? 0, token, { is_active: false })).status).toBe(409);
    const reading = await service.machineToken('automation.read profiles.read');
    expect((await resend(hookId, waiting?.id ?? 0, reading)).status).toBe(403);
    await runDueJobs(service);
    expect(receiver.received).toHaveLength(before);
  });

  it('show the beginning of the answer as text, without keys and signatures of ours', async () => {
    const id = await hook('/?token=a-long-token');
    const [key = ''] = await signingKeys(service.db, `webhook:${id}`);
    receiver.answers(
      500,
      {},
      ({ headers, path }) =>
        `Sorry, ${path}: ${String(headers['webhook-signature'])} is not of ${key}\u0007 ${'x'.repeat(20_000)}`,
    );
    await visit();
    await runDueJobs(service);
    const read = async (by: string) => (await service.call(actionHistory, { token: by })).body.data[0].answer;
    const answer = await read(token);
    expect(answer).toMatch(/^Sorry, \/\?\[removed\]: \[removed\] is not of \[removed\] x+$/);
    expect(answer).toHaveLength(2_000);
    // The answer of a receiver may have data of members.
    expect(await read(await service.machineToken('platform.read'))).toBeNull();
    receiver.answers(500, {}, () => Buffer.from([0x1f, 0x8b, 0, 0]));
    await comeDue();
    expect(await read(token)).toBe('(a body that is no text)');
    receiver.answers(204);
    await comeDue();
    expect(await read(token)).toBeNull();
    expect((await deliveriesOf(service.db))[0]?.tries.map((one) => one.answer?.slice(0, 5))).toEqual([
      'Sorry',
      '(a bo',
      undefined,
    ]);
  });

  it('wait for the Retry-After of the receiver if that is longer', async () => {
    await hook('/');
    receiver.answers(429, { 'Retry-After': '600' });
    await visit();
    await runDueJobs(service);
    const [delivery] = await deliveriesOf(service.db);
    const wait = ((delivery?.next_at?.getTime() ?? 0) - Date.now()) / 1_000;
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
  });

  it('follow no redirect', async () => {
    await hook('/');
    receiver.answers(302, { Location: `${receiver.url}/inside` });
    await visit();
    await runDueJobs(service);
    expect(paths()).toEqual(['/']);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'pending', last_status: 302 });
  });

  it('switch off a webhook that replies 410, and are not retried', async () => {
    const id = await hook('/');
    receiver.answers(410);
    await visit();
    await visit();
    await runDueJobs(service);
    await comeDue();
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    const read = await service.call(readWebhook, { token, path: { webhook: String(id) } });
    expect(read.body.data.is_active).toBe(false);
    await visit();
    const before = receiver.received.length;
    await runDueJobs(service);
    expect(receiver.received).toHaveLength(before);
  });

  it('are queued again if their job, or that of their event, was lost', async () => {
    await hook('/');
    await visit();
    await sql`delete from jobs.job`.execute(service.db);
    expect(await requeueLostWork(service.db)).toBe(0);
    await sql`update events set created_at = now() - interval '20 minutes'`.execute(service.db);
    expect(await requeueLostWork(service.db)).toBe(1);
    expect(await requeueLostWork(service.db)).toBe(0);
    receiver.answers(500);
    await runDueJobs(service);
    await sql`delete from jobs.job`.execute(service.db);
    await sql`update deliveries set next_at = now() - interval '20 minutes'`.execute(service.db);
    receiver.answers(200);
    expect(await requeueLostWork(service.db)).toBe(1);
    await runDueJobs(service);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
  });
});
