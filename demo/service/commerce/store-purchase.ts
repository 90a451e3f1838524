import { createHash } from 'node:crypto';
import type { Machine } from '../auth/principal.ts';
import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { conflict, invalid } from '../api/problem.ts';
import { checkReferences } from '../crud/references.ts';
import { checkDigits, isoDigits } from '../programme/check-money.ts';
import { programmeOfValues, programmeValues } from '../programme/programme.ts';
import { lockProfiles } from '../profiles/profile-rows.ts';
import { compiledStatement } from '../database/compiled-statement.ts';
import { CURRENCY, rounded } from './amounts.ts';
import { findRecord } from '../crud/store.ts';
import { writable } from '../crud/fields.ts';
import { orderShape } from '../../../src/services/contract/commerce/orders.ts';
import { transactionShape } from '../../../src/services/contract/commerce/transactions.ts';
import type { Adding } from '../../../src/services/contract/shape.ts';
import { settleClaims } from './transaction-claims.ts';
import { readLines } from './purchase-lines.ts';
import { addPurchase, lineOf } from './add-purchase.ts';
import { giveByCampaigns } from '../campaigns/purchase-campaigns.ts';
import { campaignsAt, channelOf } from '../campaigns/stored-campaigns.ts';
import { earnFirstPoints, earnPoints, storedRate } from './purchase-points.ts';
import { rateBy, rateHandle } from './purchase-rate.ts';
import type { Purchase } from './purchase-views.ts';
import { applyRefund, isRefund, lockPurchases, lockWithProfile, redistributeRefunds } from './refunds.ts';
import { tableOf } from '../crud/tables.ts';

export type NewPurchase = Adding<typeof transactionShape>;

/** A larger total is an error of the cash register. The limit keeps sums and points within the safe integers. */
const MAX_TOTAL = 1e12;

export interface StoredPurchase {
  readonly purchase: Purchase;
  /** Its lines, where they were stored just now. */
  readonly lines?: readonly Row<'transaction_items'>[];
  readonly isNew: boolean;
  readonly isSame: boolean;
  /** What the till should know although the purchase was stored. */
  readonly warnings: readonly string[];
}

/**
 * Stores a purchase with its lines and points, or a refund, unless its external id exists. A stored transaction never changes:
 * it is returned as it is. Throws 422 for references to records that do not exist.
 */
export async function storePurchase(
  work: Database,
  principal: Machine,
  body: NewPurchase,
): Promise<StoredPurchase> {
  // The contract of the endpoint checked the body; fields are only left out.
  const { items, ...sent } = writable(transactionShape, present(body), principal) as NewPurchase;
  const { lines, warnings } = readLines(items ?? []);
  if (Math.abs(sent.total) > MAX_TOTAL) throw invalid({ total: ['The total field is too large.'] });
  const currency = sent.currency ?? null;
  const { stored, ...rules } = await readRules(work, sent, currency);
  checkDigits(transactionShape.add, sent, rules.currency);
  const content_hash = hashOf(lines.length > 0 ? { ...sent, items: lines } : sent);
  if (stored) return existing(stored, content_hash, warnings);
  const values = await lockReferences(work, sent);
  const owner = values.profile_id ?? null;
  const { meta } = values;
  const [added] = await addPurchase(work, {
    externalId: values.external_id,
    profileId: owner,
    orderId: values.order_id ?? null,
    receipt: values.receipt_ref ?? null,
    at: values.transacted_at,
    total: rounded(values.total),
    currency,
    locationId: values.location_id ?? null,
    refundOf: values.refund_of ?? null,
    hash: content_hash,
    rate: rules.rate.value,
    fields: JSON.stringify(meta === undefined ? {} : { meta }),
    lines: JSON.stringify(lines),
  });
  // A concurrent transaction has added it and was committed.
  if (!added) {
    const first = await purchaseBy(work, values.external_id);
    if (!first) throw conflict('There is another transaction with this external_id.');
    return existing(first, content_hash, warnings);
  }
  const { stored_lines, is_refunded: isRefunded, ...purchase } = added;
  const storedLines = stored_lines.map(lineOf);
  const outcome = { lines: storedLines, isNew: true, isSame: true, warnings };
  if (isRefund(purchase)) {
    const { refund, uncovered } = await applyRefund(work, purchase);
    const open = uncovered === '0' ? [] : [`No purchase covers ${uncovered} of this refund yet.`];
    return { ...outcome, purchase: refund, warnings: [...warnings, ...open] };
  }
  if (purchase.refund_of !== null)
    throw invalid({ refund_of: ['Only a transaction with a total below zero refunds another.'] });
  const campaignPoints = await giveByCampaigns(work, { purchase, lines: storedLines, ...rules });
  if (isRefunded) await redistributeRefunds(work, { purchases: [purchase], unearned: purchase.id });
  if (purchase.profile_id === null) return { ...outcome, purchase: await settleClaims(work, purchase) };
  if (isRefunded) await earnPoints(work, purchase, purchase.profile_id);
  else await earnFirstPoints(work, purchase, purchase.profile_id, { ...rules, campaignPoints });
  return { ...outcome, purchase };
}

