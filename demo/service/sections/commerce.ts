import { createOrUpdateProduct, readLocationByExternalId } from '../../../src/services/endpoints/index.ts';
import { locationShape } from '../../../src/services/shapes/records/commerce.ts';
import { route, type Route } from '../http/route.ts';
import { findRecord } from '../records/store.ts';
import { tableOf } from '../records/tables.ts';
import { upsertOf } from '../records/upsert.ts';
import { viewOfRow } from '../records/views.ts';
import { productResource } from '../resources/products.ts';
import { orderRoutes } from './orders.ts';
import { profileTransactionRoutes } from './profile-transactions.ts';
import { transactionRoutes } from './transactions.ts';

/** The section Commerce, beside its plain resources. */
export const commerceRoutes: readonly Route[] = [
  ...transactionRoutes,
  ...profileTransactionRoutes,
  ...orderRoutes,

  route(readLocationByExternalId, async (call) => {
    const { external_id } = call.path;
    const found = await findRecord(call.db, tableOf('location'), {}, external_id, { by: 'external_id' });
    return { data: await viewOfRow({ shape: locationShape }, call, found) };
  }),

  { ...route(createOrUpdateProduct, upsertOf(productResource) as never), model: 'product' },
];
