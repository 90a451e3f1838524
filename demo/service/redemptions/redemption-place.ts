import { sql } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { locationShape } from '../../../src/services/contract/commerce/locations.ts';
import type { RedeemPoints } from '../../../src/services/contract/incentives/redemptions.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { checkReferences } from '../crud/references.ts';
import { recordsById, rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';
import { timestamp } from '../api/formats.ts';

/** The common fields of redemptions. */
export type Place = Omit<RedeemPoints, 'points'>;

/** Location and purchase of a redemption, as columns. */
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
 * Checks location and purchase of a redemption: 422 for a location that does not exist, and for the purchase of another
 * profile. A till may redeem before it sends the purchase: then only the external id is stored. Customers may name a
 * purchase of theirs; the other fields are ignored as unknown ones are.
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
    transaction_receipt_ref: purchase?.receipt_ref ?? null,
    transaction: purchase ? JSON.stringify(await shownPurchase(db, purchase)) : null,
  };
}

type Purchase = Stored<AnyShape, 'transaction'>;

async function purchaseOf(
  db: Database,
  profileId: string,
  externalId: string,
  mustExist: boolean,
): Promise<Purchase | undefined> {
  const [found] = await purchasesNamed(db, [externalId]);
  const owner = found?.profile_id ?? null;
  // A purchase without a profile is known to the till, and was not claimed by a customer.
  const allowed = found ? owner === profileId || (owner === null && !mustExist) : !mustExist;
  if (!allowed) throw invalid({ transaction_external_id: ['There is no such transaction.'] });
  return found;
}

/** Purchases by their external ids. */
export async function purchasesNamed(db: Database, externalIds: readonly string[]): Promise<Purchase[]> {
  if (externalIds.length === 0) return [];
  const ids = sql.join(externalIds.map((id) => sql`${id}::text`));
  const rows = await rowsWithin(db, tableOf('transaction'), {})
    .where(sql<boolean>`external_id in (${ids})`)
    .execute();
  return rows.map(fromRow);
}

/** A purchase as spec 2.3 shows it: its total is a number, the id of its location text. */
export async function shownPurchase(db: Database, purchase: Purchase) {
  const { location_id: locationId } = purchase;
  const location =
    locationId === null
      ? undefined
      : (await recordsById(db, tableOf('location', locationShape), [locationId])).get(locationId);
  return {
    external_id: purchase.external_id,
    receipt_ref: purchase.receipt_ref,
    transacted_at: timestamp(purchase.transacted_at),
    total: Number(purchase.total),
    location: location
      ? {
          id: String(location.id),
          name: location.name ?? null,
          external_id: location.external_id ?? null,
        }
      : null,
  };
}
