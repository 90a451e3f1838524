import { endpoint } from '../endpoint.ts';
export { listItems } from './first-requests.ts';

export const readList = endpoint('GET', '/v3/lists/{list}', 'lists.show');
export const profileLists = endpoint('GET', '/v3/profiles/{profile}/lists', 'profiles.lists.index');
export const addList = endpoint('POST', '/v3/profiles/{profile}/lists', 'profiles.lists.store');
export const readProfileList = endpoint('GET', '/v3/profiles/{profile}/lists/{list}', 'profiles.lists.show');
export const editProfileList = endpoint('PUT', '/v3/profiles/{profile}/lists/{list}', 'profiles.lists.update');
export const deleteProfileList = endpoint('DELETE', '/v3/profiles/{profile}/lists/{list}', 'profiles.lists.destroy');
export const addProfileListCustomProduct = endpoint('POST', '/v3/profiles/{profile}/lists/{handle}/custom', 'profiles.lists.custom.store');
export const addListItem = endpoint('POST', '/v3/profiles/{profile}/lists/{list}/items', 'profiles.lists.items.store');
export const readProfileListItem = endpoint('GET', '/v3/profiles/{profile}/lists/{list}/items/{item}', 'profiles.lists.items.show');
export const editProfileListItem = endpoint('PUT', '/v3/profiles/{profile}/lists/{list}/items/{item}', 'profiles.lists.items.update');
export const removeListItem = endpoint('DELETE', '/v3/profiles/{profile}/lists/{list}/items/{item}', 'profiles.lists.items.destroy');
export const searchProductLists = endpoint('GET', '/v3/product-lists/search', 'product-lists.search');

export const profileListCustomFields = endpoint('GET', '/v3/profiles/{profile}/lists/{list}/custom-fields', 'profiles.lists.custom-fields.index');
export const addProfileListCustomField = endpoint('POST', '/v3/profiles/{profile}/lists/{list}/custom-fields', 'profiles.lists.custom-fields.store');
export const readProfileListCustomField = endpoint('GET', '/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}', 'profiles.lists.custom-fields.show');
export const editProfileListCustomField = endpoint('PUT', '/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}', 'profiles.lists.custom-fields.update');
export const deleteProfileListCustomField = endpoint('DELETE', '/v3/profiles/{profile}/lists/{list}/custom-fields/{custom_field}', 'profiles.lists.custom-fields.destroy');

export const listDefinitions = endpoint('GET', '/v3/lists/definitions', 'lists.definitions.index');
export const addListDefinition = endpoint('POST', '/v3/lists/definitions', 'lists.definitions.store');
export const readListDefinition = endpoint('GET', '/v3/lists/definitions/{definition}', 'lists.definitions.show');
export const editListDefinition = endpoint('PUT', '/v3/lists/definitions/{definition}', 'lists.definitions.update');
export const deleteListDefinition = endpoint('DELETE', '/v3/lists/definitions/{definition}', 'lists.definitions.destroy');

export const readListShare = endpoint('GET', '/v3/lists/shares/{handle}', 'lists.shares.show');
export const profileListShares = endpoint('GET', '/v3/profiles/{profile}/lists/{list}/shares', 'profiles.lists.shares.index');
export const addProfileListShare = endpoint('POST', '/v3/profiles/{profile}/lists/{list}/shares', 'profiles.lists.shares.store');
export const readProfileListShare = endpoint('GET', '/v3/profiles/{profile}/lists/{list}/shares/{share}', 'profiles.lists.shares.show');
export const editProfileListShare = endpoint('PUT', '/v3/profiles/{profile}/lists/{list}/shares/{share}', 'profiles.lists.shares.update');
export const deleteProfileListShare = endpoint('DELETE', '/v3/profiles/{profile}/lists/{list}/shares/{share}', 'profiles.lists.shares.destroy');
export const readListShareWithoutProfile = endpoint('GET', '/v3/lists/shares/{handle}/no_profile', 'lists.shares.no_profile');
export const claimListShare = endpoint('POST', '/v3/lists/shares/{handle}/claim', 'lists.shares.claim');
