import {
  createOrUpdateProduct,
  readLocationByExternalId,
} from '../../../src/services/contract/endpoints/index.ts';
import { locationShape } from '../../../src/services/contract/shapes/records/commerce.ts';
import { route, type Route } from '../api/route.ts';
import { findRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import { upsertOf } from '../crud/upsert.ts';
import { viewOfRow } from '../crud/views.ts';
import { productResource } from './product-resources.ts';
import { orderRoutes } from './order-routes.ts';
import { profileTransactionRoutes } from './profile-transaction-routes.ts';
import { transactionRoutes } from './transaction-routes.ts';

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
