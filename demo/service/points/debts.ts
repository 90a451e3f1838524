import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { lockBalance } from './balance-account.ts';
import { taking } from './taking.ts';

export interface Debt {
  readonly profileId: string;
  /** The refunded purchase. */
  readonly transactionId: number;
  readonly points: number;
}

/** Records points of a refunded purchase that were spent already: the next points pay them. */
export async function owePoints(work: Database, { profileId, transactionId, points }: Debt): Promise<void> {
  if (points <= 0) return;
  await work
    .insertInto('point_debts')
    .values({ profile_id: profileId, transaction_id: transactionId, amount: points })
    .execute();
}

/** Points of a purchase that a profile owes. */
export async function owedFor(work: Database, profileId: string, transactionId: number): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(amount), 0)::bigint as owed from point_debts
    where profile_id = ${profileId} and transaction_id = ${transactionId}`.execute(work);
  return rows[0]?.owed ?? 0;
}

/** Cancels what a profile owes for a purchase beyond so many points. */
export async function limitDebt(work: Database, { profileId, transactionId, points }: Debt): Promise<void> {
  const debts = await work
    .selectFrom('point_debts')
    .select(['id', 'amount'])
    .where('profile_id', '=', profileId)
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .forUpdate()
    .execute();
  let left = points;
  for (const { id, amount } of debts) {
    const kept = Math.min(amount, left);
    left -= kept;
    if (kept === amount) continue;
    if (kept === 0) await work.deleteFrom('point_debts').where('id', '=', id).execute();
    else await work.updateTable('point_debts').set({ amount: kept }).where('id', '=', id).execute();
  }
}

/** Pays debts with the available points, the oldest first. Each payment is an entry of the ledger that names the purchase. */
export async function payDebts(work: Database, profileId: string): Promise<void> {
  const debts = await work
    .selectFrom('point_debts')
    .select(['id', 'transaction_id', 'amount'])
    .where('profile_id', '=', profileId)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (debts.length === 0) return;
  let available = await lockBalance(work, profileId);
  for (const { id, transaction_id, amount } of debts) {
    const paid = Math.min(amount, available);
    if (paid === 0) return;
    available -= paid;
    await sql`
      with ${taking(profileId, paid)}
      insert into point_entries (profile_id, kind, amount, counted, reason, source_type, source_id)
      values (${profileId}, 'revoke', ${-paid}::bigint, 0, 'Points of a refunded purchase, spent before', 'transaction',
        ${String(transaction_id)})`.execute(work);
    await work
      .insertInto('transaction_points')
      .values({ transaction_id, profile_id: profileId, amount: -paid, counted: 0 })
      .execute();
    if (paid === amount) await work.deleteFrom('point_debts').where('id', '=', id).execute();
    else
      await work
        .updateTable('point_debts')
        .set({ amount: amount - paid })
        .where('id', '=', id)
        .execute();
  }
}
