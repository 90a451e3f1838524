import { startDueAutomations, runAutomation } from '../automation/run.ts';
import { runBatch } from '../platform/batches/run.ts';
import { attemptDelivery } from '../events/attempt-delivery.ts';
import { createBackpressure } from '../events/backpressure.ts';
import { requeueLostWork } from '../events/requeue-lost-work.ts';
import { handleEvent } from '../events/handle-event.ts';
import { processDueWork } from './due-work.ts';
import { createReceiverLimits } from '../events/receiver-limits.ts';
import { runImport } from '../imports/run.ts';
import { recountProfiles } from '../achievements/recount-achievements.ts';
import { recountTiersOf } from '../tiers/recount-tiers.ts';
import { publishDailyNotices } from '../platform/notices/daily.ts';
import { sendMessage } from '../messages/send-message.ts';
import { bossOn } from './boss.ts';
import type { Runtime } from './perform.ts';
import type { DeliverySubject } from './queues.ts';
import { createWorker, queueHandler, type Pool, type Worker } from './worker.ts';

/** Concurrent connections to the SMTP server. */
const CONCURRENT_MESSAGES = 4;
const CLOCK_MS = 10_000;
const TICKS_BETWEEN_REQUEUES = 30;
/** Due work, such as expiries, is processed within a minute. */
const TICKS_BETWEEN_DUE_WORK = 3;
/** A delivery whose receiver takes longer frees its slot for others. */
const DELIVERY_SLOT_TIMEOUT_MS = 500;

export interface JobOptions {
  /** Concurrent requests to webhooks. */
  readonly deliveriesAtOnce?: number;
  /** Interval of the search for jobs whose process ended. */
  readonly maintenanceSeconds?: number;
  /** Interval of the search for due automations; the other searches run at multiples of it. */
  readonly clockMs?: number;
}

/**
 * The handlers of all queues, in pools that do not wait for each other: a long import delays no webhook. `onEventHandled` is
 * called after each event: it may have queued deliveries.
 */
function poolsOf(
  runtime: Runtime,
  { deliveriesAtOnce = 20 }: JobOptions = {},
  onEventHandled: () => void = () => {},
): readonly Pool[] {
  const receiverLimits = createReceiverLimits();
  const backpressure = createBackpressure();
  const deliver = (subject: DeliverySubject) =>
    attemptDelivery(runtime, subject, receiverLimits, backpressure);
  return [
    {
      slots: deliveriesAtOnce,
      slotTimeoutMs: DELIVERY_SLOT_TIMEOUT_MS,
      queues: [
        queueHandler('webhooks-high', deliver),
        queueHandler('webhooks-default', deliver),
        queueHandler('webhooks-low', deliver),
      ],
    },
    {
      slots: 4,
      queues: [queueHandler('events', ({ eventId }) => handleEvent(runtime, eventId).then(onEventHandled))],
    },
    {
      slots: CONCURRENT_MESSAGES,
      queues: [queueHandler('messages', (subject) => sendMessage(runtime, subject))],
    },
    {
      slots: 2,
      queues: [
        queueHandler('automations', (subject) => runAutomation(runtime, subject)),
        queueHandler('batches', ({ batchId }) => runBatch(runtime, batchId)),
        queueHandler('imports', ({ jobId }) => runImport(runtime, jobId)),
        queueHandler('achievements', (subject) => recountProfiles(runtime.db, subject)),
        queueHandler('tiers', (subject) => recountTiersOf(runtime.db, subject)),
      ],
    },
  ];
}

export interface RunningJobs {
  /** Fetches no more jobs, and waits for the running ones. */
  stop(): Promise<void>;
}

/** Starts running jobs. Any number of processes may do so: each job is claimed by one of them. */
export async function startJobs(
  runtime: Runtime,
  onError: (error: unknown) => void,
  options: JobOptions = {},
): Promise<RunningJobs> {
  const boss = bossOn(runtime.db, options);
  boss.on('error', onError);
  await boss.start();
  // The first pool has the deliveries.
  const wakeDeliveries = () => workers[0]?.wake();
  const workers: readonly Worker[] = poolsOf(runtime, options, wakeDeliveries).map((pool) =>
    createWorker(boss, pool, onError),
  );
  for (const worker of workers) worker.start();
  let searching = Promise.resolve<unknown>(undefined);
  let dueWork: Promise<unknown> | undefined;
  let ticks = 0;
  const clock = setInterval(() => {
    const searches: Promise<unknown>[] = [startDueAutomations(runtime.db)];
    if (ticks % TICKS_BETWEEN_REQUEUES === 0) searches.push(requeueLostWork(runtime.db));
    // Not while the previous one still runs: both would process the same rows.
    if (ticks % TICKS_BETWEEN_DUE_WORK === 0 && dueWork === undefined) {
      dueWork = processDueWork(runtime.db)
        .then(() => publishDailyNotices(runtime.db))
        .catch(onError)
        .finally(() => (dueWork = undefined));
    }
    ticks++;
    searching = Promise.all(searches).catch(onError);
  }, options.clockMs ?? CLOCK_MS);
  return {
    async stop() {
      clearInterval(clock);
      await Promise.all([searching, dueWork, ...workers.map((worker) => worker.stop())]);
      await boss.stop({ graceful: false });
    },
  };
}

/** Runs jobs until none is due: for commands and tests. */
export async function drainJobs(
  runtime: Runtime,
  onError: (error: unknown) => void,
  options: JobOptions = {},
): Promise<void> {
  const boss = bossOn(runtime.db);
  const workers: readonly Worker[] = poolsOf(runtime, options).map((pool) =>
    createWorker(boss, pool, onError),
  );
  for (;;) {
    let taken = 0;
    for (const worker of workers) taken += await worker.drain();
    if (taken === 0) return;
  }
}
