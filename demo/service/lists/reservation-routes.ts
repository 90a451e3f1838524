import { sql } from 'kysely';
import {
  addListItemReservation,
  deleteListItemReservation,
  editListItemReservation,
  readListItemReservation,
} from '../../../src/services/contract/endpoints/index.ts';
import { reservationShape } from '../../../src/services/contract/lists.ts';
import { IDEMPOTENCY_KEY } from '../../../src/services/transport/http.ts';
import { hashOf, newSecret } from '../auth/tokens.ts';
import { inTransaction } from '../database/transactions.ts';
import type { Database } from '../database/tables.ts';
import { checkIdempotencyKey, hashOfRequest, keyOfOtherRequest } from '../api/idempotency.ts';
import { notFound } from '../api/problem.ts';
import { byLink, type Call } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { parentAttribute } from '../crud/fields.ts';
import { defineResource } from '../crud/resource.ts';
import { addRecord, editRecord, findRecord, removeRecord, rowsWithin } from '../crud/store.ts';
import {
  checkStillOpen,
  checkThanks,
  itemIdOf,
  itemOfLink,
  namedTo,
  publishReservation,
  reservableItem,
  reservedItem,
  SHARE,
  withoutThanks,
} from './reservations.ts';
import { lockDayOfItem } from './hidden-names.ts';
import { checkLeft, lockItem } from './reserved-quantities.ts';
import { GUEST } from './shares.ts';
import { fromRow, tableOf, type Stored, type Table, type Values } from '../crud/tables.ts';

/** The query parameter with the secret that a giver without an account got with the reservation. */
const SECRET = 'secret';
/** 256 random bits in base64url. */
const SECRET_FORM = /^[\w-]{43}$/;

type StoredReservation = Stored<typeof reservationShape, 'reservation'> & {
  readonly secret_hash?: string;
  /** Of a reservation by link with an `Idempotency-Key`: hashes of the key and of the request. */
  readonly key_hash?: string;
  readonly request_hash?: string;
};

const table: Table<StoredReservation> = tableOf('reservation', reservationShape);

const reservationView = (record: StoredReservation) =>
  viewOf(reservationShape, record, GUEST, { item_id: itemIdOf, is_thanked: () => null });

/**
 * Adds the reservation of a giver without an account, who gets a secret for it. A repetition with the same `Idempotency-Key` gets the same
 * reservation with a new secret, as the reply with the first one was lost. `work` is a transaction.
 */
async function reserveByLink(
  work: Database,
  call: Pick<Call<'{itemId}', Readonly<Values>>, 'path' | 'body' | 'url' | 'header'>,
): Promise<{ readonly record: StoredReservation; readonly isNew: boolean }> {
  await lockDayOfItem(work, call.path.itemId);
  const item = await itemOfLink(work, call.path.itemId, { url: call.url, profileId: GUEST.profileId });
  const { status: _, ...sent } = writable(reservationShape, call.body, GUEST);
  await checkThanks({ db: work, ...GUEST }, item.id, sent);
  const values = { quantity: 1, ...sent };
  const parent = `list-item:${item.id}`;
  const key = call.header?.(IDEMPOTENCY_KEY);
  const hashes = key === undefined ? undefined : hashesOf(key, values);
  await lockItem(work, item.id);
  const repeated = hashes && (await findByKey(work, parent, hashes.key_hash));
  if (repeated) {
    if (repeated.request_hash !== hashes.request_hash) throw keyOfOtherRequest();
    return { record: await withSecret(work, repeated), isNew: false };
  }
  await checkLeft(work, item.id, values);
  const record = await addRecord(work, table, { ...values, ...hashes, status: 'reserved', parent });
  return { record: await withSecret(work, record), isNew: true };
}

function hashesOf(key: string, values: Readonly<Values>) {
  checkIdempotencyKey(key);
  const request = Object.entries(values).map(([name, value]) => JSON.stringify([name, value]));
  return {
    key_hash: hashOf(key).toString('base64url'),
    request_hash: hashOfRequest(request.sort()).toString('base64url'),
  };
}

