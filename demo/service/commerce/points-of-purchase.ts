import { sql } from 'kysely';
import { openAccount } from '../incentives/account.ts';
import { lockBalance, settle } from '../incentives/settle.ts';
import { spend, type Spending } from '../incentives/spend.ts';
import type { Database, Row } from '../database/tables.ts';

type Purchase = Row<'transactions'>;

/** The programme: one point for every whole euro. A rate `points-per-<currency>` says otherwise. */
const CURRENCY = 'EUR';

/**
 * What a purchase is worth in points. A rate with the handle `points-per-eur` changes it, and one such as
 * `points-per-gbp` adds another currency. A refund is worth none.
 */
async function worthOf(work: Database, { total, currency }: Purchase): Promise<number> {
  const code = (currency ?? CURRENCY).toLowerCase();
  const { rows } = await sql<{ points: number }>`
    select floor(greatest(0, ${total}::numeric * coalesce(
      (select (fields ->> 'value')::numeric from records
        where resource = 'rate' and fields ->> 'handle' = ${`points-per-${code}`} limit 1),
      ${code === CURRENCY.toLowerCase() ? 1 : 0}::numeric)))::bigint as points`.execute(work);
  return rows[0]?.points ?? 0;
}

/** Books the points of a purchase on the ledger. It never brings more than it is worth, however often it is claimed. */
export async function earnPoints(work: Database, purchase: Purchase, profileId: string): Promise<void> {
  const { rows } = await sql<{ booked: number }>`
    select coalesce(sum(amount), 0)::bigint as booked from transaction_points
    where transaction_id = ${purchase.id}`.execute(work);
  const amount = (await worthOf(work, purchase)) - (rows[0]?.booked ?? 0);
  if (amount <= 0) return;
  await openAccount(work, profileId);
  await work
    .insertInto('pending_points')
    .values({
      ...{ profile_id: profileId, amount, reason: reasonOf(purchase) },
      releases_at: sql<string>`now()`,
      expires_at: null,
    })
    .execute();
  await settle(work, profileId);
  await work
    .insertInto('transaction_points')
    .values({ transaction_id: purchase.id, profile_id: profileId, amount })
    .onConflict((on) =>
      on
        .columns(['transaction_id', 'profile_id'])
        .doUpdateSet({ amount: sql<number>`transaction_points.amount + excluded.amount` }),
    )
    .execute();
}

/** Takes back what a purchase brought, as far as it was not spent. */
export async function takePointsBack(work: Database, purchase: Purchase, profileId: string): Promise<void> {
  const row = await work
    .selectFrom('transaction_points')
    .select('amount')
    .where('transaction_id', '=', purchase.id)
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.amount) return;
  await settle(work, profileId);
  const amount = Math.min(row.amount, await lockBalance(work, profileId));
  if (amount === 0) return;
  await spend(work, { profileId, amount, reason: `${reasonOf(purchase)}, taken back` } as Spending);
  await work
    .updateTable('transaction_points')
    .set({ amount: row.amount - amount })
    .where('transaction_id', '=', purchase.id)
    .where('profile_id', '=', profileId)
    .execute();
}

const reasonOf = ({ receipt_ref, external_id }: Purchase) => `Purchase ${receipt_ref ?? external_id}`;
