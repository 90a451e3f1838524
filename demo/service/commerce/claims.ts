import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { holdProfiles } from '../profiles/hold.ts';
import { type Values, tableOf } from '../crud/tables.ts';
import { editRecord, findRecord } from '../crud/store.ts';
import { timestamp } from '../api/views.ts';
import { rounded } from './amounts.ts';
import { earnPoints } from './points-of-purchase.ts';
import { moveRefunds } from './refunds.ts';

type Purchase = Row<'transactions'>;

/**
 * A customer's word that a purchase was theirs: when nobody has the purchase, and what they say of it is so, it is. The
 * total has to be among it, for numbers of receipts can be guessed. A purchase of someone else is as one that is not
 * there: the claim waits.
 */
export async function matchClaim(call: KnownCall, values: Values): Promise<Values> {
  const { total } = values;
  const claim = {
    ...values,
    ...(typeof total === 'number' && { total: rounded(total) }),
    status: 'pending',
  } as Values;
  const receipt = String(values['receipt_ref']);
  const profileId = String(values['profile_id']);
  const [held] = await holdProfiles(call.db, [profileId]);
  if (held === undefined) throw notFound();
  await lockReceipt(call.db, receipt);
  const purchases = await call.db
    .selectFrom('transactions')
    .selectAll()
    .where('receipt_ref', '=', receipt)
    .where('profile_id', 'is', null)
    // A refund belongs to its purchase.
    .where('total', '>=', '0')
    .orderBy('id')
    .forUpdate()
    .execute();
  const fitting = purchases.filter((purchase) => fits(purchase, values));
  const [purchase] = fitting;
  if (!purchase || fitting.length > 1 || !(await isFreeFor(call.db, purchase, profileId))) return claim;
  await attach(call.db, purchase, profileId);
  return { ...claim, status: 'matched', transaction_id: purchase.id };
}

/** A purchase that comes after its claim: it goes to who claimed it, unless two did. */
export async function settleClaims(work: Database, purchase: Purchase): Promise<Purchase> {
  if (purchase.receipt_ref === null) return purchase;
  await lockReceipt(work, purchase.receipt_ref);
  const waiting = sql`
    from records where resource = 'transaction-claim' and fields ->> 'receipt_ref' = ${purchase.receipt_ref}
      and fields ->> 'status' = 'pending'`;
  // Profiles before what is theirs, as a merge locks them.
  const claimants = await sql<{ profile_id: string }>`select distinct profile_id ${waiting}`.execute(work);
  const ids = claimants.rows.map(({ profile_id }) => profile_id);
  await holdProfiles(work, ids);
  const { rows } = await sql<{ id: number; profile_id: string; fields: Values }>`
    select id, profile_id, fields ${waiting} order by id for update`.execute(work);
  const fitting = rows.filter(({ fields }) => fits(purchase, fields));
  const [claim] = fitting;
  if (!claim || fitting.length > 1 || !(await isFreeFor(work, purchase, claim.profile_id))) return purchase;
  await editRecord(work, tableOf('transaction-claim'), claim.id, {
    status: 'matched',
    transaction_id: purchase.id,
  });
  return await attach(work, purchase, claim.profile_id);
}

function fits(purchase: Purchase, { total, transacted_at: at }: Values): boolean {
  if (typeof total !== 'number' || rounded(total) !== Number(purchase.total)) return false;
  return typeof at !== 'string' || at.slice(0, 10) === timestamp(purchase.transacted_at).slice(0, 10);
}

/** The purchase of an order is for whom the order was. */
async function isFreeFor(work: Database, { order_id }: Purchase, profileId: string): Promise<boolean> {
  if (order_id === null) return true;
  const order = await findRecord(work, tableOf('order'), {}, String(order_id)).catch(() => undefined);
  return (order?.['profile_id'] ?? profileId) === profileId;
}

async function attach(work: Database, { id }: Purchase, profileId: string): Promise<Purchase> {
  const purchase = await work
    .updateTable('transactions')
    .set({ profile_id: profileId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveRefunds(work, purchase);
  await earnPoints(work, purchase, profileId);
  return purchase;
}

/** Claim and purchase may come at the same moment: the second sees the first. */
const lockReceipt = (work: Database, receipt: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`receipt ${receipt}`}, 0))`.execute(work);
