import { sql } from 'kysely';
import { orderShape } from '../../../src/services/contract/commerce/orders.ts';
import { transactionClaimShape } from '../../../src/services/contract/commerce/transactions.ts';
import type { Database, Row } from '../database/tables.ts';
import { conflict, notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { lockProfiles } from '../profiles/profile-rows.ts';
import type { Resource } from '../crud/resource.ts';
import { editRecord, findRecordIfAny } from '../crud/store.ts';
import { timestamp } from '../api/formats.ts';
import { currencyWithMostDigits } from '../programme/check-money.ts';
import { typedCode } from '../../../src/services/transport/typed-text.ts';
import { typedCodeOf } from '../programme/typed-code.ts';
import { CURRENCY, rounded } from './amounts.ts';
import { earnPoints, reasonOf } from './purchase-points.ts';
import { lockPurchases, moveRefunds, redistributeRefunds } from './refunds.ts';
import { recountMember } from '../points/recount-member.ts';
import { tableOf, type Values } from '../crud/tables.ts';

type Purchase = Row<'transactions'>;

/** Customers add and delete claims; the service decides their status. */
export const transactionClaimResource: Resource = {
  id: 'profiles.transactions.claims',
  model: 'transaction-claim',
  shape: transactionClaimShape,
  customers: 'write',
  // A claim names no currency, and its purchase may arrive later.
  currencyOf: ({ db }) => currencyWithMostDigits(db, CURRENCY),
  adding: matchClaim,
};

/**
 * Matches a claim with a purchase that belongs to no profile and has the receipt number, total and day of the claim. The total is
 * required, because receipt numbers can be guessed. A purchase of another profile is treated like a missing one: the claim stays
 * pending.
 */
async function matchClaim(call: KnownCall, values: Values): Promise<Values> {
  const { total, receipt_ref, profile_id } = values;
  const claim = { ...values, ...(typeof total === 'number' && { total: rounded(total) }), status: 'pending' };
  const receipt = String(receipt_ref);
  const profileId = String(profile_id);
  const [locked] = await lockProfiles(call.db, [profileId]);
  if (locked === undefined) throw notFound();
  await lockReceipt(call.db, receipt);
  await replaceRefused(call.db, receipt, profileId);
  await lockPurchases(call.db, [profileId]);
  const purchases = await call.db
    .selectFrom('transactions')
    .selectAll()
    .where(typedCodeOf(sql`receipt_ref`), '=', typedCode(receipt))
    .where('profile_id', 'is', null)
    // A refund gets the profile of its purchase, so it cannot be claimed.
    .where('total', '>=', '0')
    .orderBy('id')
    .forUpdate()
    .execute();
  const matching = purchases.filter((purchase) => matches(purchase, values));
  const [purchase] = matching;
  if (!purchase || matching.length > 1 || !(await isFreeFor(call.db, purchase, profileId))) return claim;
  await attach(call.db, purchase, profileId);
  return { ...claim, status: 'matched', transaction_id: String(purchase.id) };
}

/** A purchase that staff have taken from its profile: the claim that gave it to the profile is refused, and may be made again. */
export async function refuseClaims(work: Database, { id }: Pick<Purchase, 'id'>): Promise<void> {
  await sql`
    update records set fields = fields || '{"status": "refused", "transaction_id": null}', updated_at = now()
    where resource = 'transaction-claim' and fields @> jsonb_build_object('transaction_id', ${String(id)}::text)`.execute(
    work,
  );
}

/** A claim that was refused is made anew. Throws 409 for another one of this profile with this receipt. */
async function replaceRefused(work: Database, receipt: string, profileId: string): Promise<void> {
  await sql`
    delete from records where resource = 'transaction-claim' and profile_id = ${profileId}
      and typed_code(fields ->> 'receipt_ref') = ${typedCode(receipt)} and fields ->> 'status' = 'refused'`.execute(
    work,
  );
  const { rows } = await sql`
    select from records where resource = 'transaction-claim' and profile_id = ${profileId}
      and fields ->> 'receipt_ref' = ${receipt} limit 1`.execute(work);
  if (rows.length > 0) throw conflict('There is another transaction-claim with this receipt_ref.');
}

/** Assigns a new purchase to the profile whose pending claim matches it, unless several claims do. */
export async function settleClaims(work: Database, purchase: Purchase): Promise<Purchase> {
  if (purchase.receipt_ref === null) return purchase;
  await lockReceipt(work, purchase.receipt_ref);
  const pending = sql`
    from records where resource = 'transaction-claim' and typed_code(fields ->> 'receipt_ref') = ${typedCode(purchase.receipt_ref)}
      and fields ->> 'status' = 'pending'`;
  // Lock profiles before their records, in the order of a merge.
  const claimants = await sql<{ profile_id: string }>`select distinct profile_id ${pending}`.execute(work);
  const ids = claimants.rows.map(({ profile_id }) => profile_id);
  await lockProfiles(work, ids);
  await lockPurchases(work, ids);
  const { rows } = await sql<{ id: number; profile_id: string; fields: Values }>`
    select id, profile_id, fields ${pending} order by id for update`.execute(work);
  const matching = rows.filter(({ fields }) => matches(purchase, fields));
  const [claim] = matching;
  // Two claims of one profile are one receipt in two spellings.
  const isContested = matching.some(({ profile_id }) => profile_id !== claim?.profile_id);
  if (!claim || isContested || !(await isFreeFor(work, purchase, claim.profile_id))) return purchase;
  await editRecord(work, tableOf('transaction-claim'), claim.id, {
    status: 'matched',
    transaction_id: String(purchase.id),
  });
  return await attach(work, purchase, claim.profile_id);
}

function matches(purchase: Purchase, { total, transacted_at: at }: Values): boolean {
  if (typeof total !== 'number' || rounded(total) !== Number(purchase.total)) return false;
  return typeof at !== 'string' || at.slice(0, 10) === timestamp(purchase.transacted_at).slice(0, 10);
}

/** A purchase of an order can only go to the profile of that order. */
async function isFreeFor(work: Database, { order_id }: Purchase, profileId: string): Promise<boolean> {
  if (order_id === null) return true;
  const order = await findRecordIfAny(work, tableOf('order', orderShape), {}, String(order_id));
  return (order?.profile_id ?? profileId) === profileId;
}

async function attach(work: Database, { id }: Purchase, profileId: string): Promise<Purchase> {
  const purchase = await work
    .updateTable('transactions')
    .set({ profile_id: profileId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveRefunds(work, purchase);
  await redistributeRefunds(work, { purchases: [purchase], unearned: purchase.id });
  await earnPoints(work, purchase, profileId);
  await recountMember(work, profileId, reasonOf(purchase));
  return purchase;
}

/** A claim and its purchase may arrive at the same moment: the second transaction waits for the first and sees its rows. */
const lockReceipt = (work: Database, receipt: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`receipt ${typedCode(receipt)}`}, 0))`.execute(work);
