import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { publish } from '../../demo/service/events/publish.ts';
import { countOf, measured } from '../support/counts.ts';
import { startWorkerProcess } from '../support/worker-process.ts';
import { openService } from '../support/service-open.ts';
import { addWebhook } from '../../src/services/contract/endpoints/index.ts';

// Kills the worker while it delivers to a receiver that fails in 30 of 100 requests.
const EVENTS = countOf('EVENTS', { share: 40, full: 10_000 });
const KILLS = countOf('WORKER_KILLS', { share: 1, full: 200 });
const FAILING = 0.3;
const EVENTS_AT_ONCE = 100;
/** In this test, a job of a killed process is retried after this time. */
const EXPIRE_SECONDS = 3;
const POLL_INTERVAL_MS = 20;

it(`webhooks › deliver each of ${EVENTS} events at least once, whenever the worker is killed`, async ({
  task,
}) => {
  /** How often each event was acknowledged, by its number. */
  const acknowledged = new Map<number, number>();
  const idOf = new Map<number, string>();
  let requests = 0;
  let otherIds = 0;
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests++;
      const { number } = (JSON.parse(body) as { data: { number: number } }).data;
      const id = String(request.headers['webhook-id']);
      if ((idOf.get(number) ?? id) !== id) otherIds++;
      idOf.set(number, id);
      if (Math.random() < FAILING) return response.writeHead(500).end();
      acknowledged.set(number, (acknowledged.get(number) ?? 0) + 1);
      return response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const service = await openService({ allowPrivateWebhooks: true });
  const { db } = service;
  await sql`update jobs.queue set expire_seconds = ${EXPIRE_SECONDS}, retry_delay = 0, retry_backoff = false`.execute(
    db,
  );
  const token = await service.machineToken();
  const body = { trigger: 'counted', namespace: 'long', url, retry_hourly: true };
  expect((await service.call(addWebhook, { token, body })).status).toBe(200);

  let published = 0;
  const publishing = (async () => {
    while (published < EVENTS) {
      const first = published;
      const last = Math.min(first + EVENTS_AT_ONCE, EVENTS);
      await db.transaction().execute(async (work) => {
        for (let number = first; number < last; number++) {
          await publish(work, {
            trigger: 'counted',
            namespace: 'long',
            profileId: null,
            payload: { number },
          });
        }
      });
      published = last;
    }
  })();

  /** Makes every retry due now instead of in minutes or hours. */
  const makeRetriesDue = () =>
    sql`update jobs.job set start_after = now() where state < 'active' and start_after > now()`.execute(db);
  const unfinished = async () => {
    const { rows } = await sql<{ unfinished: number }>`
      select (select count(*) from events where handled_at is null)
        + (select count(*) from deliveries where status = 'pending') as unfinished`.execute(db);
    return rows[0]?.unfinished ?? 0;
  };
  let kills = 0;
  while (kills < KILLS && (published < EVENTS || (await unfinished()) > 0)) {
    const before = requests;
    const worker = await startWorkerProcess(service.url);
    // Kills it while it works, after a random number of requests.
    const until = before + 1 + Math.floor((Math.random() * EVENTS) / KILLS);
    const deadline = performance.now() + 5_000;
    for (;;) {
      await makeRetriesDue();
      if (requests >= until || performance.now() > deadline) break;
      if (published === EVENTS && (await unfinished()) === 0) break;
      await wait(POLL_INTERVAL_MS);
    }
    await worker.kill();
    kills++;
  }
  await publishing;
  const worker = await startWorkerProcess(service.url);
  await expect
    .poll(async () => (await makeRetriesDue(), await unfinished()), { timeout: 15 * 60_000, interval: 250 })
    .toBe(0);
  expect(await worker.end()).toBe(0);
  await new Promise((resolve) => receiver.close(resolve));

  const { rows: states } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from deliveries group by status`.execute(db);
  const repeated = [...acknowledged.values()].reduce((sum, times) => sum + times - 1, 0);
  const lost = Array.from({ length: EVENTS }, (_, number) => number).filter(
    (number) => !acknowledged.has(number),
  );
  measured(task, {
    tried: `${EVENTS} events, ${kills} kills of the worker, ${requests} requests to a receiver that fails in 30 of 100`,
    result: `${lost.length} lost, ${repeated} acknowledged more than once`,
  });
  expect(kills).toBe(KILLS);
  expect(lost).toEqual([]);
  expect(otherIds).toBe(0);
  expect(states).toEqual([{ status: 'delivered', count: EVENTS }]);
  await service.drop();
});
