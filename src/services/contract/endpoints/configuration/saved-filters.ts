import type { Data, Page } from '../../shapes/envelope.ts';
import type { SavedFilter, savedFilterShape } from '../../shapes/records/configuration.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses saved filters (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const savedFilters = endpoint(
  'GET',
  '/v3/saved-filters',
  'saved-filters.index',
  of<Page<SavedFilter>>,
);

/** Adds a saved filter (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addSavedFilter = endpoint(
  'POST',
  '/v3/saved-filters',
  'saved-filters.store',
  of<Data<SavedFilter>>,
  of<Adding<typeof savedFilterShape>>,
);

/** Reads a saved filter (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readSavedFilter = endpoint(
  'GET',
  '/v3/saved-filters/{savedFilter}',
  'saved-filters.show',
  of<Data<SavedFilter>>,
);

/** Edits a saved filter (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editSavedFilter = endpoint(
  'PUT',
  '/v3/saved-filters/{savedFilter}',
  'saved-filters.update',
  of<Data<SavedFilter>>,
  of<Editing<typeof savedFilterShape>>,
);

/** Deletes a saved filter (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteSavedFilter = endpoint(
  'DELETE',
  '/v3/saved-filters/{savedFilter}',
  'saved-filters.destroy',
);
