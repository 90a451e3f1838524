import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted } from '../../shapes/records/automation.ts';
import type { Aggregation, AggregationOfProfile, aggregationShape } from '../../shapes/records/profiles.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Reads the aggregations of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileAggregations = endpoint(
  'GET',
  '/v3/profiles/{profileId}/aggregations',
  'profiles.aggregations.index',
  of<Page<Aggregation>>,
);

/** Sets aggregations of a profile (spec 4.6 Profile sub-resources). */
export const editProfileAggregations = endpoint(
  'PUT',
  '/v3/profiles/{profileId}/aggregations',
  'profiles.aggregations.update',
  of<Page<Aggregation>>,
  of<Records<Adding<typeof aggregationShape>>>,
);

/** Sets aggregations of profiles, in a batch (spec 4.6 Profile sub-resources). */
export const batchProfileAggregations = endpoint(
  'POST',
  '/v3/profile/aggregations/batch.json',
  'profile.aggregations.batch.store',
  of<Data<Accepted>>,
  of<Records<AggregationOfProfile>>,
);

/**
 * Calculates the aggregations of a profile anew: a GET that acts (rule R77) (spec 4.6 Profile
 * sub-resources).
 */
export const calculateProfileAggregations = endpoint(
  'GET',
  '/v3/profiles/{profile}/aggregations/calculate',
  'profiles.aggregations.calculate',
  of<Page<Aggregation>>,
);
