import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import type { Stored } from '../crud/tables.ts';

type Kind = Row<'credit_entries'>['kind'];

/** Writes an entry into a credit's book, which changes what remains. Nothing for nothing. */
export async function book(
  db: Database,
  credit: Pick<Stored, 'id' | string>,
  kind: Kind,
  amount: string,
  reason: string,
): Promise<void> {
  if (Number(amount) === 0) return;
  const profileId = String(credit['profile_id']);
  await db
    .insertInto('credit_entries')
    .values({ credit_id: Number(credit.id), profile_id: profileId, kind, amount, reason })
    .execute();
}

/**
 * Books out what is left of credits whose end has come, so many at once; answers which. Several processes may do so: what
 * one has locked the others leave to it, and what is booked has nothing left.
 */
export async function bookExpired(work: Database, atOnce: number): Promise<readonly number[]> {
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

/** A credit that goes on holds again what had expired. Its row is locked by the caller. */
export async function restoreExpired(work: Database, creditId: number): Promise<void> {
  await sql`
    insert into credit_entries (credit_id, profile_id, kind, amount, reason)
    select id, profile_id, 'restore', lost.amount, 'Credit extended'
    from credits, lateral (
      select -sum(amount) as amount from credit_entries
      where credit_id = credits.id and kind in ('expire', 'restore')) as lost
    where id = ${creditId} and lost.amount > 0`.execute(work);
}
