import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { REPLY_RETENTION_DAYS } from '../api/idempotency.ts';
import { dropOldRows } from '../imports/rows.ts';
import { settingOf } from '../tenant-settings.ts';

const INTERVAL_MS = 3_600_000;
/** Rows of one statement: it must end within the statement timeout of ten seconds, and hold its locks for a short time. */
const BATCH_SIZE = 2_000;
/** Retention of events with their deliveries, batches and messages. Retries take 8 days at most. */
const EVENT_RETENTION_DAYS = 30;
const NOTICE_RETENTION_DAYS = 400;

export interface Retention {
  /** Retention of audit entries and the action history; `Infinity` never deletes them. */
  readonly historyRetentionDays?: number;
}

/** Rows of a table that are deleted at an age. */
export interface RetentionRule {
  readonly table: string;
  /** The column with the time that counts. It has an index, except in `request_windows`. */
  readonly moment: string;
  readonly days: number;
  /** Deletes only these rows. */
  readonly only?: RawBuilder<boolean>;
}

/** Every row that is deleted by age. Other rows stay until a request deletes them or their profile is purged. */
export const retentionRules = ({
  historyRetentionDays: historyDays = DEFAULT_HISTORY_DAYS,
}: Retention = {}): readonly RetentionRule[] => [
  { table: 'tokens', moment: 'expires_at', days: 1 },
  { table: 'idempotency_keys', moment: 'created_at', days: REPLY_RETENTION_DAYS },
  // One row per token in use, updated by every request: an index would slow each of them down.
  { table: 'request_windows', moment: 'started_at', days: 1 / 24 },
  // Deletes their deliveries and attempts, too. Events that were not handled yet stay.
  {
    table: 'events',
    moment: 'created_at',
    days: EVENT_RETENTION_DAYS,
    only: sql<boolean>`handled_at is not null`,
  },
  {
    table: 'batches',
    moment: 'created_at',
    days: EVENT_RETENTION_DAYS,
    only: sql<boolean>`status in ('done', 'failed')`,
  },
  {
    table: 'messages',
    moment: 'created_at',
    days: EVENT_RETENTION_DAYS,
    only: sql<boolean>`status in ('sent', 'skipped', 'failed')`,
  },
  // Addresses that were not confirmed, and alerts that are over.
  { table: 'guest_alerts', moment: 'ends_at', days: 0 },
  // A corrected file arrives within this time.
  { table: 'imported_rows', moment: 'created_at', days: EVENT_RETENTION_DAYS },
  // Dates recur every year: a notice must be stored for more than a year, or it would be published twice.
  { table: 'notices', moment: 'created_at', days: NOTICE_RETENTION_DAYS },
  // Signatures older than five minutes are refused, so older messages cannot be replayed.
  { table: 'received_messages', moment: 'created_at', days: 1 },
  { table: 'audits', moment: 'created_at', days: historyDays },
  {
    table: 'records',
    moment: 'created_at',
    days: historyDays,
    only: sql<boolean>`resource = 'action-history'`,
  },
];

/** Deletes expired rows now and every hour. Returns a function that stops it. */
export function startHousekeeping(
  db: Database,
  onError: (error: unknown) => void,
  retention: Retention = {},
): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = deleteExpiredRows(db, retention).catch(onError);
  };
  const timer = setInterval(run, INTERVAL_MS).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Deletes all expired rows, `BATCH_SIZE` in each statement. */
export async function deleteExpiredRows(db: Database, retention: Retention = {}): Promise<void> {
  for (const rule of retentionRules(retention)) {
    if (!Number.isFinite(rule.days)) continue;
    for (;;) {
      const { numAffectedRows = 0n } = await removal(rule).execute(db);
      if (numAffectedRows < BATCH_SIZE) break;
    }
  }
  const failedRowsDays = await settingOf(db, 'imports.failed_rows_kept_days');
  while ((await dropOldRows(db, failedRowsDays, BATCH_SIZE)) === BATCH_SIZE);
}

/** Deletes the oldest expired rows. Processes that run it at the same time delete different rows. */
export function removal({ table, moment, days, only }: RetentionRule): RawBuilder<unknown> {
  const [name, at] = [sql.table(table), sql.ref(moment)];
  return sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name}
      where ${at} < now() - ${days}::double precision * interval '1 day' ${only ? sql`and ${only}` : sql``}
      order by ${at} limit ${BATCH_SIZE} for update skip locked))`;
}

/** Default retention of audit entries and the action history: a year, and some weeks to evaluate it. */
export const DEFAULT_HISTORY_DAYS = 400;
const LONGEST_DAYS = 36_500;
const FOREVER = 'forever';

/** Reads `HISTORY_KEPT_DAYS`. Throws for an invalid value: a typing error must not delete the history. */
export function historyRetentionDays(text: string | undefined): number {
  const given = text?.trim();
  if (!given) return DEFAULT_HISTORY_DAYS;
  if (given === FOREVER) return Infinity;
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= LONGEST_DAYS) return days;
  throw new Error(
    `HISTORY_KEPT_DAYS is "${given}": it has to be a whole number of days from 1 to ${LONGEST_DAYS}, or "${FOREVER}".`,
  );
}
