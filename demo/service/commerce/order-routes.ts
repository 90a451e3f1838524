import * as on from '../../../src/services/contract/endpoints/index.ts';
import { orderShape } from '../../../src/services/contract/shapes/records/commerce.ts';
import type { Machine } from '../platform/auth/principal.ts';
import { acceptRecords } from '../platform/batches/accept.ts';
import { browseGroups } from './groups.ts';
import { tell } from './tell.ts';
import { MAX_BATCH_BYTES } from '../../../src/services/contract/shapes/envelope.ts';
import { accepting, route, type KnownCall, type ProfileCall, type Route } from '../api/route.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import { findRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import { viewOfRow } from '../crud/views.ts';
import { orderAttributes, orderResource } from './order-resources.ts';

/** Takes an array of orders, says that it did, and writes them later (spec 1 rule 8). */
const queueing = (endpointId: string) => async (call: KnownCall) => ({
  data: await acceptRecords(call.db, {
    ...{ endpointId, records: call.body as readonly unknown[], principal: call.principal as Machine },
  }),
});

const acceptingOrders = (made: Route): Route => ({ ...accepting(made), model: 'order' });

const attributes = new Map([...attributesOf(orderShape, tableOf('order')), ...orderAttributes]);
const attributesFor = ({ principal }: ProfileCall) =>
  principal.kind === 'customer' ? customerAttributes(orderShape, attributes) : attributes;

/** What there is about orders beside the five verbs. */
export const orderRoutes: readonly Route[] = [
  { ...acceptingOrders(route(on.queueOrders, queueing('orders.queue'))), maxBytes: MAX_BATCH_BYTES },
  {
    ...acceptingOrders(route(on.queueOrderCreation, queueing('orders.queue.create'))),
    maxBytes: MAX_BATCH_BYTES,
  },
  acceptingOrders(
    route(on.resendOrder, async (call) => {
      const order = await findRecord(call.db, tableOf('order'), {}, call.path.id);
      const payload = (await viewOfRow(orderResource, call, order)) as Readonly<Record<string, unknown>>;
      const profileId = (order['profile_id'] ?? null) as string | null;
      return {
        data: await tell(call.db, {
          ...{ trigger: 'order.created', namespace: 'loyalty', profileId, payload, isResent: true },
        }),
      };
    }),
  ),
  route(on.groupProfileOrders, (call) => browseGroups(call, 'orders', attributesFor(call))),
];
