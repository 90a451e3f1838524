import type { Data, Page } from '../shapes/envelope.ts';
import type { AddList, AddListItem, List, ListItem } from '../shapes/list.ts';
import { endpoint, of } from './endpoint.ts';

// Paths of this file: ASSUMPTION G12. `{list}` takes a list's id or its handle, as spec 4.6 writes both
// `/lists/{list}/…` and `/lists/{handle}/custom` in that place.

/** Adds a list to a profile. */
export const addList = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists',
  'profiles.lists.store',
  of<Data<List>>,
  of<AddList>,
);

/** Items of a list, newest first. */
export const listItems = endpoint(
  'GET',
  '/v3/profiles/{profile}/lists/{list}/items',
  'profiles.lists.items.index',
  of<Page<ListItem>>,
);

/** Adds a product to a list. A product that is there already answers its item. */
export const addListItem = endpoint(
  'POST',
  '/v3/profiles/{profile}/lists/{list}/items',
  'profiles.lists.items.store',
  of<Data<ListItem>>,
  of<AddListItem>,
);

/** Takes an item off a list. */
export const removeListItem = endpoint(
  'DELETE',
  '/v3/profiles/{profile}/lists/{list}/items/{item}',
  'profiles.lists.items.destroy',
);
