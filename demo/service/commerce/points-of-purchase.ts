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
export async function worthOf(
  work: Database,
  { total, currency }: Pick<Purchase, 'total' | 'currency'>,
): Promise<number> {
  const code = (currency ?? CURRENCY).toLowerCase();
  const { rows } = await sql<{ points: number }>`
    select least(${Number.MAX_SAFE_INTEGER}::bigint, floor(greatest(0, ${total}::numeric * coalesce(
      (select (fields ->> 'value')::numeric from records
        where resource = 'rate' and fields ->> 'handle' = ${`points-per-${code}`} limit 1),
      ${code === CURRENCY.toLowerCase() ? 1 : 0}::numeric))))::bigint as points`.execute(work);
  return rows[0]?.points ?? 0;
}

/** Books the points of a purchase on the ledger. It never brings more than it is worth, however often it is claimed. */
export async function earnPoints(work: Database, purchase: Purchase, profileId: string): Promise<void> {
  const amount = (await worthOf(work, purchase)) - (await bookedFor(work, purchase));
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
  await note(work, purchase, profileId, amount);
}

/** Takes back what a purchase brought, as far as it was not spent. */
export async function takePointsBack(work: Database, purchase: Purchase, profileId: string): Promise<void> {
  const booked = await bookedFor(work, purchase, profileId);
  if (booked <= 0) return;
  await settle(work, profileId);
  const amount = Math.min(booked, await lockBalance(work, profileId));
  if (amount === 0) return;
  await spend(work, { profileId, amount, reason: `${reasonOf(purchase)}, taken back` } as Spending);
  await note(work, purchase, profileId, -amount);
}

/** What a purchase has brought and was not taken back: to everyone, or to one profile. */
async function bookedFor(work: Database, { id }: Purchase, profileId?: string): Promise<number> {
  const { rows } = await sql<{ booked: number }>`
    select coalesce(sum(amount), 0)::bigint as booked from transaction_points
    where transaction_id = ${id} and profile_id = coalesce(${profileId ?? null}, profile_id)`.execute(work);
  return rows[0]?.booked ?? 0;
}

const note = (work: Database, { id }: Purchase, profileId: string, amount: number) =>
  work
    .insertInto('transaction_points')
    .values({ transaction_id: id, profile_id: profileId, amount })
    .execute();

const reasonOf = ({ receipt_ref, external_id }: Purchase) => `Purchase ${receipt_ref ?? external_id}`;
