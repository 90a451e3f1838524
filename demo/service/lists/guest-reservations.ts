import {
  addListItemReservation,
  deleteListItemReservation,
  editListItemReservation,
  readListItemReservation,
} from '../../../src/services/contract/endpoints/index.ts';
import { reservationShape, type Reservation } from '../../../src/services/contract/shapes/list.ts';
import { hashOf, newSecret } from '../platform/auth/tokens.ts';
import { inTransaction } from '../platform/database/again.ts';
import type { Database } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';
import { byLink, type Call } from '../api/route.ts';
import { viewOf, writable } from '../crud/fields.ts';
import { addRecord, editRecord, findRecord, removeRecord } from '../crud/store.ts';
import { type Stored, tableOf } from '../crud/tables.ts';
import { itemIdOf, publish } from './reservation-events.ts';
import { checkLeft, itemOfLink, SHARE } from './reservations.ts';
import { GUEST } from './shares.ts';

/** The query parameter with the secret that the giver got when the reservation was made. */
export const SECRET = 'secret';
/** 256 random bits in base64url. */
const SECRET_FORM = /^[\w-]{43}$/;

const table = tableOf('reservation');

const reservationView = (record: Stored): Reservation =>
  viewOf(reservationShape, record, GUEST, { item_id: itemIdOf }) as Reservation;

/** A reservation by a link: its giver has no account, and gets a secret instead. `work` is a transaction. */
async function reserveByLink(
  work: Database,
  call: Pick<Call<'{itemId}'>, 'path' | 'body' | 'url'>,
): Promise<Stored> {
  const item = await itemOfLink(work, call.path.itemId, { url: call.url, profileId: GUEST.profileId });
  const { status: _, ...sent } = writable(reservationShape, call.body as Record<string, unknown>, GUEST);
  const values = { quantity: 1, ...sent };
  await checkLeft(work, item.id, Number(values.quantity));
  const record = await addRecord(work, table, {
    ...{ ...values, status: 'reserved', parent: `list-item:${item.id}` },
  });
  return await withSecret(work, record);
}

/** Gives a new reservation its secret: stored as a hash, and in the record that is answered this once. */
export async function withSecret(work: Database, record: Stored): Promise<Stored> {
  const secret = newSecret();
  const stored = await editRecord(work, table, record.id, {
    secret_hash: hashOf(secret).toString('base64url'),
  });
  return { ...stored, secret };
}

/** The reservation of the path that the secret of the request belongs to. Throws 404. */
export async function findBySecret(
  db: Database,
  { path, url }: Pick<Call<'{itemId}/{reservationId}'>, 'path' | 'url'>,
  lock?: 'update',
): Promise<Stored> {
  const secret = url.searchParams.get(SECRET) ?? '';
  if (!SECRET_FORM.test(secret)) throw notFound();
  const bounds = { parent: `list-item:${path.itemId}` };
  const record = await findRecord(db, table, bounds, path.reservationId, lock ? { lock } : {});
  if (record['secret_hash'] !== hashOf(secret).toString('base64url')) throw notFound();
  return record;
}

const hasSecret = (url: URL): boolean => url.searchParams.has(SECRET);

/** What a giver does without a token: with the link of a share, and then with the secret of the reservation. */
export const guestReservations = {
  add: byLink(
    addListItemReservation,
    (url) => url.searchParams.has(SHARE),
    async (call) =>
      await inTransaction(call.db, async (work) => {
        const record = await reserveByLink(work, call);
        await publish(work, 'reservation.created', record);
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
        const sent = writable(reservationShape, call.body as Record<string, unknown>, GUEST);
        const values = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
        const after = { ...before, ...values } as Stored;
        if (after['status'] !== 'cancelled')
          await checkLeft(work, itemIdOf(before), Number(after['quantity']), before.id);
        const edited = await editRecord(work, table, before.id, values);
        if (edited['status'] === 'cancelled' && before['status'] !== 'cancelled')
          await publish(work, 'reservation.cancelled', edited);
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
        if (record['status'] !== 'cancelled') await publish(work, 'reservation.cancelled', record);
        return undefined;
      }),
  ),
};
