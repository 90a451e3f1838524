import type { Data, Page } from '../shapes/envelope.ts';
import type { AddList, AddListItem, List, ListItem, listItemShape, listShape } from '../shapes/list.ts';
import type { customProductShape } from '../shapes/records/products.ts';
import type { Adding, Editing } from '../shapes/shape.ts';
import { endpoint, of } from './endpoint.ts';

// Section Lists (spec 1 rule 4): lists and their items. `{list}` takes a list's id or its handle, as spec 4.6 writes both
// `/lists/{list}/…` and `/lists/{handle}/custom` in that place.

/** Reads a list, of whichever profile (spec 4.6 Business). */
export const readList = endpoint('GET', '/v3/lists/{list}', 'lists.show', of<Data<List>>);

/** Browses lists of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileLists = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists',
  'profiles.lists.index',
  of<Page<List>>,
);

/** Adds a list to a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const addList = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists',
  'profiles.lists.store',
  of<Data<List>>,
  of<AddList>,
);

/** Reads a list of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const readProfileList = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}',
  'profiles.lists.show',
  of<Data<List>>,
);

/** Edits a list of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const editProfileList = endpoint(
  'PUT',
  '/v3/profiles/{profile}/lists/{list}',
  'profiles.lists.update',
  of<Data<List>>,
  of<Editing<typeof listShape>>,
);

/** Deletes a list of a profile (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const deleteProfileList = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/lists/{list}',
  'profiles.lists.destroy',
);

/** Puts a product that is not in the catalogue on a list (spec 4.6 Profile sub-resources). */
export const addProfileListCustomProduct = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists/{handle}/custom',
  'profiles.lists.custom.store',
  of<Data<ListItem>>,
  of<Adding<typeof customProductShape>>,
);

/** Browses the items of a list, newest first (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const listItems = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/items',
  'profiles.lists.items.index',
  of<Page<ListItem>>,
);

/**
 * Adds a product to a list; a product that is there already answers its item (spec 4.6 Profile additional
 * data). Path: ASSUMPTION G12.
 */
export const addListItem = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists/{list}/items',
  'profiles.lists.items.store',
  of<Data<ListItem>>,
  of<AddListItem>,
);

/** Reads an item of a list (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const readProfileListItem = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/items/{item}',
  'profiles.lists.items.show',
  of<Data<ListItem>>,
);

/** Edits an item of a list (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const editProfileListItem = endpoint(
  'PUT',
  '/v3/profiles/{profile}/lists/{list}/items/{item}',
  'profiles.lists.items.update',
  of<Data<ListItem>>,
  of<Editing<typeof listItemShape>>,
);

/** Takes an item off a list (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const removeListItem = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/lists/{list}/items/{item}',
  'profiles.lists.items.destroy',
);

/** Searches the lists of all profiles (spec 4.6 Profile sub-resources). */
export const searchProductLists = endpoint(
  'GET',
  '/v3/product-lists/search',
  'product-lists.search',
  of<Page<List>>,
);
