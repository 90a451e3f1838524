import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { givePoints } from '../points/give-points.ts';
import { afterDays, endAfterDays } from '../programme/periods.ts';
import { limitDebt, owedFor, owePoints } from '../points/debts.ts';
import { programmeOf, type Programme } from '../programme/programme.ts';
import { compiledStatement } from '../database/compiled-statement.ts';
import { sendBeforeCommit } from '../database/pipeline.ts';
import { revokePoints } from '../points/revoke-points.ts';
import { settle } from '../points/settle.ts';
import { leftOf, type Left } from '../campaigns/left-of-purchase.ts';
import { CURRENCY } from './amounts.ts';
import { pointsFor, rateBy, rateHandle, type Rate } from './purchase-rate.ts';

type Purchase = Row<'transactions'>;

/**
 * Points per unit of a purchase's currency: the rate with the handle `points-per-<currency>`, as it was when the purchase was added. Without
 * one, a unit of `CURRENCY` earns one point and other currencies earn none.
 */
export async function rateOf(
  work: Database,
  { currency, points_rate: stored = null }: Pick<Purchase, 'currency'> & Partial<Purchase>,
): Promise<Rate> {
  if (stored !== null)
    return { value: stored, rule: `Rate of the purchase: ${stored} per ${currency ?? CURRENCY}` };
  const { rows } = await sql<{
    value: string | null;
  }>`select ${storedRate(sql`${rateHandle(currency)}`)} as value`.execute(work);
  return rateBy(currency, rows[0]?.value ?? null);
}

/** The value of the rate with a handle as decimal text, or null. */
export const storedRate = (handle: RawBuilder<unknown>) => sql<string | null>`(
    select (fields ->> 'value')::numeric::text from records
    where resource = 'rate' and fields ->> 'handle' = ${handle} limit 1)`;

/**
 * Posts the points of a purchase, without its refunded part, to the ledger of its profile. All profiles that the purchase belonged to
 * together get no more points than it is worth; for tiers and achievements it counts only for its current profile.
 */
export async function earnPoints(work: Database, purchase: Purchase, profileId: string): Promise<void> {
  const rate = await rateOf(work, purchase);
  const posted = await postedFor(work, purchase, profileId);
  const left = await leftOf(work, purchase);
  await postPoints(work, { purchase, profileId, rate, posted, left, programme: await programmeOf(work) });
}

/** The same for a purchase that was just added, and of which nothing is refunded: nothing was posted for it yet. */
export async function earnFirstPoints(
  work: Database,
  purchase: Purchase,
  profileId: string,
  {
    rate,
    programme,
    campaignPoints,
  }: { readonly rate: Rate; readonly programme: Programme; readonly campaignPoints: number },
): Promise<void> {
  await postPoints(work, {
    purchase,
    profileId,
    rate,
    programme,
    posted: nothingPosted,
    left: { amount: purchase.total, campaignPoints },
  });
}

interface Posting {
  readonly purchase: Purchase;
  readonly profileId: string;
  readonly rate: Rate;
  readonly posted: Posted;
  /** The part that is not refunded. */
  readonly left: Left;
  readonly programme: Programme;
}

async function postPoints(work: Database, posting: Posting): Promise<void> {
  const { purchase, profileId, rate, posted, left, programme } = posting;
  const worth = worthOf(left, posted.rate ?? rate.value);
  const value = Math.max(0, worth - posted.byAll);
  const counted = Math.max(0, worth - posted.counted);
  if (value === 0 && counted === 0) return;
  await givePoints(work, {
    profileId,
    value,
    counted,
    reason: reasonOf(purchase),
    rule: left.campaignPoints > 0 ? `${rate.rule}; campaigns: ${left.campaignPoints}` : rate.rule,
    source: sourceOf(purchase),
    releasedAt: afterDays(programme.purchaseReleasePeriod),
    expiresAt: endAfterDays(programme.purchasePeriod, programme.timezone),
  });
  await record(work, purchase, profileId, { amount: value, counted, rate: posted.rate ?? rate.value });
}

/** The points of what is left of a purchase. */
export const worthOf = ({ amount, campaignPoints }: Left, rate: string): number =>
  Math.min(pointsFor(amount, rate) + campaignPoints, Number.MAX_SAFE_INTEGER);

interface Refunded {
  readonly purchase: Purchase;
  /** The profile that the purchase belongs to. */
  readonly profileId: string;
  /** What of the purchase counted for the profile before, and what counts now. */
  readonly before: Left;
  readonly after: Left;
  /** Reason of the ledger entry. */
  readonly reason: string;
}

