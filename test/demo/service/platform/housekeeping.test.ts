import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../demo/service/database/tables.ts';
import {
  historyRetentionDays,
  retentionRules,
  deleteExpiredRows,
  removal,
} from '../../../../demo/service/platform/housekeeping.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

const ROWS = 5_000;
const DUE = 3;

/**
 * Rows of each table from which expired rows are deleted: numbers 1 to 3 are due, all others are not. `age` is the time in the
 * row, a day after or before the limit.
 */
const fillings: Readonly<Record<string, (days: number) => ReturnType<typeof sql>>> = {
  tokens: (days) => sql`
    insert into tokens (hash, kind, profile_id, scopes, expires_at)
    select sha256(n::text::bytea), 'customer', 'profile-1002', '{}', ${age(days)} from ${numbers}`,
  idempotency_keys: (days) => sql`
    insert into idempotency_keys (owner, key, request_hash, created_at)
    select 'user:1', 'key-' || n, sha256(n::text::bytea), ${age(days)} from ${numbers}`,
  request_windows: (days) => sql`
    insert into request_windows (key, started_at) select 'token:' || n, ${age(days)} from ${numbers}`,
  events: (days) => sql`
    insert into events (trigger, namespace, payload, created_at, handled_at)
    select 'kept', 'shop', '{}', ${age(days)}, ${age(days)} from ${numbers}`,
  batches: (days) => sql`
    insert into batches (endpoint, records, user_id, scopes, status, created_at)
    select 'profiles.batch.store', '[]', 1, '{}', case when n % 2 = 0 then 'done' else 'failed' end, ${age(days)}
    from ${numbers}`,
  received_messages: (days) => sql`
    insert into received_messages (extension, message_id, created_at) select 'shop', 'm' || n, ${age(days)} from ${numbers}`,
  messages: (days) => sql`
    insert into messages (profile_id, event_id, trigger, target_id, channel, subject, body, status, created_at)
    select 'profile-1002', -n, 'visited', 1, 'email', 'S', 'T', 'sent', ${age(days)} from ${numbers}`,
  guest_alerts: (days) => sql`
    insert into guest_alerts (email, product_id, asked, was_available, secret, ends_at)
    select n || '@example.com', 'hp-1001', '{price}', true, 'secret', ${age(days)} from ${numbers}`,
  imported_rows: (days) => sql`
    insert into imported_rows (series, hash, load, occurrences, created_at)
    select 'series', sha256(n::text::bytea), 'load', 1, ${age(days)} from ${numbers}`,
  notices: (days) => sql`
    insert into notices (profile_id, kind, subject, created_at)
    select 'profile-1002', 'date.reached', n::text, ${age(days)} from ${numbers}`,
  audits: (days) => sql`
    insert into audits (action, model, created_at) select 'kept', 'brand', ${age(days)} from ${numbers}`,
  records: (days) => sql`
    insert into records (resource, fields, created_at) select 'action-history', '{}', ${age(days)} from ${numbers}`,
};
const numbers = sql`generate_series(1, ${ROWS}::integer) as n`;
const age = (days: number) =>
  sql`now() - ${days}::double precision * interval '1 day' + case when n <= ${DUE} then -1 else 1 end * interval '10 minutes'`;

describe('housekeeping', () => {
  let database: FreshDatabase;
  let db: Database;
  const chores = retentionRules();
  const count = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };

  beforeAll(async () => {
    database = await freshDatabase();
    ({ db } = database);
    for (const { table, days } of chores) {
      await fillings[table]?.(days).execute(db);
      await sql`analyze ${sql.table(table)}`.execute(db);
    }
  });
  afterAll(() => database?.drop());

  it.each(chores.filter(({ table }) => table !== 'request_windows'))(
    'finds the expired rows of $table by an index',
    async (chore) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${removal(chore)}`.execute(db);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toContain('Seq Scan');
    },
  );

  it('deletes expired rows, and nothing else', async () => {
    // Old rows that stay: events that were not handled, batches in progress, records, and tokens that do not expire.
    await sql`insert into events (trigger, namespace, payload, created_at) values ('lost', 'shop', '{}', '2020-01-01')`.execute(
      db,
    );
    await sql`
      insert into batches (endpoint, records, user_id, scopes, status, created_at)
      values ('profiles.batch.store', '[]', 1, '{}', 'running', '2020-01-01')`.execute(db);
    await sql`insert into records (resource, fields, created_at) values ('brand', '{}', '2020-01-01')`.execute(
      db,
    );
    await sql`
      insert into tokens (hash, kind, user_id, name, scopes, expires_at)
      select sha256('for good'), 'api', min(id), 'for good', '{}', null from users`.execute(db);
    const before = new Map<string, number>();
    for (const { table } of chores) before.set(table, await count(table));
    await deleteExpiredRows(db);
    for (const { table } of chores) {
      expect({ table, rows: await count(table) }).toEqual({ table, rows: (before.get(table) ?? 0) - DUE });
    }
  });

  it('deletes deliveries and their attempts with the event', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into events (trigger, namespace, payload, created_at, handled_at)
      values ('published', 'shop', '{}', '2020-01-01', '2020-01-01') returning id`.execute(db);
    await sql`
      with delivery as (
        insert into deliveries (event_id, receiver, url, queue, body, status)
        values (${rows[0]?.id}, 'webhook:1', 'https://shop.example', 'default', '{}', 'delivered') returning id)
      insert into delivery_attempts (delivery_id, number, url, duration_ms)
      select id, 1, 'https://shop.example', 1 from delivery`.execute(db);
    await deleteExpiredRows(db);
    expect([await count('deliveries'), await count('delivery_attempts')]).toEqual([0, 0]);
  });

  it('deletes more rows than one statement does', async () => {
    await sql`update audits set created_at = '2020-01-01'`.execute(db);
    await deleteExpiredRows(db);
    expect(await count('audits')).toBe(0);
  });

  it('deletes audit entries and the action history after the configured days, or never', async () => {
    const add = (days: number) =>
      sql`insert into audits (action, model, created_at) values ('kept', 'brand', now() - ${days} * interval '1 day')`.execute(
        db,
      );
    await add(20);
    await add(4_000);
    await deleteExpiredRows(db, { historyRetentionDays: Infinity });
    expect(await count('audits')).toBe(2);
    await deleteExpiredRows(db, { historyRetentionDays: 30 });
    expect(await count('audits')).toBe(1);
  });
});

describe('HISTORY_KEPT_DAYS', () => {
  it('is 400 by default', () => {
    expect([historyRetentionDays(undefined), historyRetentionDays('')]).toEqual([400, 400]);
  });

  it('is a number of days, or forever', () => {
    expect([historyRetentionDays('30'), historyRetentionDays(' forever ')]).toEqual([30, Infinity]);
  });

  it.each(['0', '-1', '1.5', 'a year', '99999', '1e3'])(
    'refuses %s, and names the allowed values',
    (text) => {
      expect(() => historyRetentionDays(text)).toThrow(
        `HISTORY_KEPT_DAYS is "${text}": it has to be a whole number of days from 1 to 36500, or "forever".`,
      );
    },
  );
});
