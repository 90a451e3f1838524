import * as of from '../../../src/services/shapes/records/commerce.ts';
import type { Resource } from '../records/resource.ts';
import { ratingShape } from '../../../src/services/shapes/records/products.ts';

/** Plain resources of the section Commerce; transactions, orders and products have modules of their own. */
export const commerceResources: readonly Resource[] = [
  {
    id: 'locations',
    model: 'location',
    shape: of.locationShape,
    defaults: { is_published: true, is_permanently_closed: false },
    references: { region_id: 'region' },
  },
  {
    id: 'ratings',
    model: 'rating',
    shape: ratingShape,
    defaults: { is_published: false },
    references: { profile_id: 'profile', product_id: 'product' },
  },
];
