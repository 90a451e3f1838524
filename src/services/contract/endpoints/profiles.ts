import { endpoint } from '../endpoint.ts';
export { searchProfile, profileIdentities } from './first-requests.ts';
export { addProfileAddress, deleteProfileAddress, editProfileAddress, profileAddresses, readProfileAddress, upsertProfileAddress } from './profile-addresses.ts';
export { readProfile } from './read-profile.ts';

export const profiles = endpoint('GET', '/v3/profiles', 'profiles.index');
export const addProfile = endpoint('POST', '/v3/profiles', 'profiles.store');
export const editProfile = endpoint('PUT', '/v3/profiles/{profile}', 'profiles.update');
export const deleteProfile = endpoint('DELETE', '/v3/profiles/{profile}', 'profiles.destroy');
export const readProfileByIdentity = endpoint('GET', '/v3/identities/profile/{identifier}', 'identities.profile.show');
export const batchProfiles = endpoint('POST', '/v3/profiles/batch.json', 'profiles.batch.store');
export const addProfileCustomEvent = endpoint('POST', '/v3/profiles/{profile}/custom-event', 'profiles.custom-event.store');
export const editProfileType = endpoint('PUT', '/v3/profiles/{profile}/type', 'profiles.type.update');
export const profileExists = endpoint('POST', '/v3/profiles/exists', 'profiles.exists');
export const resyncProfile = endpoint('GET', '/v3/profiles/{profile}/resync', 'profiles.resync');
export const purgeProfile = endpoint('DELETE', '/v3/profiles/{profile}/purge', 'profiles.purge');
export const syncProfiles = endpoint('POST', '/v3/profiles/sync', 'profiles.sync');
export const mergeProfiles = endpoint('POST', '/v3/profiles/{profile}/merge', 'profiles.merge');
export const checkProfileAvailability = endpoint('POST', '/v3/profiles/availability', 'profiles.availability');

export const profileAggregations = endpoint('GET', '/v3/profiles/{profileId}/aggregations', 'profiles.aggregations.index');
export const editProfileAggregations = endpoint('PUT', '/v3/profiles/{profileId}/aggregations', 'profiles.aggregations.update');
export const batchProfileAggregations = endpoint('POST', '/v3/profile/aggregations/batch.json', 'profile.aggregations.batch.store');
export const calculateProfileAggregations = endpoint('GET', '/v3/profiles/{profile}/aggregations/calculate', 'profiles.aggregations.calculate');

export const profileAppearance = endpoint('GET', '/v3/profiles/{profile}/attributes/appearance', 'profiles.attributes.appearance.show');
export const editProfileAppearance = endpoint('PUT', '/v3/profiles/{profile}/attributes/appearance', 'profiles.attributes.appearance.update');
export const profileComms = endpoint('GET', '/v3/profiles/{profile}/attributes/comms', 'profiles.attributes.comms.show');
export const editProfileComms = endpoint('PUT', '/v3/profiles/{profile}/attributes/comms', 'profiles.attributes.comms.update');
export const profileValidationRules = endpoint('GET', '/v3/profiles/{profile}/attributes/validation-rules', 'profiles.attributes.validation-rules.show');

export const batchProfileStatuses = endpoint('POST', '/v3/profile/status/batch.json', 'profile.status.batch.store');
export const batchDeleteProfileStatuses = endpoint('DELETE', '/v3/profile/status/batch.json', 'profile.status.batch.destroy');
export const batchProfileTags = endpoint('POST', '/v3/profile/tags/batch.json', 'profile.tags.batch.store');
export const batchDeleteProfileTags = endpoint('DELETE', '/v3/profile/tags/batch.json', 'profile.tags.batch.destroy');

export const profileConnections = endpoint('GET', '/v3/profiles/{profileId}/connections', 'profiles.connections.index');
export const addProfileConnection = endpoint('POST', '/v3/profiles/{profileId}/connections', 'profiles.connections.store');
export const readProfileConnection = endpoint('GET', '/v3/profiles/{profileId}/connections/{connectionId}', 'profiles.connections.show');
export const editProfileConnection = endpoint('PUT', '/v3/profiles/{profileId}/connections/{connectionId}', 'profiles.connections.update');
export const deleteProfileConnection = endpoint('DELETE', '/v3/profiles/{profileId}/connections/{connectionId}', 'profiles.connections.destroy');

export const profileCustomAttributes = endpoint('GET', '/v3/profiles/{profileId}/attributes/custom', 'profiles.attributes.custom.index');
export const addProfileCustomAttribute = endpoint('POST', '/v3/profiles/{profileId}/attributes/custom', 'profiles.attributes.custom.store');
export const readProfileCustomAttribute = endpoint('GET', '/v3/profiles/{profile}/attributes/custom/{custom}', 'profiles.attributes.custom.show');
export const editProfileCustomAttribute = endpoint('PUT', '/v3/profiles/{profile}/attributes/custom/{custom}', 'profiles.attributes.custom.update');
export const deleteProfileCustomAttribute = endpoint('DELETE', '/v3/profiles/{profile}/attributes/custom/{custom}', 'profiles.attributes.custom.destroy');
export const customAttributes = endpoint('GET', '/v3/profiles/attributes/custom', 'profiles.attributes.custom.global-index');

export const addProfileIdentity = endpoint('POST', '/v3/profiles/{profile}/identities', 'profiles.identities.store');
export const readProfileIdentity = endpoint('GET', '/v3/profiles/{profile}/identities/id/{identity}', 'profiles.identities.show');
export const editProfileIdentity = endpoint('PUT', '/v3/profiles/{profile}/identities/id/{identity}', 'profiles.identities.update');
export const deleteProfileIdentity = endpoint('DELETE', '/v3/profiles/{profile}/identities/id/{identity}', 'profiles.identities.destroy');

export const interactions = endpoint('GET', '/v3/interactions', 'interactions.index');
export const addInteraction = endpoint('POST', '/v3/interactions', 'interactions.store');
export const readInteraction = endpoint('GET', '/v3/interactions/{interaction}', 'interactions.show');
export const editInteraction = endpoint('PUT', '/v3/interactions/{interaction}', 'interactions.update');
export const deleteInteraction = endpoint('DELETE', '/v3/interactions/{interaction}', 'interactions.destroy');
export const profileInteractions = endpoint('GET', '/v3/profiles/{profile}/interactions', 'profiles.interactions.index');
export const readProfileInteraction = endpoint('GET', '/v3/profiles/{profile}/interactions/{interaction}', 'profiles.interactions.show');
export const deleteProfileInteraction = endpoint('DELETE', '/v3/profiles/{profile}/interactions/{interaction}', 'profiles.interactions.destroy');
