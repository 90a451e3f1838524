import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { alertKinds, type AlertKind } from '../../../src/services/contract/lists.ts';
import { record, text } from '../../../src/services/transport/read.ts';
import { recordId, timestamp } from '../api/formats.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database, Row } from '../database/tables.ts';
import { variantsOf } from './variants.ts';

// Alerts: the owner of a list asks for a message about a product of it (ASSUMPTION). They are stored with the item, and are deleted with it.

/** The alerts of an item. */
export interface Alerts {
  /** `stock` is removed when its message is published; `price` stays. */
  readonly kinds: readonly AlertKind[];
  /** When the owner asked: the proof of consent. RFC 3339. */
  readonly since: string;
  /** The lowest price that the owner knows, decimal text; null while there is none. A price is worth a message only below it. */
  readonly price: string | null;
  /** ISO 4217, of that price. */
  readonly currency: string | null;
  /** Part of the link in each message: a request with it ends the alerts. */
  readonly secret: string;
}

/** 192 random bits: the link of a message is the permission to end the alerts. */
const SECRET_BYTES = 24;

/** The alerts of an item; undefined for none. */
export function alertsOf({ fields }: Pick<Row<'list_items'>, 'fields'>): Alerts | undefined {
  const { kinds, since, price, currency, secret } = record(fields['alert']);
  if (!Array.isArray(kinds) || kinds.length === 0) return undefined;
  return {
    kinds: alertKinds.filter((kind) => kinds.includes(kind)),
    since: text(since) ?? '',
    price: text(price) ?? null,
    currency: text(currency) ?? null,
    secret: text(secret) ?? '',
  };
}

/** What an item shows of its alerts: nothing to editors and to those who have a link to the list. */
export function alertsView(item: Row<'list_items'>, principal: Principal) {
  const isOwners = principal.kind === 'machine' || principal.profileId === item.profile_id;
  const alerts = isOwners ? alertsOf(item) : undefined;
  return { alerts: alerts ? [...alerts.kinds] : null, alerts_since: alerts?.since ?? null };
}

/**
 * Stores what a request asks for about an item: null or no kinds end the alerts, `undefined` changes nothing. A kind that was asked for
 * before keeps its moment and its price. Throws 422 for an editor of the list, and for a product whose price and stock the service does
 * not know, such as one that a page has described or a variant that the shop has deleted.
 */
export async function askForAlerts(
  { db, principal }: Pick<KnownCall, 'db' | 'principal'>,
  itemId: number,
  asked: unknown,
): Promise<void> {
  if (asked === undefined) return;
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (principal.kind === 'customer' && principal.profileId !== item.profile_id)
    throw invalid({ alerts: ['Only the owner of the list can ask for alerts.'] });
  const kinds = alertKinds.filter((kind) => Array.isArray(asked) && asked.includes(kind));
  if (kinds.length === 0) return await endAlerts(db, itemId);
  const known = await knownPrice(db, item);
  if (!known) throw invalid({ alerts: ['The shop does not say the price and the stock of this product.'] });
  const before = alertsOf(item);
  await storeAlerts(db, itemId, {
    ...known,
    since: timestamp(new Date()),
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    ...(before && { since: before.since, secret: before.secret }),
    ...(before?.kinds.includes('price') && { price: before.price, currency: before.currency }),
    kinds,
  });
}

/** Stores the alerts of an item, without its row being changed otherwise. The caller has locked the row. */
const storeAlerts = (db: Database, itemId: number, alert: Alerts) =>
  db
    .updateTable('list_items')
    .set({ fields: sql`fields || ${JSON.stringify({ alert })}::jsonb` })
    .where('id', '=', itemId)
    .execute();

/** Price and availability of a product, or of its variant. */
export interface ProductNow {
  readonly price: string | null;
  readonly currency: string | null;
  readonly isAvailable: boolean;
  /** Whether it could be bought before. */
  readonly wasAvailable: boolean;
}

/** What an owner is told about an item, and the price that they knew before. */
export type Told =
  | { readonly kind: 'price'; readonly was: string; readonly secret: string }
  | { readonly kind: 'stock'; readonly secret: string };

/**
 * What the owner of an item has to be told now; stores that it was. A price is told when it is below all that the owner was told or saw, and
 * while the product can be bought: one that goes up and down again is told once. That it can be bought again is told once, and ends that
 * alert.
 */
export async function takeAlerts(work: Database, itemId: number, now: ProductNow): Promise<readonly Told[]> {
  const item = await work
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  const alerts = item && alertsOf(item);
  if (!alerts || !now.isAvailable) return [];
  const { kinds, price, currency, secret } = alerts;
  const isComparable = price !== null && currency === now.currency;
  const isLower = now.price !== null && isComparable && Number(now.price) < Number(price);
  const told: Told[] = [];
  if (kinds.includes('price') && isLower) told.push({ kind: 'price', was: price, secret });
  if (kinds.includes('stock') && !now.wasAvailable) told.push({ kind: 'stock', secret });
  const left = told.some(({ kind }) => kind === 'stock') ? kinds.filter((kind) => kind !== 'stock') : kinds;
  if (isLower || !isComparable || left !== kinds)
    await storeAlerts(work, itemId, {
      ...alerts,
      kinds: left,
      ...((isLower || !isComparable) && { price: now.price, currency: now.currency }),
    });
  return told;
}

/** The price of an item by the catalogue; undefined for a product or variant that is not in it. */
async function knownPrice(
  db: Database,
  item: Row<'list_items'>,
): Promise<Pick<Alerts, 'price' | 'currency'> | undefined> {
  const product = await db
    .selectFrom('products')
    .select(['price', 'currency'])
    .where('id', '=', item.product_id)
    .executeTakeFirst();
  if (!product || !item.variant_id) return product;
  const variant = (await variantsOf(db, [item]))(item);
  return variant && { price: variant.price ?? product.price, currency: product.currency };
}

/** What a message's link has after `/alerts/`: the item and its secret. */
export const alertLink = (itemId: number, { secret }: Pick<Alerts, 'secret'>): string =>
  `${itemId}.${secret}`;

/** The item of a link; undefined for one that is wrong, or whose alerts have ended. */
export async function itemOfAlertLink(db: Database, link: string): Promise<Row<'list_items'> | undefined> {
  const [id = '', secret = '', ...rest] = link.split('.');
  if (rest.length) return undefined;
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', recordId(id) ?? 0)
    .forUpdate()
    .executeTakeFirst();
  const known = Buffer.from((item && alertsOf(item)?.secret) ?? '');
  const given = Buffer.from(secret);
  return known.length > 0 && known.length === given.length && timingSafeEqual(known, given)
    ? item
    : undefined;
}

/** Ends all alerts of an item. */
export async function endAlerts(db: Database, itemId: number): Promise<void> {
  await db
    .updateTable('list_items')
    .set({ fields: sql`fields - 'alert'`, updated_at: sql<Date>`now()` })
    .where('id', '=', itemId)
    .execute();
}
