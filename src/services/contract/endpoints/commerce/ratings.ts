import type { Data, Page } from '../../shapes/envelope.ts';
import type { Rating, ratingShape } from '../../shapes/records/products.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses ratings (spec 4.6 Business). Path: ASSUMPTION G12. */
export const ratings = endpoint('GET', '/v3/ratings', 'ratings.index', of<Page<Rating>>);

/** Adds a rating (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addRating = endpoint(
  'POST',
  '/v3/ratings',
  'ratings.store',
  of<Data<Rating>>,
  of<Adding<typeof ratingShape>>,
);

/** Reads a rating (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readRating = endpoint('GET', '/v3/ratings/{rating}', 'ratings.show', of<Data<Rating>>);

/** Edits a rating (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editRating = endpoint(
  'PUT',
  '/v3/ratings/{rating}',
  'ratings.update',
  of<Data<Rating>>,
  of<Editing<typeof ratingShape>>,
);

/** Deletes a rating (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteRating = endpoint('DELETE', '/v3/ratings/{rating}', 'ratings.destroy');
