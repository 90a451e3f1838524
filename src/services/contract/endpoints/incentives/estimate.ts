import type { Data } from '../../shapes/envelope.ts';
import type { Estimate, EstimateRequest } from '../../shapes/records/incentives.ts';
import { endpoint, of } from '../endpoint.ts';

/** Says what a purchase would earn; nothing is stored (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const estimateIncentives = endpoint(
  'POST',
  '/v3/incentives/estimate',
  'incentives.estimate',
  of<Data<Estimate>>,
  of<EstimateRequest>,
);
