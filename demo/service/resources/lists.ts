import { sql } from 'kysely';
import {
  listDefinitionShape,
  listShape,
  reservationShape,
  shareShape,
} from '../../../src/services/shapes/list.ts';
import { invalid } from '../http/problem.ts';
import type { KnownCall } from '../http/route.ts';
import { definitionOf } from '../lists/definition.ts';
import { findList } from '../lists/find-list.ts';
import { checkLeft, itemInReach, seesOwnOnly } from '../lists/reservations.ts';
import { newHandle } from '../lists/shares.ts';
import { partOf } from '../records/part-of.ts';
import type { Resource } from '../records/resource.ts';
import type { Stored } from '../records/table.ts';

const parameter = (call: KnownCall, name: string): string =>
  (call.path as Readonly<Record<string, string>>)[name] ?? '';

const listOf = (call: KnownCall) => findList(call.db, call.profileId ?? '', parameter(call, 'list'));

const numberIn = ({ parent }: Stored): number => Number(String(parent).split(':')[1]);

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
    removing: async ({ db }, { id }) => {
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
    computed: { list_id: numberIn },
    attributes: partOf('list_id'),
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
    computed: { item_id: numberIn },
    attributes: partOf('item_id'),
    boundsOf: async (call) => {
      const item = await itemInReach(call, parameter(call, 'itemId'));
      const { profileId = '' } = call;
      return { parent: `list-item:${item.id}`, ...(seesOwnOnly(call, item) && { profile_id: profileId }) };
    },
    adding: async (call, values) => {
      const item = await itemInReach(call, parameter(call, 'itemId'));
      await checkLeft(call.db, item.id, values['quantity'] as number);
      // Who reserves with a customer's token reserves for that customer.
      return call.profileId === undefined ? values : { ...values, profile_id: call.profileId };
    },
    editing: async ({ db }, before, values) => {
      const after = { ...before, ...values };
      if (after['status'] !== 'cancelled') {
        await checkLeft(db, numberIn(before), after['quantity'] as number, before.id);
      }
      return values;
    },
  },
];
