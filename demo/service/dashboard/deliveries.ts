import type { Database, Row } from '../database/tables.ts';

/** One delivery of a webhook, with every attempt. */
export interface Delivery {
  readonly id: number;
  /** The webhook, such as `webhook:5`. */
  readonly receiver: string;
  readonly trigger: string;
  readonly url: string;
  /** The message as it was sent, as JSON. */
  readonly body: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly tries: readonly {
    readonly number: number;
    readonly status: number | null;
    readonly error: string | null;
    /** The beginning of the body of the reply. */
    readonly answer: string | null;
    readonly duration_ms: number;
    readonly created_at: Date;
  }[];
}

export interface DeliveryFilter {
  readonly status?: Row<'deliveries'>['status'] | undefined;
  /** Name of the event. */
  readonly trigger?: string | undefined;
  readonly id?: number | undefined;
  readonly limit?: number;
}

/** The log of deliveries with each attempt, passed to the dashboard because no endpoint has it. */
export interface DeliveryLog {
  /** Newest first. */
  deliveriesOf(db: Database, filter: DeliveryFilter): Promise<readonly Delivery[]>;
}
