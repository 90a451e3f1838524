import { get, post, put, remove } from '../endpoint.ts';

export const readList = get('/v3/lists/{list}', 'lists.show');
export const profileLists = get('/v3/profiles/{profile}/lists', 'profiles.lists.index');
export const addList = post('/v3/profiles/{profile}/lists', 'profiles.lists.store');
export const readProfileList = get('/v3/profiles/{profile}/lists/{list}', 'profiles.lists.show');
export const editProfileList = put('/v3/profiles/{profile}/lists/{list}', 'profiles.lists.update');
export const deleteProfileList = remove('/v3/profiles/{profile}/lists/{list}', 'profiles.lists.destroy');
export const addProfileListCustomProduct = post('/v3/profiles/{profile}/lists/{handle}/custom', 'profiles.lists.custom.store');
export const listItems = get('/v3/profiles/{profile}/lists/{list}/items', 'profiles.lists.items.index');
export const addListItem = post('/v3/profiles/{profile}/lists/{list}/items', 'profiles.lists.items.store');
export const readProfileListItem = get('/v3/profiles/{profile}/lists/{list}/items/{item}', 'profiles.lists.items.show');
export const editProfileListItem = put('/v3/profiles/{profile}/lists/{list}/items/{item}', 'profiles.lists.items.update');
export const removeListItem = remove('/v3/profiles/{profile}/lists/{list}/items/{item}', 'profiles.lists.items.destroy');
export const searchProductLists = get('/v3/product-lists/search', 'product-lists.search');

export const profileListCustomFields = get('/v3/profiles/{profile}/lists/{list}/custom-fields', 'profiles.lists.custom-fields.index');
export const addProfileListCustomField = post('/v3/profiles/{profile}/lists/{list}/custom-fields', 'profiles.lists.custom-fields.store');
export const readProfileListCustomField = get('/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}', 'profiles.lists.custom-fields.show');
export const editProfileListCustomField = put('/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}', 'profiles.lists.custom-fields.update');
export const deleteProfileListCustomField = remove('/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}', 'profiles.lists.custom-fields.destroy');

export const listDefinitions = get('/v3/lists/definitions', 'lists.definitions.index');
export const addListDefinition = post('/v3/lists/definitions', 'lists.definitions.store');
export const readListDefinition = get('/v3/lists/definitions/{definition}', 'lists.definitions.show');
export const editListDefinition = put('/v3/lists/definitions/{definition}', 'lists.definitions.update');
export const deleteListDefinition = remove('/v3/lists/definitions/{definition}', 'lists.definitions.destroy');

export const listItemReservations = get('/v3/list/items/{itemId}/reservations', 'list.items.reservations.index');
export const addListItemReservation = post('/v3/list/items/{itemId}/reservations', 'list.items.reservations.store');
export const readListItemReservation = get('/v3/list/items/{itemId}/reservations/{reservationId}', 'list.items.reservations.show');
export const editListItemReservation = put('/v3/list/items/{itemId}/reservations/{reservationId}', 'list.items.reservations.update');
export const deleteListItemReservation = remove('/v3/list/items/{itemId}/reservations/{reservationId}', 'list.items.reservations.destroy');

export const readListShare = get('/v3/lists/shares/{handle}', 'lists.shares.show');
export const profileListShares = get('/v3/profiles/{profile}/lists/{list}/shares', 'profiles.lists.shares.index');
export const addProfileListShare = post('/v3/profiles/{profile}/lists/{list}/shares', 'profiles.lists.shares.store');
export const readProfileListShare = get('/v3/profiles/{profile}/lists/{list}/shares/{share}', 'profiles.lists.shares.show');
export const editProfileListShare = put('/v3/profiles/{profile}/lists/{list}/shares/{share}', 'profiles.lists.shares.update');
export const deleteProfileListShare = remove('/v3/profiles/{profile}/lists/{list}/shares/{share}', 'profiles.lists.shares.destroy');
export const readListShareWithoutProfile = get('/v3/lists/shares/{handle}/no_profile', 'lists.shares.no_profile');
export const claimListShare = post('/v3/lists/shares/{handle}/claim', 'lists.shares.claim');