/**
 * Takes back the points of a purchase that was refunded or no longer belongs to the profile: as many of the points as remain, and
 * everything that they counted towards tiers and achievements. Returns the number of revoked points.
 */
export async function purchaseRefunded(work: Database, refunded: Refunded): Promise<number> {
  const { purchase, profileId, before, after, reason } = refunded;
  await settle(work, profileId);
  const posted = await postedFor(work, purchase, profileId);
  const rate = posted.rate ?? (await rateOf(work, purchase)).value;
  const worth = worthOf(after, rate);
  const lost = worthOf(before, rate) - worth;
  const counted = Math.max(0, posted.counted - worth);
  const owed = await owedFor(work, profileId, purchase.id);
  const points = Math.max(0, Math.min(lost, posted.amount - posted.expired - owed));
  if (points === 0 && counted === 0) return 0;
  const taken = await revokePoints(work, {
    profileId,
    points,
    counted,
    reason,
    source: sourceOf(purchase),
    rule: `Amount that counts: ${before.amount} before, ${after.amount} after`,
  });
  await record(work, purchase, profileId, { amount: -taken, counted: -counted, rate });
  const { owesSpentPoints } = await programmeOf(work);
  if (owesSpentPoints)
    await owePoints(work, { profileId, transactionId: purchase.id, points: points - taken });
  return taken;
}

/**
 * Gives the points back of a purchase of which less is refunded than before, because another purchase covers the refund. What its profile
 * owes for it decreases first.
 */
export async function purchaseGrown(
  work: Database,
  { purchase, profileId, after }: Omit<Refunded, 'before' | 'reason'>,
): Promise<void> {
  await settle(work, profileId);
  const posted = await postedFor(work, purchase, profileId);
  const worth = worthOf(after, posted.rate ?? (await rateOf(work, purchase)).value);
  await limitDebt(work, {
    profileId,
    transactionId: purchase.id,
    points: Math.max(0, posted.amount - worth),
  });
  await earnPoints(work, purchase, profileId);
}

interface Posted {
  /** Points that the profile got and that were not taken back. */
  readonly amount: number;
  /** The same for all profiles: points that one profile spent are not given to the next. */
  readonly byAll: number;
  readonly counted: number;
  /** Points of the purchase that expired. */
  readonly expired: number;
  /** Null before the first entry. */
  readonly rate: string | null;
}

const nothingPosted: Posted = { amount: 0, byAll: 0, counted: 0, expired: 0, rate: null };

async function postedFor(work: Database, purchase: Purchase, profileId: string): Promise<Posted> {
  const { type, id } = sourceOf(purchase);
  const { rows } = await sql<Posted>`
    select coalesce(sum(amount) filter (where profile_id = ${profileId}), 0)::bigint as amount,
      coalesce(sum(amount), 0)::bigint as "byAll",
      coalesce(sum(counted) filter (where profile_id = ${profileId}), 0)::bigint as counted,
      (select coalesce(sum(expired), 0)::bigint from point_lots
        where profile_id = ${profileId} and source_type = ${type} and source_id = ${id}) as expired,
      (array_agg(rate::text order by id) filter (where rate is not null))[1] as rate
    from transaction_points where transaction_id = ${purchase.id}`.execute(work);
  return rows[0] ?? nothingPosted;
}

const record = (
  work: Database,
  { id }: Purchase,
  profileId: string,
  posted: { readonly amount: number; readonly counted: number; readonly rate: string },
) => sendBeforeCommit(work, insertPosted.of(work, { id, profileId, ...posted }));

interface NewPosted {
  readonly id: number;
  readonly profileId: string;
  readonly amount: number;
  readonly counted: number;
  readonly rate: string;
}

const insertPosted = compiledStatement<NewPosted, unknown>(
  ['id', 'profileId', 'amount', 'counted', 'rate'],
  ({ id, profileId, amount, counted, rate }) => sql`
    insert into transaction_points (transaction_id, profile_id, amount, counted, rate)
    values (${id}, ${profileId}, ${amount}, ${counted}, ${rate})`,
);

const sourceOf = ({ id }: Purchase) => ({ type: 'transaction', id: String(id) });

export const reasonOf = ({ receipt_ref, external_id }: Purchase) => `Purchase ${receipt_ref ?? external_id}`;
