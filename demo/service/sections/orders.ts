import * as on from '../../../src/services/endpoints/index.ts';
import { orderShape } from '../../../src/services/shapes/records/commerce.ts';
import type { Machine } from '../auth/principal.ts';
import { browseGroups } from '../commerce/groups.ts';
import { writeQueuedRecords, type WriteOne } from '../commerce/queued-records.ts';
import { tell } from '../commerce/tell.ts';
import { MAX_BATCH_BYTES } from '../http/body.ts';
import { route, type KnownCall, type ProfileCall, type Route } from '../http/route.ts';
import { attributesOf, customerAttributes } from '../records/fields.ts';
import { routesOf } from '../records/routes.ts';
import { findRecord } from '../records/store.ts';
import { tableOf } from '../records/tables.ts';
import { upsertOf } from '../records/upsert.ts';
import { viewOfRow } from '../records/views.ts';
import { orderResource } from '../resources/orders.ts';

type Writing = (call: KnownCall) => Promise<unknown>;

const addOrder = routesOf(orderResource).find(({ endpoint }) => endpoint === on.addOrder)?.handle as Writing;
const upsertOrder = upsertOf(orderResource);

/** One order as a call of its own endpoint would write it. */
const through =
  (write: Writing): WriteOne =>
  (db, { principal, body }) =>
    write({
      ...{ db, principal, body, path: {}, profileId: undefined, shopOrigin: undefined },
      url: new URL('http://localhost/'),
      note: () => {},
    });

const queueing = (write: Writing) => async (call: KnownCall) => ({
  data: await writeQueuedRecords(call.db, {
    ...{ endpointId: 'orders.store', records: call.body as readonly unknown[] },
    ...{ principal: call.principal as Machine, write: through(write) },
  }),
});

const accepting = (made: Route): Route => ({ ...made, status: 202, model: 'order' });

const attributes = new Map(
  [...attributesOf(orderShape, tableOf('order'))].filter(([name]) => !/^(items|transactions)$/.test(name)),
);
const attributesFor = ({ principal }: ProfileCall) =>
  principal.kind === 'customer' ? customerAttributes(orderShape, attributes) : attributes;

/** What there is about orders beside the five verbs. */
export const orderRoutes: readonly Route[] = [
  { ...accepting(route(on.queueOrders, queueing(upsertOrder))), maxBytes: MAX_BATCH_BYTES },
  { ...accepting(route(on.queueOrderCreation, queueing(addOrder))), maxBytes: MAX_BATCH_BYTES },
  accepting(
    route(on.resendOrder, async (call) => {
      const order = await findRecord(call.db, tableOf('order'), {}, call.path.id);
      const payload = (await viewOfRow(orderResource, call, order)) as Readonly<Record<string, unknown>>;
      const profileId = (order['profile_id'] ?? null) as string | null;
      return {
        data: await tell(call.db, { trigger: 'order.created', namespace: 'loyalty', profileId, payload }),
      };
    }),
  ),
  route(on.groupProfileOrders, (call) => browseGroups(call, 'orders', attributesFor(call))),
];
