import { startDueAutomations, runAutomation } from '../automation/run.ts';
import { runBatch } from '../batches/run.ts';
import { attemptDelivery } from '../events/attempt-delivery.ts';
import { createBackpressure } from '../events/backpressure.ts';
import { requeueLostWork } from '../events/requeue-lost-work.ts';
import { handleEvent } from '../events/handle-event.ts';
import { processDueWork } from './due-work.ts';
import { createReceiverLimits } from '../events/receiver-limits.ts';
import { runImport } from '../imports/run.ts';
import { recountProfiles } from '../../achievements/recount-achievements.ts';
import { publishDailyNotices } from '../notices/daily.ts';
import { sendMessage } from '../messages/send-message.ts';
import { bossOn } from './boss.ts';
import type { DeliverySubject, JobSubjects } from './queues.ts';
import type { Runtime } from './runtime.ts';
import { createWorker, type Handler, type Pool, type Worker } from './worker.ts';

/** Connections to the SMTP server at the same time. */
const MESSAGES_AT_ONCE = 4;
const CLOCK_MS = 10_000;
const TICKS_BETWEEN_SEARCHES = 30;
/** What time has made due is booked and published within a minute. */
const TICKS_BETWEEN_BOOKINGS = 3;
/** Receivers answer in less, or are waited for beside the others. */
const DELIVERY_PATIENCE_MS = 500;

export interface JobOptions {
  /** Requests to webhooks at the same time. */
  readonly deliveriesAtOnce?: number;
  /** How often jobs of processes that are gone are looked for. */
  readonly maintenanceSeconds?: number;
  /** How often the clock looks for automations that are due; for the rest in multiples of it. */
  readonly clockMs?: number;
}

/**
 * Everything jobs do, in pools that do not wait for each other: a long import delays no webhook. `told` hears of every
 * event that was handled: there may be deliveries.
 */
function poolsOf(
  runtime: Runtime,
  { deliveriesAtOnce = 20 }: JobOptions = {},
  told: () => void = () => {},
): readonly Pool[] {
  const turns = createReceiverLimits();
  const backpressure = createBackpressure();
  const delivery: Handler = (subject: DeliverySubject) =>
    attemptDelivery(runtime, subject, turns, backpressure);
  const event: Handler = ({ eventId }: JobSubjects['events']) => handleEvent(runtime, eventId).then(told);
  const automation: Handler = (subject: JobSubjects['automations']) => runAutomation(runtime, subject);
  const batch: Handler = ({ batchId }: JobSubjects['batches']) => runBatch(runtime, batchId);
  const file: Handler = ({ jobId }: JobSubjects['imports']) => runImport(runtime, jobId);
  const recount: Handler = (subject: JobSubjects['achievements']) => recountProfiles(runtime.db, subject);
  const message: Handler = (subject: JobSubjects['messages']) => sendMessage(runtime, subject);
  return [
    {
      slots: deliveriesAtOnce,
      slotTimeoutMs: DELIVERY_PATIENCE_MS,
      queues: [
        ['webhooks-high', delivery],
        ['webhooks-default', delivery],
        ['webhooks-low', delivery],
      ],
    },
    { slots: 4, queues: [['events', event]] },
    { slots: MESSAGES_AT_ONCE, queues: [['messages', message]] },
    {
      slots: 2,
      queues: [
        ['automations', automation],
        ['batches', batch],
        ['imports', file],
        ['achievements', recount],
      ],
    },
  ];
}

export interface RunningJobs {
  /** Takes no more jobs, and waits for those it has. */
  stop(): Promise<void>;
}

/** Starts working on jobs. Any number of processes may do so: each job is claimed by one. */
export async function startJobs(
  runtime: Runtime,
  onError: (error: unknown) => void,
  options: JobOptions = {},
): Promise<RunningJobs> {
  const boss = bossOn(runtime.db, options);
  boss.on('error', onError);
  await boss.start();
  // The first pool is that of the deliveries.
  const told = () => workers[0]?.wake();
  const workers: readonly Worker[] = poolsOf(runtime, options, told).map((pool) =>
    createWorker(boss, pool, onError),
  );
  for (const worker of workers) worker.start();
  let checking = Promise.resolve<unknown>(undefined);
  let booking: Promise<unknown> | undefined;
  let ticks = 0;
  const clock = setInterval(() => {
    const looks: Promise<unknown>[] = [startDueAutomations(runtime.db)];
    if (ticks % TICKS_BETWEEN_SEARCHES === 0) looks.push(requeueLostWork(runtime.db));
    // One booking that takes longer than its turn is waited for: two of one process would do the same work.
    if (ticks % TICKS_BETWEEN_BOOKINGS === 0 && booking === undefined) {
      booking = processDueWork(runtime.db)
        .then(() => publishDailyNotices(runtime.db))
        .catch(onError)
        .finally(() => (booking = undefined));
    }
    ticks++;
    checking = Promise.all(looks).catch(onError);
  }, options.clockMs ?? CLOCK_MS);
  return {
    async stop() {
      clearInterval(clock);
      await Promise.all([checking, booking, ...workers.map((worker) => worker.stop())]);
      await boss.stop({ graceful: false });
    },
  };
}

/** Works on what is there until nothing is left that is due: for commands and tests. */
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
