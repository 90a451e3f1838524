import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actionHistory, readWebhook } from '../../../../../src/services/contract/endpoints/index.ts';
import { sql } from 'kysely';
import { deliveriesOf, replay } from '../../../../../demo/service/platform/events/delivery-log.ts';
import { requeueLostWork } from '../../../../../demo/service/platform/events/requeue-lost-work.ts';
import { openDeliveries, type Deliveries } from './deliveries.ts';
import { runDueJobs, type Receiver } from '../../../../support/service-jobs.ts';
import type { OpenService } from '../../../../support/service-open.ts';

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

  it('R104: are retried after 5 seconds, 5 minutes and 30 minutes, with the same id and body', async () => {
    const id = await hook('/');
    receiver.answers(500);
    await visit();
    await runDueJobs(service);
    for (let times = 0; times < 5; times++) await comeDue();
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await deliveriesOf(service.db, `webhook:${id}`);
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

  it('are in a log, and can be sent again with the same id', async () => {
    await hook('/');
    receiver.answers(500);
    await visit();
    await runDueJobs(service);
    for (let times = 0; times < 3; times++) await comeDue();
    receiver.answers(204);
    const [failed] = await deliveriesOf(service.db);
    await replay(service.db, failed?.id ?? 0);
    await runDueJobs(service);
    expect(receiver.received).toHaveLength(5);
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(failed?.message_id);
    expect((await deliveriesOf(service.db))[0]).toMatchObject({ status: 'delivered', attempts: 5 });
    await expect(replay(service.db, 999_999)).rejects.toThrow('no such record');
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
