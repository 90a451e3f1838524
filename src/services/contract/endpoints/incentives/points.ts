import type { Data, Page } from '../../shapes/envelope.ts';
import type { Point, PointOfProfile, pointShape } from '../../shapes/records/incentives.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses points of all profiles (spec 4.6 Incentives). */
export const points = endpoint('GET', '/v3/points', 'points.index', of<Page<Point>>);

/** Gives points to a profile, or takes them (spec 4.6 Incentives). */
export const addPoint = endpoint(
  'POST',
  '/v3/points',
  'points.store',
  of<Data<Point>>,
  of<Adding<typeof pointShape>>,
);

/** Reads points (spec 4.6 Incentives). */
export const readPoint = endpoint('GET', '/v3/points/{point}', 'points.show', of<Data<Point>>);

/**
 * Browses the points of the profiles linked to this one (G51) (spec 4.6 Profile sub-resources).
 */
export const profileLinkedPoints = endpoint(
  'GET',
  '/v3/profiles/{profile}/linked_points',
  'profiles.linked_points.index',
  of<Page<Point>>,
);

/** Browses points of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const profilePoints = endpoint(
  'GET',
  '/v3/profiles/{profile}/points',
  'profiles.points.index',
  of<Page<Point>>,
);

/** Gives points to a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addProfilePoint = endpoint(
  'POST',
  '/v3/profiles/{profile}/points',
  'profiles.points.store',
  of<Data<Point>>,
  of<PointOfProfile>,
);

/** Reads points of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const readProfilePoint = endpoint(
  'GET',
  '/v3/profiles/{profile}/points/{point}',
  'profiles.points.show',
  of<Data<Point>>,
);
