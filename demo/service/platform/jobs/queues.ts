import { sql, type Kysely } from 'kysely';
/** The schema of pg-boss. */
export const JOBS_SCHEMA = 'jobs';

export interface QueueOptions {
  /** A job whose process is gone is given to another one after this time. */
  readonly expireInSeconds: number;
  /** How often a job is tried that ends in an error of ours, or with its process. */
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
}

const stubborn: QueueOptions = { expireInSeconds: 60, retryLimit: 100, retryDelay: 1, retryBackoff: true };

/**
 * Every queue. What a job is about is in tables of ours, with its position: a job only says that there is something to
 * do, so one that runs twice does nothing twice.
 */
export const queues = {
  events: stubborn,
  'webhooks-high': stubborn,
  'webhooks-default': stubborn,
  'webhooks-low': stubborn,
  batches: stubborn,
  imports: stubborn,
  automations: stubborn,
  achievements: stubborn,
  messages: stubborn,
} as const satisfies Readonly<Record<string, QueueOptions>>;

export type Queue = keyof typeof queues;

/** What a job of each queue is about. */
export interface JobSubjects {
  readonly events: { readonly eventId: number };
  readonly 'webhooks-high': DeliverySubject;
  readonly 'webhooks-default': DeliverySubject;
  readonly 'webhooks-low': DeliverySubject;
  readonly batches: { readonly batchId: string };
  readonly imports: { readonly jobId: number };
  readonly automations: {
    readonly automationId: number;
    /** A run that was overtaken by the next one ends. */
    readonly run: string;
    /** When the run began: days in its query are counted from then, also after midnight. */
    readonly startedAt: string;
    /** The last profile that had its turn; null at the beginning. */
    readonly after: string | null;
  };
  readonly messages: {
    readonly messageId: number;
    /** Attempts made before this one. */
    readonly attempts: number;
  };
  readonly achievements: {
    readonly definitionId: number;
    /** The last profile that was counted; null at the beginning. */
    readonly after: string | null;
  };
}

export interface DeliverySubject {
  readonly deliveryId: number;
  /** Attempts made before this one: a job that was left behind knows that it is. */
  readonly attempts: number;
}

/** Makes a queue of pg-boss, where there is none yet: a new database gets all of them at once. */
export async function createQueue(db: Kysely<unknown>, name: Queue): Promise<void> {
  const settings = JSON.stringify({ policy: 'standard', ...queues[name] });
  await sql`select ${sql.id(JOBS_SCHEMA, 'create_queue')}(${name}, ${settings}::json)`.execute(db);
}
