import { sql, type Kysely } from 'kysely';

/** The schema of pg-boss. */
export const JOBS_SCHEMA = 'jobs';

export interface QueueOptions {
  /** After this time the job of a process that ended is given to another process. */
  readonly expireInSeconds: number;
  /** Retries of a job that threw an error, or whose process ended. */
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
}

const retried: QueueOptions = { expireInSeconds: 60, retryLimit: 100, retryDelay: 1, retryBackoff: true };

/**
 * Every queue. The work and its position are stored in other tables; a job only names it. So a job that runs twice has the
 * effect of one.
 */
const queues = {
  events: retried,
  'webhooks-high': retried,
  'webhooks-default': retried,
  'webhooks-low': retried,
  batches: retried,
  imports: retried,
  automations: retried,
  achievements: retried,
  tiers: retried,
  messages: retried,
} as const satisfies Readonly<Record<string, QueueOptions>>;

export type Queue = keyof typeof queues;

export const queueNames = Object.keys(queues).filter((name): name is Queue => Object.hasOwn(queues, name));

/** The data of a job, by queue. */
export interface JobSubjects {
  readonly events: { readonly eventId: number };
  readonly 'webhooks-high': DeliverySubject;
  readonly 'webhooks-default': DeliverySubject;
  readonly 'webhooks-low': DeliverySubject;
  readonly batches: { readonly batchId: string };
  readonly imports: { readonly jobId: number };
  readonly automations: {
    readonly automationId: number;
    /** A run that is not the newest of its automation ends. */
    readonly run: string;
    /** Start of the run: its query counts days from then, also after midnight. */
    readonly startedAt: string;
    /** The last processed profile; null at the beginning. */
    readonly after: string | null;
  };
  readonly messages: {
    readonly messageId: number;
    /** Attempts before this one. */
    readonly attempts: number;
  };
  readonly tiers: {
    /** The last member; null at the beginning. */
    readonly after: string | null;
  };
  readonly achievements: {
    readonly definitionId: number;
    /** The last recounted profile; null at the beginning. */
    readonly after: string | null;
  };
}

export interface DeliverySubject {
  readonly deliveryId: number;
  /** Attempts before this one: a job that is out of date ends by it. */
  readonly attempts: number;
}

/** Creates a queue of pg-boss; `create_queue` does nothing for one that exists. */
export async function createQueue(db: Kysely<unknown>, name: Queue): Promise<void> {
  const settings = JSON.stringify({ policy: 'standard', ...queues[name] });
  await sql`select ${sql.id(JOBS_SCHEMA, 'create_queue')}(${name}, ${settings}::json)`.execute(db);
}
