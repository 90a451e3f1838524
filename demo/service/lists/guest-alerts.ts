import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { accountOf } from '../../../src/proxy/account-name.ts';
import { alertKinds, type AddGuestAlert, type AlertKind } from '../../../src/services/contract/lists.ts';
import { acceptedLanguages } from '../../../src/services/transport/accept-language.ts';
import { recordId } from '../api/formats.ts';
import { invalid, notFound } from '../api/problem.ts';
import { countRequest, refuseExcess } from '../api/rate-limit.ts';
import type { Call } from '../api/route.ts';
import type { Database, Row } from '../database/tables.ts';
import { inTransaction } from '../database/transactions.ts';
import { queueOwnMail } from '../messages/queue-message.ts';
import { publicRoot } from '../settings.ts';
import { settingOf } from '../tenant-settings.ts';
import { dueAlerts, isSecret, newSecret, type Due } from './alerts.ts';
import { confirmationMail } from './guest-alert-mail.ts';
import { productNow, type KnownProduct, type ProductNow } from './product-now.ts';
import { publishAlert } from './publish-alerts.ts';

// Alerts of guests (ASSUMPTION): messages about a product to an e-mail address that was confirmed by a link. The address is stored here alone.

type GuestAlert = Row<'guest_alerts'>;

/** Links to confirm that one address gets in an hour, so that others cannot fill its mailbox. */
export const LINKS_PER_ADDRESS = 5;
/** Requests of one client in an hour. */
export const REQUESTS_PER_CLIENT = 30;
const HOUR_SECONDS = 3_600;
/** A link to confirm is valid for so long; an address that is not confirmed is deleted then. */
const CONFIRM_HOURS = 48;
/** An alert that has ended waits for its last message to be sent, at most for so long. */
const LAST_MESSAGE_DAYS = 30;

const hours = (count: number) => sql<Date>`now() + ${count}::integer * interval '1 hour'`;

/**
 * Stores what a guest asks for, and sends the link to confirm it: at most one in an hour for a product. Nothing depends on what is known of
 * the address, so the reply does not reveal it. Throws 404 where the shop does not offer it, 422 for an unknown product, 429 beyond the limits.
 */
export async function askForGuestAlerts(
  { db, settings, from = '', header }: Pick<Call, 'db' | 'settings' | 'from' | 'header'>,
  { email, product_id, variant_id, alerts }: AddGuestAlert,
): Promise<void> {
  if (!settings?.mail || !(await settingOf(db, 'alerts.guests'))) throw notFound();
  refuseExcess(await countRequest(db, `guest-alerts:${from}`, REQUESTS_PER_CLIENT, HOUR_SECONDS));
  const product = await productNow(db, { product_id, variant_id: variant_id ?? '' });
  if (!product?.isPublished)
    throw invalid({ [variant_id ? 'variant_id' : 'product_id']: ['There is no such product.'] });
  refuseExcess(await countRequest(db, `guest-alerts:${mailboxOf(email)}`, LINKS_PER_ADDRESS, HOUR_SECONDS));
  await inTransaction(db, async (work) => {
    const languages = acceptedLanguages(header?.('Accept-Language'));
    const { id, secret, is_mailed } = await storeAsked(work, {
      email,
      product_id,
      alerts,
      product,
      languages,
    });
    if (!is_mailed) return;
    const url = `${publicRoot(settings.baseUrl)}/alerts/${linkOf({ id, secret })}/confirm`;
    const mail = confirmationMail({
      name: nameOf(product),
      kinds: alerts,
      url,
      languages,
    });
    await queueOwnMail(work, { guestAlertId: id, trigger: 'guest-alert.asked', ...mail });
  });
}

/** One mailbox for all spellings of its address, also with a tag (`ann+1@example.com`), as a hash: the counts must not contain addresses. */
const mailboxOf = (email: string): string =>
  createHash('sha256')
    .update(accountOf(email).replace(/\+[^@]*(?=@)/, ''))
    .digest('base64url');

interface NewGuestAlert {
  readonly email: string;
  readonly product_id: string;
  readonly alerts: readonly AlertKind[];
  readonly product: KnownProduct;
  readonly languages: readonly string[];
}

/** Kinds that are confirmed stay so, with their price and language. A link is not sent again within an hour. */
async function storeAsked(
  work: Database,
  { email, product_id, alerts, product, languages }: NewGuestAlert,
): Promise<Pick<GuestAlert, 'id' | 'secret'> & { readonly is_mailed: boolean }> {
  const { rows } = await sql<Pick<GuestAlert, 'id' | 'secret'> & { readonly is_mailed: boolean }>`
    insert into guest_alerts as mine (email, product_id, variant_id, asked, price, currency, was_available, secret, languages, ends_at)
    values (${email}, ${product_id}, ${product.variantId}, ${[...alerts]}::text[], ${product.price}, ${product.currency},
      ${product.isAvailable}, ${newSecret()}, ${[...languages]}::text[], ${hours(CONFIRM_HOURS)})
    on conflict (lower(email), product_id, variant_id) do update set
      asked = array(select distinct unnest(mine.asked || excluded.asked)),
      price = case when 'price' = any(mine.kinds) then mine.price else excluded.price end,
      currency = case when 'price' = any(mine.kinds) then mine.currency else excluded.currency end,
      languages = case when mine.kinds = '{}' then excluded.languages else mine.languages end,
      was_available = case when mine.asked = '{}' then excluded.was_available else mine.was_available end,
      mailed_at = case when mine.mailed_at > now() - interval '1 hour' then mine.mailed_at else now() end,
      ends_at = case
        when mine.kinds <> '{}' then null
        when mine.mailed_at > now() - interval '1 hour' then mine.mailed_at + ${CONFIRM_HOURS}::integer * interval '1 hour'
        else excluded.ends_at end
    returning id, secret, mailed_at = now() as is_mailed`.execute(work);
  return rows[0]!;
}

