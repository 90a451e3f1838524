import type { Data, Page } from '../../shapes/envelope.ts';
import type { Currency, currencyShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses currencies (spec 4.6 Configuration). */
export const currencies = endpoint('GET', '/v3/currencies', 'currencies.index', of<Page<Currency>>);

/** Adds a currency (spec 4.6 Configuration). */
export const addCurrency = endpoint(
  'POST',
  '/v3/currencies',
  'currencies.store',
  of<Data<Currency>>,
  of<Adding<typeof currencyShape>>,
);

/** Reads a currency (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readCurrency = endpoint(
  'GET',
  '/v3/currencies/{currency}',
  'currencies.show',
  of<Data<Currency>>,
);

/** Edits a currency (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const editCurrency = endpoint(
  'PUT',
  '/v3/currencies/{currency}',
  'currencies.update',
  of<Data<Currency>>,
  of<Editing<typeof currencyShape>>,
);

/** Deletes a currency (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteCurrency = endpoint('DELETE', '/v3/currencies/{currency}', 'currencies.destroy');