async function findByKey(
  work: Database,
  parent: string,
  keyHash: string,
): Promise<StoredReservation | undefined> {
  const row = await rowsWithin(work, table, { parent })
    .where(sql<boolean>`fields ->> 'key_hash' = ${keyHash}`)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Creates the secret of a new reservation: stored as a hash, and shown only in the response to this request. */
async function withSecret(work: Database, record: Pick<StoredReservation, 'id'>): Promise<StoredReservation> {
  const secret = newSecret();
  const stored = await editRecord(work, table, record.id, {
    secret_hash: hashOf(secret).toString('base64url'),
  });
  return { ...stored, secret };
}

/** The reservation of the path, if the secret of the request is its secret. Throws 404. */
async function findBySecret(
  db: Database,
  { path, url }: Pick<Call<'{itemId}/{reservationId}'>, 'path' | 'url'>,
  lock?: 'update',
): Promise<StoredReservation> {
  const secret = url.searchParams.get(SECRET) ?? '';
  if (!SECRET_FORM.test(secret)) throw notFound();
  const scope = { parent: `list-item:${path.itemId}` };
  const record = await findRecord(db, table, scope, path.reservationId, lock ? { lock } : {});
  if (record.secret_hash !== hashOf(secret).toString('base64url')) throw notFound();
  return record;
}

const hasSecret = (url: URL): boolean => url.searchParams.has(SECRET);

/** Requests of givers without a token: they carry the link of a share, or the secret of a reservation. */
const guestReservations = {
  add: byLink(
    addListItemReservation,
    (url) => url.searchParams.has(SHARE),
    async (call) =>
      await inTransaction(call.db, async (work) => {
        const { record, isNew } = await reserveByLink(work, call);
        if (isNew) await publishReservation(work, 'reservation.created', record);
        return { data: reservationView(record) };
      }),
  ),
  read: byLink(readListItemReservation, hasSecret, async (call) => ({
    data: reservationView(await findBySecret(call.db, call)),
  })),
  edit: byLink(
    editListItemReservation,
    hasSecret,
    async (call) =>
      await inTransaction(call.db, async (work) => {
        const before = await findBySecret(work, call, 'update');
        const sent = writable(reservationShape, call.body, GUEST);
        const values = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
        const { status = before.status, quantity = before.quantity } = values;
        await checkThanks({ db: work, ...GUEST }, itemIdOf(before), sent);
        await checkStillOpen(work, itemIdOf(before), GUEST, { before, after: { status, quantity } });
        if (status !== 'cancelled')
          await checkLeft(work, itemIdOf(before), { ...before, quantity }, before.id);
        const edited = await editRecord(work, table, before.id, values);
        if (edited.status === 'cancelled' && before.status !== 'cancelled')
          await publishReservation(work, 'reservation.cancelled', edited);
        return { data: reservationView(edited) };
      }),
  ),
  remove: byLink(
    deleteListItemReservation,
    hasSecret,
    async (call) =>
      await inTransaction(call.db, async (work) => {
        const record = await findBySecret(work, call, 'update');
        await removeRecord(work, table, record.id);
        if (record.status !== 'cancelled') await publishReservation(work, 'reservation.cancelled', record);
        return undefined;
      }),
  ),
};

export const reservationResource = defineResource({
  id: 'list.items.reservations',
  model: 'reservation',
  shape: reservationShape,
  customers: 'write',
  defaults: { quantity: 1, status: 'reserved' },
  computed: { item_id: itemIdOf },
  attributes: parentAttribute('item_id'),
  withRelated: withoutThanks,
  notFilteredByCustomers: ['is_thanked'],
  byLink: guestReservations,
  secretField: 'secret',
  parameters: [SHARE],
  scopeOf: async (call) => {
    const { db, url } = call;
    const { itemId = '', reservationId = '' } = call.path;
    if (url.searchParams.has(SECRET) && reservationId) {
      const { parent } = await findBySecret(db, { url, path: { itemId, reservationId } });
      return { parent: String(parent) };
    }
    const item = await reservedItem(call, itemId);
    return { parent: `list-item:${item.id}` };
  },
  // Who has the secret of a reservation may read it: `scopeOf` checks that.
  visibleTo: ({ profileId, path, url }) =>
    profileId === undefined || url.searchParams.has(SECRET)
      ? sql<boolean>`true`
      : namedTo(profileId, path['itemId'] ?? ''),
  adding: async (call, values) => {
    await lockDayOfItem(call.db, call.path['itemId'] ?? '');
    const item = await reservableItem(call, call.path['itemId'] ?? '');
    await checkLeft(call.db, item.id, values);
    const said = await checkThanks(call, item.id, values);
    // A customer reserves for their own profile; the purchase is a later step.
    return call.profileId === undefined
      ? said
      : { ...said, profile_id: call.profileId, status: 'reserved' as const };
  },
  // A user who reserves by a link is a server that acts for a giver without an account.
  added: async ({ db, profileId, url }, record) =>
    profileId === undefined && url.searchParams.has(SHARE) ? await withSecret(db, record) : record,
  editing: async ({ db, profileId }, before, sent) => {
    const values = await checkThanks({ db, profileId }, itemIdOf(before), sent);
    const after = { ...before, ...values };
    if (profileId !== undefined) await checkStillOpen(db, itemIdOf(before), { profileId }, { before, after });
    if (after.status !== 'cancelled') {
      await checkLeft(db, itemIdOf(before), after, before.id);
    } else if (before.status !== 'cancelled') {
      await publishReservation(db, 'reservation.cancelled', after);
    }
    return values;
  },
  removing: async ({ db }, record) => {
    if (record.status !== 'cancelled') await publishReservation(db, 'reservation.cancelled', record);
  },
});
