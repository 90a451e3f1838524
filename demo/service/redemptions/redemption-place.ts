import { sql } from 'kysely';
import type { RedeemPoints } from '../../../src/services/contract/shapes/redemption.ts';
import type { Database } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { checkReferences } from '../crud/references.ts';
import { rowsWithin } from '../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { timestamp } from '../api/views.ts';
import { recordsById } from '../programme/joined.ts';

/** What every body that redeems may say beside what it redeems. */
export type Place = Omit<RedeemPoints, 'points'>;

/** Where, and with which purchase, something was redeemed: columns of a redemption. */
export interface Placed {
  readonly location_id: number | null;
  readonly external_id: string | null;
  readonly meta: string;
  readonly transaction_id: string | null;
  readonly transaction_external_id: string | null;
  readonly transaction_receipt_ref: string | null;
  readonly transaction: string | null;
}

/**
 * Checks the place of a redemption: 422 for a location that does not exist, and for the purchase of another profile.
 * A till may redeem before it sends the purchase: then its external id is kept alone. Customers name a purchase of
 * theirs and nothing else; the other fields are as unknown to them as any (G36).
 */
export async function placeOf(
  { db, principal }: Pick<KnownCall, 'db' | 'principal'>,
  profileId: string,
  body: Place,
): Promise<Placed> {
  const byCustomer = principal.kind === 'customer';
  const named = body.transaction_external_id ?? null;
  const purchase = named === null ? undefined : await purchaseOf(db, profileId, named, byCustomer);
  const locationId = byCustomer ? null : (body.location_id ?? null);
  await checkReferences(db, 'redemption', { location_id: locationId });
  return {
    location_id: locationId,
    external_id: byCustomer ? null : (body.external_id ?? null),
    meta: JSON.stringify((!byCustomer && body.meta) || []),
    transaction_external_id: named,
    transaction_id: purchase ? String(purchase.id) : null,
    transaction_receipt_ref: (purchase?.['receipt_ref'] ?? null) as string | null,
    transaction: purchase ? JSON.stringify(await shownPurchase(db, purchase)) : null,
  };
}

async function purchaseOf(
  db: Database,
  profileId: string,
  externalId: string,
  mustExist: boolean,
): Promise<Stored | undefined> {
  const [found] = await purchasesNamed(db, [externalId]);
  const theirs = found?.['profile_id'] ?? null;
  // A purchase of nobody is one that a till knows, and a customer has not claimed.
  const allowed = found ? theirs === profileId || (theirs === null && !mustExist) : !mustExist;
  if (!allowed) throw invalid({ transaction_external_id: ['There is no such transaction.'] });
  return found;
}

/** Purchases by their external ids. */
export async function purchasesNamed(db: Database, externalIds: readonly string[]): Promise<Stored[]> {
  if (externalIds.length === 0) return [];
  const ids = sql.join(externalIds.map((id) => sql`${id}::text`));
  const rows = await rowsWithin(db, tableOf('transaction'), {})
    .where(sql<boolean>`external_id in (${ids})`)
    .execute();
  return rows.map(fromRow);
}

/** A purchase as spec 2.3 shows it: its total is a number, the id of its location text. */
export async function shownPurchase(db: Database, purchase: Stored) {
  const locationId = Number(purchase['location_id'] ?? 0);
  const location = (await recordsById({ db }, 'location', [locationId])).get(locationId);
  const { transacted_at: moment, total } = purchase;
  return {
    external_id: purchase['external_id'] ?? null,
    receipt_ref: purchase['receipt_ref'] ?? null,
    transacted_at: moment instanceof Date ? timestamp(moment) : (moment ?? null),
    total: total === undefined || total === null ? null : Number(total),
    location: location
      ? {
          id: String(location.id),
          name: location['name'] ?? null,
          external_id: location['external_id'] ?? null,
        }
      : null,
  };
}
