import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database/tables.ts';
import { ANSWER_KEPT_DAYS } from '../api/idempotency.ts';
import { dropOldRows } from './imports/rows.ts';
import { settingOf } from '../tenant-settings.ts';

const EVERY_MS = 3_600_000;
/** Rows of one statement: nothing may take longer than ten seconds, and what is locked is locked for moments. */
const AT_ONCE = 2_000;
/** Days that events, with their deliveries, and batches can be looked up. Retries take 8 days at most. */
const EVENTS_KEPT_DAYS = 30;
const NOTICES_KEPT_DAYS = 400;

export interface Retention {
  /** Days that audits and the history of actions are kept; `Infinity` keeps them for good. */
  readonly historyRetentionDays?: number;
}

/** Something whose time comes: rows of a table, by the age of a column. */
export interface RetentionRule {
  readonly table: string;
  /** The moment that decides; an index has it, but for one table that is small. */
  readonly moment: string;
  readonly days: number;
  /** Only these rows. */
  readonly only?: RawBuilder<boolean>;
}

/** All that is removed by age. What is not here stays until somebody removes it, or its profile is purged. */
export const retentionRules = ({
  historyRetentionDays: historyKeptDays = HISTORY_KEPT_DAYS,
}: Retention = {}): readonly RetentionRule[] => [
  { table: 'tokens', moment: 'expires_at', days: 1 },
  { table: 'idempotency_keys', moment: 'created_at', days: ANSWER_KEPT_DAYS },
  // One row for each token in use, and changed by every request: no index.
  { table: 'request_windows', moment: 'started_at', days: 1 / 24 },
  // With their deliveries and attempts. What was never handled is not forgotten.
  {
    table: 'events',
    moment: 'created_at',
    days: EVENTS_KEPT_DAYS,
    only: sql<boolean>`handled_at is not null`,
  },
  {
    table: 'batches',
    moment: 'created_at',
    days: EVENTS_KEPT_DAYS,
    only: sql<boolean>`status in ('done', 'failed')`,
  },
  {
    table: 'messages',
    moment: 'created_at',
    days: EVENTS_KEPT_DAYS,
    only: sql<boolean>`status in ('sent', 'skipped', 'failed')`,
  },
  // Yearly dates come again: what was announced is known for longer than a year.
  { table: 'notices', moment: 'created_at', days: NOTICES_KEPT_DAYS },
  // Nobody may send a message again that is older than five minutes.
  { table: 'received_messages', moment: 'created_at', days: 1 },
  { table: 'audits', moment: 'created_at', days: historyKeptDays },
  {
    table: 'records',
    moment: 'created_at',
    days: historyKeptDays,
    only: sql<boolean>`resource = 'action-history'`,
  },
];

/** Removes what has had its time, now and every hour. Answers a function that ends it. */
export function startHousekeeping(
  db: Database,
  onError: (error: unknown) => void,
  keeping: Retention = {},
): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = deleteExpiredRows(db, keeping).catch(onError);
  };
  const timer = setInterval(run, EVERY_MS).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Removes everything whose time has come, some rows at a time. */
export async function deleteExpiredRows(db: Database, keeping: Retention = {}): Promise<void> {
  for (const chore of retentionRules(keeping)) {
    if (!Number.isFinite(chore.days)) continue;
    for (;;) {
      const { numAffectedRows = 0n } = await removal(chore).execute(db);
      if (numAffectedRows < AT_ONCE) break;
    }
  }
  const rowsKeptDays = await settingOf(db, 'imports.failed_rows_kept_days');
  while ((await dropOldRows(db, rowsKeptDays, AT_ONCE)) === AT_ONCE);
}

/** The oldest rows that are due. Another process that does the same takes others. */
export function removal({ table, moment, days, only }: RetentionRule): RawBuilder<unknown> {
  const [name, at] = [sql.table(table), sql.ref(moment)];
  return sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name}
      where ${at} < now() - ${days}::double precision * interval '1 day' ${only ? sql`and ${only}` : sql``}
      order by ${at} limit ${AT_ONCE} for update skip locked))`;
}

/** Days that audits and the history of actions are kept: a year, and time to look back at it. */
export const HISTORY_KEPT_DAYS = 400;
const LONGEST_DAYS = 36_500;
const FOR_GOOD = 'forever';

/** The setting `HISTORY_KEPT_DAYS`. Throws for what is none: a slip must neither keep nor remove what somebody counts on. */
export function historyRetentionDays(text: string | undefined): number {
  const given = text?.trim();
  if (!given) return HISTORY_KEPT_DAYS;
  if (given === FOR_GOOD) return Infinity;
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= LONGEST_DAYS) return days;
  throw new Error(
    `HISTORY_KEPT_DAYS is "${given}": it has to be a whole number of days from 1 to ${LONGEST_DAYS}, or "${FOR_GOOD}".`,
  );
}
