import { readLocationByExternalId } from '../../../src/services/contract/endpoints/index.ts';
import { locationShape } from '../../../src/services/contract/commerce/locations.ts';
import { route, type Route } from '../api/route.ts';
import type { Resource } from '../crud/resource.ts';
import { findRecord } from '../crud/store.ts';
import { viewOfRow } from '../crud/views.ts';
import { orderResources, orderRoutes } from './orders.ts';
import { productResources, productRoutes } from './products.ts';
import { profileTransactionRoutes } from './profile-transactions.ts';
import { transactionClaimResource } from './transaction-claims.ts';
import { transactionItemResource, transactionRoutes } from './transactions.ts';
import { tableOf } from '../crud/tables.ts';

/** Resources of the section Commerce. */
export const commerceResources: readonly Resource[] = [
  {
    id: 'locations',
    model: 'location',
    shape: locationShape,
    defaults: { is_published: true, is_permanently_closed: false },
  },
  transactionItemResource,
  transactionClaimResource,
  ...productResources,
  ...orderResources,
];

/** Routes of the section Commerce, except those of its resources. */
export const commerceRoutes: readonly Route[] = [
  ...transactionRoutes,
  ...profileTransactionRoutes,
  ...orderRoutes,
  ...productRoutes,

  route(readLocationByExternalId, async (call) => {
    const { external_id } = call.path;
    const found = await findRecord(call.db, tableOf('location'), {}, external_id, { by: 'external_id' });
    return { data: await viewOfRow({ shape: locationShape }, call, found) };
  }),
];
