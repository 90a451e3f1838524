import { endpoint } from '../endpoint.ts';

// Apart from the other endpoints of profiles: of the elements, a registry alone reads and writes an address.

export const profileAddresses = endpoint('GET', '/v3/profiles/{profile}/addresses', 'profiles.addresses.index');
export const addProfileAddress = endpoint('POST', '/v3/profiles/{profile}/addresses', 'profiles.addresses.store');
export const readProfileAddress = endpoint('GET', '/v3/profiles/{profile}/addresses/{address}', 'profiles.addresses.show');
export const editProfileAddress = endpoint('PUT', '/v3/profiles/{profile}/addresses/{address}', 'profiles.addresses.update');
export const deleteProfileAddress = endpoint('DELETE', '/v3/profiles/{profile}/addresses/{address}', 'profiles.addresses.destroy');
export const upsertProfileAddress = endpoint('POST', '/v3/profiles/{profile}/addresses/upsert', 'profiles.addresses.upsert');
