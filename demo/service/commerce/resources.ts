import * as of from '../../../src/services/contract/shapes/records/commerce.ts';
import { matchClaim } from './claims.ts';
import { totals } from './purchase-views.ts';
import type { Resource } from '../crud/resource.ts';
import { ratingShape } from '../../../src/services/contract/shapes/records/products.ts';

/** Plain resources of the section Commerce; transactions, orders and products have modules of their own. */
export const commerceResources: readonly Resource[] = [
  {
    id: 'locations',
    model: 'location',
    shape: of.locationShape,
    defaults: { is_published: true, is_permanently_closed: false },
  },
  // Only what describes a line of a purchase can be changed (judgement J8): its shape names nothing else.
  {
    id: 'transactions.items',
    model: 'transaction-item',
    shape: of.transactionItemShape,
    computed: totals,
  },
  // A claim is added and withdrawn; what became of it, the service says.
  {
    id: 'profiles.transactions.claims',
    model: 'transaction-claim',
    shape: of.transactionClaimShape,
    customers: 'write',
    unique: ['receipt_ref'],
    adding: matchClaim,
  },
  {
    id: 'ratings',
    model: 'rating',
    shape: ratingShape,
    defaults: { is_published: false },
  },
];