/** Distinguishes the link of a guest from that of an item. */
const PREFIX = 'guest-';

/** What a link has after `/alerts/`: the alert and its secret. */
const linkOf = ({ id, secret }: Pick<GuestAlert, 'id' | 'secret'>): string => `${PREFIX}${id}.${secret}`;

/** The alert of a link, locked; undefined for a link that is wrong, and after the alert has ended. */
export async function guestAlertOfLink(db: Database, link: string): Promise<GuestAlert | undefined> {
  const [id = '', secret = '', ...rest] = link.split('.');
  if (rest.length || !id.startsWith(PREFIX)) return undefined;
  const alert = await db
    .selectFrom('guest_alerts')
    .selectAll()
    .where('id', '=', recordId(id.slice(PREFIX.length)) ?? 0)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', sql<Date>`now()`)]))
    .forUpdate()
    .executeTakeFirst();
  return alert && isSecret(secret, alert.secret) ? alert : undefined;
}

/** Whether an alert waits for its address to be confirmed, by a link that is still valid. */
export const isAsked = ({ asked, mailed_at }: GuestAlert): boolean =>
  asked.length > 0 && mailed_at.getTime() > Date.now() - CONFIRM_HOURS * HOUR_SECONDS * 1_000;

/** Confirms what was asked for. What has changed since then is told at once. */
export async function confirmGuestAlert(work: Database, alert: GuestAlert): Promise<void> {
  const kinds = [...new Set([...alert.kinds, ...alert.asked])];
  await work
    .updateTable('guest_alerts')
    .set({
      kinds,
      asked: [],
      ends_at: null,
      // The next link is sent at once.
      mailed_at: sql<Date>`to_timestamp(0)`,
      confirmed_at: sql<Date>`coalesce(confirmed_at, now())`,
    })
    .where('id', '=', alert.id)
    .execute();
  const now = await productNow(work, alert);
  if (!now) return;
  const { due, link } = await takeGuestAlerts(work, alert.id, { ...now, wasAvailable: alert.was_available });
  for (const one of due)
    await publishAlert(
      work,
      {
        ...now,
        profile_id: null,
        list_id: null,
        list_item_id: null,
        guest_alert_id: alert.id,
        product_id: alert.product_id,
        variant_id: alert.variant_id || null,
        variant_name: now.variantName,
        changed_at: new Date(),
      },
      one,
      link,
    );
}

/** The messages to a guest that are due now, and the link that ends the alert. Marks them as sent. */
export async function takeGuestAlerts(
  work: Database,
  id: number,
  now: ProductNow & { readonly wasAvailable: boolean },
): Promise<{ readonly due: readonly Due[]; readonly link: string }> {
  const alert = await work
    .selectFrom('guest_alerts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!alert?.kinds.length) return { due: [], link: '' };
  const { due, next } = dueAlerts({ ...alert, kinds: kindsOf(alert) }, now);
  const isOver = next.kinds.length === 0;
  await work
    .updateTable('guest_alerts')
    .set({
      kinds: [...next.kinds],
      price: next.price,
      currency: next.currency,
      ...(isOver && {
        ends_at: alert.asked.length ? hours(CONFIRM_HOURS) : hours(LAST_MESSAGE_DAYS * 24),
      }),
    })
    .where('id', '=', id)
    .execute();
  return { due, link: linkOf(alert) };
}

const kindsOf = ({ kinds }: GuestAlert): readonly AlertKind[] =>
  alertKinds.filter((kind) => kinds.includes(kind));

/** Deletes an alert, with the address and the messages that were not sent. */
export async function endGuestAlert(db: Database, id: number): Promise<void> {
  await db.deleteFrom('guest_alerts').where('id', '=', id).execute();
}

/** Deletes an alert that is over, once none of its messages waits: the address has no use any more. */
export async function deleteIfOver(work: Database, id: number): Promise<void> {
  await sql`
    delete from guest_alerts where id = ${id} and kinds = '{}' and asked = '{}' and not exists (
      select from messages where guest_alert_id = ${id} and status in ('pending', 'sending'))
    and not exists (
      select from events where handled_at is null and trigger like 'alert.%' and payload @> jsonb_build_object('guest_alert_id', ${id}::bigint))`.execute(
    work,
  );
}

/** The product of an alert with the options of its variant; undefined where the shop no longer has it. */
export async function productOfGuestAlert(db: Database, alert: GuestAlert): Promise<string | undefined> {
  const product = await productNow(db, alert);
  return product && nameOf(product);
}

const nameOf = ({ name, variantName }: KnownProduct): string =>
  [name, variantName].filter(Boolean).join(', ');
