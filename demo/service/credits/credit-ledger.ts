import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';

type Kind = Row<'credit_entries'>['kind'];

/** Writes an entry into the ledger of a credit, which changes what remains. Zero amounts get no entry. */
export async function writeEntry(
  db: Database,
  { id, profile_id }: Pick<Row<'credits'>, 'id' | 'profile_id'>,
  kind: Kind,
  amount: string,
  reason: string,
): Promise<void> {
  if (Number(amount) === 0) return;
  await db.insertInto('credit_entries').values({ credit_id: id, profile_id, kind, amount, reason }).execute();
}

/**
 * Writes `expire` entries for the remaining value of expired credits, at most `atOnce`. Returns their ids. Several processes may
 * do so at the same time: each skips the rows that another one has locked, and an expired credit has nothing left.
 */
export async function expireCredits(work: Database, atOnce: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with expired as (
      select id, profile_id, value_remaining from credits
      where expires_at <= now() and value_remaining > 0 and deleted_at is null
      order by expires_at limit ${atOnce} for update skip locked
    )
    insert into credit_entries (credit_id, profile_id, kind, amount, reason)
    select id, profile_id, 'expire', -value_remaining, 'Credit expired' from expired
    returning credit_id as id`.execute(work);
  return rows.map(({ id }) => id);
}

/** Restores the expired value of a credit that was extended. The caller has locked its row. */
export async function restoreExpired(work: Database, creditId: number): Promise<void> {
  await sql`
    insert into credit_entries (credit_id, profile_id, kind, amount, reason)
    select id, profile_id, 'restore', lost.amount, 'Credit extended'
    from credits, lateral (
      select -sum(amount) as amount from credit_entries
      where credit_id = credits.id and kind in ('expire', 'restore')) as lost
    where id = ${creditId} and lost.amount > 0`.execute(work);
}
