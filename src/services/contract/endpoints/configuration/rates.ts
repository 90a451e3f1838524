import type { Data, Page } from '../../shapes/envelope.ts';
import type { CalculatedRate, CalculateRate, Rate, rateShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses rates (spec 4.6 Configuration). */
export const rates = endpoint('GET', '/v3/rates', 'rates.index', of<Page<Rate>>);

/** Adds a rate (spec 4.6 Configuration). */
export const addRate = endpoint(
  'POST',
  '/v3/rates',
  'rates.store',
  of<Data<Rate>>,
  of<Adding<typeof rateShape>>,
);

/** Reads a rate (spec 4.6 Configuration). */
export const readRate = endpoint('GET', '/v3/rates/{rate}', 'rates.show', of<Data<Rate>>);

/** Edits a rate (spec 4.4). Payload: G10. */
export const editRate = endpoint(
  'PUT',
  '/v3/rates/{rate}',
  'rates.update',
  of<Data<Rate>>,
  of<Editing<typeof rateShape>>,
);

/** Deletes a rate (spec 4.6 Configuration). */
export const deleteRate = endpoint('DELETE', '/v3/rates/{rate}', 'rates.destroy');

/** Applies a rate to an amount (spec 4.6 Configuration). */
export const calculateRate = endpoint(
  'POST',
  '/v3/rates/calculate',
  'rates.calculate',
  of<Data<CalculatedRate>>,
  of<CalculateRate>,
);

/** Searches rates by one of their attributes (spec 4.6 Configuration). */
export const searchRateAttributes = endpoint(
  'GET',
  '/v3/rates/searchAttributes/{attribute}',
  'rates.searchAttributes',
  of<Page<Rate>>,
);
