import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { health } from '../../../../src/services/contract/endpoints/index.ts';
import { sql } from 'kysely';
import { startJobs } from '../../../../demo/service/jobs/start.ts';
import { openDeliveries, type Deliveries } from './deliveries.ts';
import { openReceiver, runtimeOf, runDueJobs } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('concurrent deliveries', () => {
  let close: Deliveries['close'];
  let service: OpenService;
  let token: string;
  let hook: Deliveries['hook'];
  let visit: Deliveries['visit'];
  let paths: Deliveries['paths'];
  beforeEach(async () => void ({ service, token, hook, visit, paths, close } = await openDeliveries()));
  afterEach(() => close());

  it('are sent high before default before low; a webhook without a queue is default', async () => {
    await hook('/low', { queue: 'low' });
    await hook('/default', { queue: 'default' });
    await hook('/none', { queue: null });
    await hook('/high', { queue: 'high' });
    await visit();
    // The event is handled first, so that all four wait at the same time.
    await runDueJobs(service, {}, { deliveriesAtOnce: 1 });
    const [first, ...others] = paths();
    expect([first, others.slice(0, 2).sort(), others[2]]).toEqual(['/high', ['/default', '/none'], '/low']);
  });

  it('a receiver that never replies blocks neither the request nor other receivers', async () => {
    const silent = await openReceiver();
    silent.answers('hang');
    await hook('', { url: `${silent.url}/`, queue: 'high' });
    await hook('/alive');
    for (let times = 0; times < 10; times++) expect((await visit()).status).toBe(200);
    const jobs = await startJobs(runtimeOf(service), (error) => service.errors.push(error));
    await expect.poll(() => paths().length).toBe(10);
    await silent.stop();
    await jobs.stop();
  });

  it('are not delayed by a fast receiver that stops replying when all slots are taken', async () => {
    const stopping = await openReceiver();
    await hook('', { url: `${stopping.url}/`, trigger: 'stopping' });
    await hook('/alive');
    const jobs = await startJobs(runtimeOf(service), (error) => service.errors.push(error));
    for (let times = 0; times < 3; times++) await visit({}, 'stopping');
    await expect.poll(() => stopping.received.length).toBe(3);
    stopping.answers('hang');
    for (let times = 0; times < 60; times++) await visit({}, 'stopping');
    await expect.poll(() => stopping.received.length).toBeGreaterThan(20);
    const time = await ownTime(async () => {
      await visit();
      await expect.poll(() => paths().length).toBe(1);
    });
    // The deadline of a request without an answer is 15 seconds.
    expect(time).toBeLessThan(12_000);
    await stopping.stop();
    await jobs.stop();
  });

  it('reach 99 receivers as fast with one that never replies as without it', async () => {
    // A second service without the silent receiver, measured at the same time, so that other work of the machine affects both.
    const control = await openDeliveries();
    const silent = await openReceiver();
    silent.answers('hang');
    await hook('', { url: `${silent.url}/`, trigger: 'tick' });
    for (let number = 0; number < 99; number++) {
      await hook(`/${number}`, { trigger: 'tick' });
      await control.hook(`/${number}`, { trigger: 'tick' });
    }
    const working = [];
    for (const one of [service, control.service])
      working.push(await startJobs(runtimeOf(one), (error) => one.errors.push(error)));
    for (let round = 1; round <= 3; round++) {
      await Promise.all([visit({}, 'tick'), control.visit({}, 'tick')]);
      for (const seen of [paths, control.paths]) await expect.poll(() => seen().length).toBe(99 * round);
    }
    /** Mean duration of deliveries in seconds. */
    const meanOf = async ({ db }: OpenService): Promise<number> => {
      const { rows } = await sql<{ delay: number }>`
        select avg(extract(epoch from attempt.created_at - delivery.created_at))::float8 as delay
        from delivery_attempts as attempt join deliveries as delivery on delivery.id = delivery_id
        where attempt.status = 200`.execute(db);
      return rows[0]!.delay;
    };
    const [measuredMean, controlMean] = [await meanOf(service), await meanOf(control.service)];
    await silent.stop();
    for (const jobs of working) await jobs.stop();
    await control.close();
    // If the silent receiver delayed others, they would wait for its deadline of 15 seconds. Which of the two services delivers first is
    // up to the machine, and makes several times of a short mean.
    expect(measuredMean).toBeLessThan(3 * controlMean + 5);
  });

  it('are in the health report, with the age of the oldest undelivered one', async () => {
    await hook('/');
    const report = async () => (await service.call(health, { token })).body.data;
    expect(await report()).toMatchObject({ status: 'ok', checks: { queue: { status: 'ok' } } });
    await visit();
    expect((await report()).checks.queue.waiting).toBe(1);
    await sql`update jobs.job set start_after = now() - interval '10 minutes'`.execute(service.db);
    expect(await report()).toMatchObject({ status: 'failing', checks: { queue: { status: 'failing' } } });
    await runDueJobs(service);
    expect(await report()).toMatchObject({
      status: 'ok',
      checks: { webhooks: { undelivered: 0, oldest_undelivered_seconds: 0 } },
    });
  });
});
