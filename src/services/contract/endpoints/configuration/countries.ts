import type { Data, Page } from '../../shapes/envelope.ts';
import type { Country, countryShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses countries (spec 4.6 Configuration). */
export const countries = endpoint('GET', '/v3/countries', 'countries.index', of<Page<Country>>);

/** Adds a country (spec 4.6 Configuration). */
export const addCountry = endpoint(
  'POST',
  '/v3/countries',
  'countries.store',
  of<Data<Country>>,
  of<Adding<typeof countryShape>>,
);

/** Reads a country (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readCountry = endpoint('GET', '/v3/countries/{country}', 'countries.show', of<Data<Country>>);

/** Edits a country (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const editCountry = endpoint(
  'PUT',
  '/v3/countries/{country}',
  'countries.update',
  of<Data<Country>>,
  of<Editing<typeof countryShape>>,
);

/** Deletes a country (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteCountry = endpoint('DELETE', '/v3/countries/{country}', 'countries.destroy');
