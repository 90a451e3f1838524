import { sql } from 'kysely';
import {
  listDefinitionShape,
  listShape,
  reservationShape,
  shareShape,
} from '../../../src/services/contract/shapes/list.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { definitionOf } from './definition.ts';
import { findList } from './find-list.ts';
import { claimAttributes } from './claims.ts';
import { findBySecret, guestReservations, SECRET, withSecret } from './guest-reservations.ts';
import { confirmReserved } from './quantities.ts';
import { cancelReservations, itemIdOf, publish } from './reservation-events.ts';
import { checkLeft, itemInReach, SHARE } from './reservations.ts';
import { listIdOf, newHandle, withClaims } from './shares.ts';
import { checkDay, seesOwnOnly } from './giver-visibility.ts';
import { parentAttribute } from '../crud/fields.ts';
import type { Resource } from '../crud/resource.ts';

const parameter = (call: KnownCall, name: string): string =>
  (call.path as Readonly<Record<string, string>>)[name] ?? '';

const listOf = (call: KnownCall) => findList(call.db, call.profileId ?? '', parameter(call, 'list'));

/** Plain resources of the section Lists; items and what shares open have handlers of their own. */
export const listResources: readonly Resource[] = [
  {
    id: 'lists.definitions',
    model: 'list-definition',
    shape: listDefinitionShape,
    defaults: { is_shareable: true },
  },
  { id: 'lists', model: 'list', shape: listShape },
  {
    id: 'profiles.lists',
    model: 'list',
    shape: listShape,
    customers: 'write',
    without: ['add'],
    idOf: async ({ db, profileId = '' }, named) => (await findList(db, profileId, named)).id,
    editing: async ({ db, principal }, list, values) => {
      if (principal.kind === 'customer') await checkDay(db, list, values);
      return values;
    },
    removing: async ({ db, url }, { id }) => {
      await confirmReserved(db, url, 'list', { listId: Number(id) });
      await cancelReservations(db, { listId: Number(id) });
      await sql`
        delete from records where parent in (
          select 'list-item:' || id from list_items where list_id = ${id})`.execute(db);
    },
  },
  {
    id: 'profiles.lists.shares',
    model: 'list-share',
    shape: shareShape,
    customers: 'write',
    defaults: { role: 'viewer', is_public: false },
    partOf: async (call) => `list:${(await listOf(call)).id}`,
    computed: { list_id: listIdOf },
    attributes: new Map([...parentAttribute('list_id'), ...claimAttributes]),
    withRelated: withClaims,
    adding: async (call, values) => {
      const list = await listOf(call);
      const definition = await definitionOf(call.db, list);
      if (definition?.['is_shareable'] === false)
        throw invalid({ list: ['Lists of this kind are not shared.'] });
      return { ...values, handle: newHandle() };
    },
  },
  {
    id: 'list.items.reservations',
    model: 'reservation',
    shape: reservationShape,
    customers: 'write',
    defaults: { quantity: 1, status: 'reserved' },
    computed: { item_id: itemIdOf },
    attributes: parentAttribute('item_id'),
    byLink: guestReservations,
    secretField: 'secret',
    scopeOf: async (call) => {
      const { profileId = '', url } = call;
      const path = { itemId: parameter(call, 'itemId'), reservationId: parameter(call, 'reservationId') };
      if (url.searchParams.has(SECRET) && path.reservationId)
        return { parent: String((await findBySecret(call.db, { url, path }))['parent']) };
      const item = await itemInReach(call, path.itemId);
      return {
        parent: `list-item:${item.id}`,
        ...((await seesOwnOnly(call, item)) && { profile_id: profileId }),
      };
    },
    adding: async (call, values) => {
      const item = await itemInReach(call, parameter(call, 'itemId'));
      await checkLeft(call.db, item.id, values['quantity'] as number);
      // A customer reserves for themselves, and buys afterwards.
      return call.profileId === undefined
        ? values
        : { ...values, profile_id: call.profileId, status: 'reserved' };
    },
    // A server that reserves by the link does so for a visitor without account.
    added: async ({ db, profileId, url }, record) =>
      profileId === undefined && url.searchParams.has(SHARE) ? await withSecret(db, record) : record,
    editing: async ({ db }, before, values) => {
      const after = { ...before, ...values };
      if (after['status'] !== 'cancelled') {
        await checkLeft(db, itemIdOf(before), after['quantity'] as number, before.id);
      } else if (before['status'] !== 'cancelled') await publish(db, 'reservation.cancelled', after);
      return values;
    },
    removing: async ({ db }, record) => {
      if (record['status'] !== 'cancelled') await publish(db, 'reservation.cancelled', record);
    },
  },
];
