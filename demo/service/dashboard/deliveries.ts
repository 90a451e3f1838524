import type { Database } from '../platform/database/tables.ts';

/** One delivery of a webhook, with every attempt. */
export interface Delivery {
  readonly id: number;
  /** The webhook, such as `webhook:5`. */
  readonly receiver: string;
  readonly trigger: string;
  readonly url: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly tries: readonly {
    readonly number: number;
    readonly status: number | null;
    readonly error: string | null;
    readonly duration_ms: number;
    readonly created_at: Date;
  }[];
}

/** The log of deliveries, passed to the dashboard because no endpoint has it. */
export interface DeliveryLog {
  /** Newest first. */
  deliveriesOf(db: Database, receiver?: string, limit?: number): Promise<readonly Delivery[]>;
  /** Sends a delivery again. Throws 404 for an unknown id. */
  replay(db: Database, deliveryId: number): Promise<void>;
}
