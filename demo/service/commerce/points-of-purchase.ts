import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { givePoints } from '../points/give-points.ts';
import { afterDays, endAfterDays } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { revokePoints } from '../points/revoke-points.ts';
import { settle } from '../points/settle.ts';
import { CURRENCY, PLACES } from './amounts.ts';

type Purchase = Row<'transactions'>;

/** The programme: one point for every whole unit of `CURRENCY`. A rate `points-per-<currency>` says otherwise. */
interface Rate {
  /** Points for one unit of the currency, decimal text. */
  readonly value: string;
  /** In words, for the staff. */
  readonly rule: string;
}

/** A rate with the handle `points-per-eur` changes what a purchase brings, and one such as `points-per-gbp` adds another currency. */
async function rateOf(work: Database, { currency }: Pick<Purchase, 'currency'>): Promise<Rate> {
  const code = currency ?? CURRENCY;
  const handle = `points-per-${code.toLowerCase()}`;
  const { rows } = await sql<{ value: string | null }>`
    select (fields ->> 'value')::numeric::text as value from records
    where resource = 'rate' and fields ->> 'handle' = ${handle} limit 1`.execute(work);
  const set = rows[0]?.value;
  const value = set ?? (code === CURRENCY ? '1' : '0');
  return { value, rule: `${set ? `Rate ${handle}` : 'Programme'}: ${value} per ${code}` };
}

/** Whole points for an amount, never below zero. Amounts of a till that adds in binary fractions are rounded first. */
async function pointsFor(work: Database, amount: string, rate: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select least(${Number.MAX_SAFE_INTEGER}::bigint,
      floor(greatest(0, round(${amount}::numeric, ${PLACES}::integer) * ${rate}::numeric)))::bigint as points`.execute(
    work,
  );
  return rows[0]?.points ?? 0;
}

/** What a purchase is worth in points. A refund is worth none. */
export async function worthOf(
  work: Database,
  purchase: Pick<Purchase, 'total' | 'currency'>,
): Promise<number> {
  return await pointsFor(work, purchase.total, (await rateOf(work, purchase)).value);
}

/**
 * Books the points of a purchase, as far as it was not refunded, on the ledger of the profile that it belongs to. It never brings more
 * points than it is worth, however often it is claimed; towards tiers and achievements it counts for its profile alone.
 */
export async function earnPoints(work: Database, purchase: Purchase, profileId: string): Promise<void> {
  const rate = await rateOf(work, purchase);
  const booked = await bookedFor(work, purchase, profileId);
  const worth = await pointsFor(work, await amountLeft(work, purchase), booked.rate ?? rate.value);
  const value = Math.max(0, worth - booked.byAll);
  const counted = Math.max(0, worth - booked.counted);
  if (value === 0 && counted === 0) return;
  const { purchasePeriod, purchaseReleasePeriod, timezone } = await programmeOf(work);
  await givePoints(work, {
    ...{ profileId, value, counted, reason: reasonOf(purchase), rule: rate.rule },
    source: sourceOf(purchase),
    releasedAt: afterDays(purchaseReleasePeriod),
    expiresAt: endAfterDays(purchasePeriod, timezone),
  });
  await note(work, purchase, profileId, { amount: value, counted, rate: booked.rate ?? rate.value });
}

export interface Refunded {
  readonly purchase: Purchase;
  /** Whose purchase it is. */
  readonly profileId: string;
  /** What of its total counted for the profile before, and what still does: decimal text. */
  readonly before: string;
  readonly after: string;
  /** For the ledger. */
  readonly reason: string;
}

/**
 * A purchase was refunded by this much, or no longer belongs to the profile (nothing of it counts): takes back its points as far as they are
 * left, and all of what they counted towards tiers and achievements. Answers how many points were taken.
 */
export async function purchaseRefunded(work: Database, refunded: Refunded): Promise<number> {
  const { purchase, profileId, before, after, reason } = refunded;
  await settle(work, profileId);
  const booked = await bookedFor(work, purchase, profileId);
  const rate = booked.rate ?? (await rateOf(work, purchase)).value;
  const worth = await pointsFor(work, after, rate);
  const lost = (await pointsFor(work, before, rate)) - worth;
  const counted = Math.max(0, booked.counted - worth);
  const points = Math.max(0, Math.min(lost, booked.amount - booked.expired));
  if (points === 0 && counted === 0) return 0;
  const taken = await revokePoints(work, {
    ...{ profileId, points, counted, reason, source: sourceOf(purchase) },
    rule: `Amount that counts: ${before} before, ${after} after`,
  });
  await note(work, purchase, profileId, { amount: -taken, counted: -counted, rate });
  return taken;
}

/** What of a purchase's total was not refunded, decimal text, never below zero. */
export async function amountLeft(work: Database, { id, total }: Purchase): Promise<string> {
  const { rows } = await sql<{ left: string }>`
    select trim_scale(greatest(0, ${total}::numeric - coalesce(sum(amount), 0)))::text as left
    from transaction_refunds where transaction_id = ${id}`.execute(work);
  return rows[0]?.left ?? '0';
}

interface Booked {
  /** Points that the profile has had from it and that were not taken back. */
  readonly amount: number;
  /** The same of all profiles: what one has spent, the next does not get again. */
  readonly byAll: number;
  readonly counted: number;
  /** Points of it that expired. */
  readonly expired: number;
  /** Null before the first booking. */
  readonly rate: string | null;
}

async function bookedFor(work: Database, purchase: Purchase, profileId: string): Promise<Booked> {
  const { type, id } = sourceOf(purchase);
  const { rows } = await sql<Booked>`
    select coalesce(sum(amount) filter (where profile_id = ${profileId}), 0)::bigint as amount,
      coalesce(sum(amount), 0)::bigint as "byAll",
      coalesce(sum(counted) filter (where profile_id = ${profileId}), 0)::bigint as counted,
      (select coalesce(sum(expired), 0)::bigint from point_lots
        where profile_id = ${profileId} and source_type = ${type} and source_id = ${id}) as expired,
      (array_agg(rate::text order by id) filter (where rate is not null))[1] as rate
    from transaction_points where transaction_id = ${purchase.id}`.execute(work);
  return rows[0] ?? { amount: 0, byAll: 0, counted: 0, expired: 0, rate: null };
}

const note = (
  work: Database,
  { id }: Purchase,
  profileId: string,
  booked: { readonly amount: number; readonly counted: number; readonly rate: string },
) =>
  work
    .insertInto('transaction_points')
    .values({ transaction_id: id, profile_id: profileId, ...booked })
    .execute();

const sourceOf = ({ id }: Purchase) => ({ type: 'transaction', id: String(id) });

export const reasonOf = ({ receipt_ref, external_id }: Purchase) => `Purchase ${receipt_ref ?? external_id}`;
