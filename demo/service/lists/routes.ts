import { sql } from 'kysely';
import {
  addGuestAlert,
  addList,
  profileLists,
  readProfileList,
  searchProductLists,
} from '../../../src/services/contract/endpoints/index.ts';
import { listDefinitionShape, listShape, type List } from '../../../src/services/contract/lists.ts';
import { browse } from '../api/paging.ts';
import { notFound, Problem } from '../api/problem.ts';
import { openRoute, route, toCustomers, type Route } from '../api/route.ts';
import { attributesOf, customerAttributes, writable } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { rowsWithin } from '../crud/store.ts';
import { viewsOf } from '../crud/views.ts';
import { listItemRoutes } from './items.ts';
import { askForGuestAlerts } from './guest-alerts.ts';
import { namesHiddenUntil } from './hidden-names.ts';
import { hasDeliveryAddress, removeDelivery, withDelivery } from './delivery-address.ts';
import { findList, listsOfProfile, listView, listViewable } from './list-rows.ts';
import { editedLists } from './share-claims.ts';
import { reservationResource } from './reservation-routes.ts';
import { cancelReservations } from './reservations.ts';
import { confirmReserved } from './reserved-quantities.ts';
import { shareRemoval, shareResource, shareRoutes } from './shares.ts';
import { tableOf } from '../crud/tables.ts';

const ofAddress = new Map([['has_delivery_address', hasDeliveryAddress]]);

/** Resources of the section Lists. */
export const listResources: readonly Resource[] = [
  {
    id: 'lists.definitions',
    model: 'list-definition',
    shape: listDefinitionShape,
    defaults: { is_shareable: true },
  },
  { id: 'lists', model: 'list', ...listViewable, attributes: ofAddress },
  defineResource({
    id: 'profiles.lists',
    model: 'list',
    shape: listShape,
    withRelated: withDelivery,
    attributes: ofAddress,
    customers: 'write',
    without: ['add', 'browse', 'read'],
    idOf: async ({ db, profileId = '' }, named) => (await findList(db, profileId, named)).id,
    editing: async ({ db }, list, values) =>
      'event_at' in values
        ? { ...values, names_hidden_until: await namesHiddenUntil(db, list, values) }
        : values,
    removing: async ({ db, url }, { id, profile_id }) => {
      await confirmReserved(db, url, 'list', { listId: id });
      await removeDelivery(db, { id, profile_id: String(profile_id) });
      await cancelReservations(db, { listId: id });
      await sql`
        delete from records where parent in (
          select 'list-item:' || id from list_items where list_id = ${id})`.execute(db);
    },
  }),
  shareResource,
  reservationResource,
];

const listTable = tableOf('list');
/** What depends on the profile that reads a list is no attribute of it. */
const OF_THE_READER = ['owner_name', 'share_id'];
export const listAttributes = new Map(
  [...attributesOf(listShape, listTable), ...ofAddress].filter(([name]) => !OF_THE_READER.includes(name)),
);

/** Routes of the section Lists, except those of its resources. */
export const listRoutes: readonly Route[] = [
  toCustomers(
    route(addList, async (call) => {
      const { db, profileId, principal, body } = call;
      const { type, handle, name, ...more } = body;
      const fields = writable(listShape, more, principal);
      await checkReferences(db, 'list', fields);
      const added = await db
        .insertInto('lists')
        .values({ profile_id: profileId, type, handle, name, fields: JSON.stringify(fields) })
        .onConflict((conflict) => conflict.columns(['profile_id', 'handle']).doNothing())
        .returningAll()
        .executeTakeFirst();
      const list = added ?? (await findList(db, profileId, handle));
      // Two tabs may add the same wishlist: for the same content the reply is the stored list, other content is a conflict.
      if (list.type !== type || list.name !== name) {
        throw new Problem(409, 'There is another list with this handle.');
      }
      return { data: await listView(call, list) };
    }),
  ),

  route(profileLists, (call) =>
    browse(
      call,
      call.db
        .selectFrom('lists')
        .selectAll()
        .where((where) =>
          where.or([
            where('profile_id', '=', call.profileId),
            where('id', 'in', editedLists(call.profileId)),
          ]),
        ),
      (rows) => listsOfProfile(call, call.profileId, rows),
      {
        attributes:
          call.principal.kind === 'customer' ? customerAttributes(listShape, listAttributes) : listAttributes,
      },
    ),
  ),

  route(readProfileList, async (call) => {
    const { db, profileId, path } = call;
    const [data] = await listsOfProfile(call, profileId, [
      await findList(db, profileId, path.list, 'editor'),
    ]);
    if (!data) throw notFound();
    return { data };
  }),

  route(searchProductLists, (call) =>
    browse(
      call,
      rowsWithin(call.db, listTable, {}),
      (rows): Promise<List[]> => viewsOf(listViewable, call, rows),
      { attributes: listAttributes },
    ),
  ),

  openRoute(addGuestAlert, (call) => askForGuestAlerts(call, call.body)),

  ...listItemRoutes,
  ...shareRoutes,
  shareRemoval,
];
