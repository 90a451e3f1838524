import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { alertKinds, type AlertKind } from '../../../src/services/contract/lists.ts';
import { record, text } from '../../../src/services/transport/read.ts';
import { recordId, timestamp } from '../api/formats.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database, Row } from '../database/tables.ts';
import { productNow, type ProductNow } from './product-now.ts';

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
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Whether a link has the secret of its alerts. Alerts that have ended have none. */
export function isSecret(given: string, known = ''): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return known !== '' && one.length === other.length && timingSafeEqual(one, other);
}

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
  const now = await productNow(db, item);
  if (!now) throw invalid({ alerts: ['The shop does not say the price and the stock of this product.'] });
  const before = alertsOf(item);
  await storeAlerts(db, itemId, {
    price: now.price,
    currency: now.currency,
    since: timestamp(new Date()),
    secret: newSecret(),
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

/** A message that is due: of a price with the one that was known before. */
export type Due = { readonly kind: 'price'; readonly was: string } | { readonly kind: 'stock' };

/** The active kinds of an alert, and the lowest price that its owner or guest has seen. */
export type Asked = Pick<Alerts, 'kinds' | 'price' | 'currency'>;

/**
 * The messages that are due now, and the alert after them. A message about a price is due when the price is lower than any seen or sent before,
 * and the product can be bought: a price that rises and falls again causes no second message. A message that the product is back in stock is sent
 * once, and ends that kind of alert.
 */
export function dueAlerts(
  { kinds, price, currency }: Asked,
  now: ProductNow & { readonly wasAvailable: boolean },
): { readonly due: readonly Due[]; readonly next: Asked } {
  if (!now.isAvailable) return { due: [], next: { kinds, price, currency } };
  const isComparable = price !== null && currency === now.currency;
  const isLower = now.price !== null && isComparable && Number(now.price) < Number(price);
  const due: Due[] = [];
  if (kinds.includes('price') && isLower) due.push({ kind: 'price', was: price });
  const isBack = kinds.includes('stock') && !now.wasAvailable;
  if (isBack) due.push({ kind: 'stock' });
  return {
    due,
    next: {
      kinds: isBack ? kinds.filter((kind) => kind !== 'stock') : kinds,
      ...(isLower || !isComparable ? { price: now.price, currency: now.currency } : { price, currency }),
    },
  };
}

/** The messages about an item that are due now, and the link that ends its alerts. Marks them as sent. */
export async function takeAlerts(
  work: Database,
  itemId: number,
  now: ProductNow & { readonly wasAvailable: boolean },
): Promise<{ readonly due: readonly Due[]; readonly link: string }> {
  const item = await work
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  const alerts = item && alertsOf(item);
  if (!alerts) return { due: [], link: '' };
  const { due, next } = dueAlerts(alerts, now);
  await storeAlerts(work, itemId, { ...alerts, ...next });
  return { due, link: alertLink(itemId, alerts) };
}

/** What a message's link has after `/alerts/`: the item and its secret. */
const alertLink = (itemId: number, { secret }: Pick<Alerts, 'secret'>): string => `${itemId}.${secret}`;

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
  return item && isSecret(secret, alertsOf(item)?.secret) ? item : undefined;
}

/** Ends all alerts of an item. */
export async function endAlerts(db: Database, itemId: number): Promise<void> {
  await db
    .updateTable('list_items')
    .set({ fields: sql`fields - 'alert'`, updated_at: sql<Date>`now()` })
    .where('id', '=', itemId)
    .execute();
}
