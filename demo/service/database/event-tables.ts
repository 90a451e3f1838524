import type { ColumnType, Generated } from 'kysely';

type Identity = ColumnType<number, never, never>;
type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Now = ColumnType<Date, Date | string | undefined, Date | string>;
/** JSON: read as a value, written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;

/** Tables of events, deliveries, batches and imports. */
export interface EventTables {
  events: {
    id: Identity;
    trigger: string;
    namespace: string;
    profile_id: string | null;
    payload: ColumnType<Record<string, unknown>, string, string>;
    depth: Generated<number>;
    is_resent: Generated<boolean>;
    created_at: Now;
    handled_at: TimeOrNull;
  };
  /** Actions that were run for an event. */
  action_runs: { event_id: number; action_id: number; created_at: Now };
  /** Profiles that an automation has found in a period, for automations that find each profile once per period. */
  automation_profiles: { automation_id: number; profile_id: string; period: string; created_at: Now };
  messages: {
    id: Identity;
    message_id: Generated<string>;
    /** Null for the message to a guest. */
    profile_id: string | null;
    guest_alert_id: Generated<number | null>;
    /** Null for the link with which a guest confirms an address: no event causes it. */
    event_id: number | null;
    trigger: string;
    target_id: number | null;
    channel: 'email' | 'sms' | 'push';
    subject: string;
    body: string;
    /** BCP 47, where the language of the text is known. */
    language: Generated<string | null>;
    status: Generated<'pending' | 'sending' | 'sent' | 'skipped' | 'failed'>;
    reason: Generated<string | null>;
    attempts: Generated<number>;
    next_at: TimeOrNull;
    claimed_until: TimeOrNull;
    created_at: Now;
    updated_at: Now;
  };
  deliveries: {
    id: Identity;
    message_id: Generated<string>;
    event_id: number;
    receiver: string;
    url: string;
    queue: 'high' | 'default' | 'low';
    body: string;
    retry_hourly: Generated<boolean>;
    retry_daily: Generated<boolean>;
    status: Generated<'pending' | 'delivered' | 'failed' | 'dropped'>;
    attempts: Generated<number>;
    next_at: TimeOrNull;
    last_status: number | null;
    last_error: string | null;
    created_at: Now;
    updated_at: Now;
  };
  delivery_attempts: {
    delivery_id: number;
    number: number;
    url: string;
    status: number | null;
    error: string | null;
    duration_ms: number;
    /** The beginning of the body of the reply, as text; null without one. */
    answer: string | null;
    created_at: Now;
  };
  signing_keys: {
    id: Identity;
    owner: string;
    secret: string;
    created_at: Now;
    retires_at: TimeOrNull;
  };
  received_messages: { extension: string; message_id: string; created_at: Now };
  batches: {
    id: Generated<string>;
    endpoint: string;
    path: Json<Record<string, string>>;
    /** The records as sent, until the batch is done. A record is null if a purge erased it. */
    records: Json<readonly unknown[]>;
    total: ColumnType<number | null, number | undefined, number>;
    user_id: number;
    scopes: string[];
    status: Generated<'accepted' | 'running' | 'done' | 'failed'>;
    position: Generated<number>;
    warnings: Json<readonly unknown[]>;
    failures: Json<readonly { readonly index: number; readonly message: string }[]>;
    begun_at: TimeOrNull;
    begun_from: Generated<number | null>;
    created_at: Now;
    updated_at: Now;
  };
  /** Rows that are not imported yet, or failed. Fields are null if a purge erased them. */
  import_rows: { import_id: number; number: number; fields: Json<Record<string, unknown> | null> };
}