/** The transaction that is stored with this external id, and the settings from which the points of a new purchase are calculated. */
async function readRules(work: Database, sent: NewPurchase, currency: string | null) {
  const code = currency ?? CURRENCY;
  const [row] = await purchaseRules(work, {
    externalId: sent.external_id,
    code,
    handle: rateHandle(currency),
    at: sent.transacted_at,
    locationId: sent.location_id ?? null,
  });
  const {
    rule_decimals,
    rule_rate = null,
    rule_settings = {},
    rule_campaigns: campaigns = [],
    rule_channel: channel = null,
    ...stored
  } = row ?? {};
  return {
    campaigns,
    channel,
    stored: isStored(stored) ? stored : undefined,
    currency: { code, decimals: rule_decimals ?? isoDigits(code) },
    rate: rateBy(currency, rule_rate),
    programme: programmeOfValues(rule_settings),
  };
}

const isStored = (row: Partial<Purchase>): row is Purchase => typeof row.id === 'number';

interface Rules {
  readonly rule_decimals: number | null;
  readonly rule_rate: string | null;
  readonly rule_settings: Readonly<Record<string, unknown>>;
  /** The campaigns at the moment of the purchase: one version of each, whatever is edited meanwhile. */
  readonly rule_campaigns: readonly object[];
  /** Type of its location. */
  readonly rule_channel: string | null;
}

const purchaseRules = compiledStatement<
  {
    readonly externalId: string;
    readonly code: string;
    readonly handle: string;
    readonly at: string;
    readonly locationId: number | null;
  },
  Rules & Partial<Purchase>
>(
  ['externalId', 'code', 'handle', 'at', 'locationId'],
  ({ externalId, code, handle, at, locationId }) => sql`
    select * from (
      select (
          select (fields ->> 'decimals')::integer from records
          where resource = 'currency' and fields @> jsonb_build_object('code', ${code}::text) limit 1) as rule_decimals,
        ${storedRate(sql`${handle}::text`)} as rule_rate, ${programmeValues} as rule_settings,
        ${campaignsAt(sql`${at}::timestamptz`)} as rule_campaigns, ${channelOf(sql`${locationId}::bigint`)} as rule_channel
    ) as rules left join transactions on external_id = ${externalId}::text`,
);

/**
 * Locks the records to which a purchase refers. Returns its values with the id of its profile: the given one, or that of its order. Throws
 * 422 for a record that does not exist.
 */
async function lockReferences(work: Database, sent: NewPurchase): Promise<NewPurchase> {
  const { profile_id: named, ...others } = sent;
  const locked = await lockWithProfile(work, sent);
  // A profile that was merged, or that does not exist, is looked up by the general way.
  const owner =
    named && !locked ? (await checkReferences(work, 'transaction', { profile_id: named })).profile_id : named;
  const values = await checkReferences(work, 'transaction', others);
  const profileId = await ownerOf(work, { ...values, profile_id: owner });
  if (profileId !== null && !(locked && profileId === named)) {
    await lockProfiles(work, [profileId]);
    await lockPurchases(work, [profileId]);
  }
  return { ...values, profile_id: profileId };
}

const existing = (purchase: Purchase, hash: Buffer, warnings: readonly string[]) => ({
  purchase,
  isNew: false,
  isSame: purchase.content_hash.equals(hash),
  warnings,
});

export const purchaseBy = (db: Database, externalId: string): Promise<Purchase | undefined> =>
  db.selectFrom('transactions').selectAll().where('external_id', '=', externalId).executeTakeFirst();

/** The profile of a new purchase: the one that is named, or the one of its order. Throws 422 when they differ. */
async function ownerOf(work: Database, { profile_id, order_id }: NewPurchase): Promise<string | null> {
  const named = profile_id ?? null;
  if (order_id === undefined || order_id === null) return named;
  const order = await findRecord(work, tableOf('order', orderShape), {}, String(order_id));
  const owner = order.profile_id;
  if (named !== null && owner !== null && named !== owner) {
    throw invalid({ order_id: ['The order belongs to another profile.'] });
  }
  return named ?? owner;
}

/** Null means the same as a field that is left out (spec 2.1). */
const present = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));

/** A hash of the content that does not depend on the order of the fields. */
const hashOf = (values: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted(values)))
    .digest();

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(present(value)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
