import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Allocation, allocationShape, Counted } from '../../shapes/records/incentives.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses allocations (spec 4.6 Incentives). */
export const allocations = endpoint('GET', '/v3/allocations', 'allocations.index', of<Page<Allocation>>);

/** Adds allocations in a batch (spec 4.6 Incentives). */
export const batchAllocations = endpoint(
  'POST',
  '/v3/allocations/batch.json',
  'allocations.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof allocationShape>>>,
);

/** Counts the allocations of a benefit definition (spec 4.6 Incentives). */
export const countAllocations = endpoint(
  'GET',
  '/v3/allocations/{benefitdefinition}/count',
  'allocations.count',
  of<Data<Counted>>,
);
