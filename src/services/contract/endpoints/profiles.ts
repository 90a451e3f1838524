import { get, post, put, remove } from '../endpoint.ts';

export const profiles = get('/v3/profiles', 'profiles.index');
export const addProfile = post('/v3/profiles', 'profiles.store');
export const readProfile = get('/v3/profiles/{profile}', 'profiles.show');
export const editProfile = put('/v3/profiles/{profile}', 'profiles.update');
export const deleteProfile = remove('/v3/profiles/{profile}', 'profiles.destroy');
export const readProfileByIdentity = get('/v3/identities/profile/{identifier}', 'identities.profile.show');
export const batchProfiles = post('/v3/profiles/batch.json', 'profiles.batch.store');
export const addProfileCustomEvent = post('/v3/profiles/{profile}/custom-event', 'profiles.custom-event.store');
export const editProfileType = put('/v3/profiles/{profile}/type', 'profiles.type.update');
export const profileExists = post('/v3/profiles/exists', 'profiles.exists');
export const resyncProfile = get('/v3/profiles/{profile}/resync', 'profiles.resync');
export const searchProfile = get('/v3/identities/search-profile/{identifier}', 'identities.search-profile');
export const purgeProfile = remove('/v3/profiles/{profile}/purge', 'profiles.purge');
export const syncProfiles = post('/v3/profiles/sync', 'profiles.sync');
export const mergeProfiles = post('/v3/profiles/{profile}/merge', 'profiles.merge');
export const checkProfileAvailability = post('/v3/profiles/availability', 'profiles.availability');

export const profileAddresses = get('/v3/profiles/{profile}/addresses', 'profiles.addresses.index');
export const addProfileAddress = post('/v3/profiles/{profile}/addresses', 'profiles.addresses.store');
export const readProfileAddress = get('/v3/profiles/{profile}/addresses/{address}', 'profiles.addresses.show');
export const editProfileAddress = put('/v3/profiles/{profile}/addresses/{address}', 'profiles.addresses.update');
export const deleteProfileAddress = remove('/v3/profiles/{profile}/addresses/{address}', 'profiles.addresses.destroy');
export const upsertProfileAddress = post('/v3/profiles/{profile}/addresses/upsert', 'profiles.addresses.upsert');

export const profileAggregations = get('/v3/profiles/{profileId}/aggregations', 'profiles.aggregations.index');
export const editProfileAggregations = put('/v3/profiles/{profileId}/aggregations', 'profiles.aggregations.update');
export const batchProfileAggregations = post('/v3/profile/aggregations/batch.json', 'profile.aggregations.batch.store');
export const calculateProfileAggregations = get('/v3/profiles/{profile}/aggregations/calculate', 'profiles.aggregations.calculate');

export const profileAppearance = get('/v3/profiles/{profile}/attributes/appearance', 'profiles.attributes.appearance.show');
export const editProfileAppearance = put('/v3/profiles/{profile}/attributes/appearance', 'profiles.attributes.appearance.update');
export const profileComms = get('/v3/profiles/{profile}/attributes/comms', 'profiles.attributes.comms.show');
export const editProfileComms = put('/v3/profiles/{profile}/attributes/comms', 'profiles.attributes.comms.update');
export const profileDates = get('/v3/profiles/{profile}/attributes/dates', 'profiles.attributes.dates.index');
export const editProfileDates = put('/v3/profiles/{profile}/attributes/dates', 'profiles.attributes.dates.update');
export const deleteProfileDate = remove('/v3/profiles/{profile}/attributes/dates/{date}', 'profiles.attributes.dates.destroy');
export const profileValidationRules = get('/v3/profiles/{profile}/attributes/validation-rules', 'profiles.attributes.validation-rules.show');

export const batchProfileStatuses = post('/v3/profile/status/batch.json', 'profile.status.batch.store');
export const batchDeleteProfileStatuses = remove('/v3/profile/status/batch.json', 'profile.status.batch.destroy');
export const batchProfileTags = post('/v3/profile/tags/batch.json', 'profile.tags.batch.store');
export const batchDeleteProfileTags = remove('/v3/profile/tags/batch.json', 'profile.tags.batch.destroy');

export const profileConnections = get('/v3/profiles/{profileId}/connections', 'profiles.connections.index');
export const addProfileConnection = post('/v3/profiles/{profileId}/connections', 'profiles.connections.store');
export const readProfileConnection = get('/v3/profiles/{profileId}/connections/{connectionId}', 'profiles.connections.show');
export const editProfileConnection = put('/v3/profiles/{profileId}/connections/{connectionId}', 'profiles.connections.update');
export const deleteProfileConnection = remove('/v3/profiles/{profileId}/connections/{connectionId}', 'profiles.connections.destroy');

export const profileCustomAttributes = get('/v3/profiles/{profileId}/attributes/custom', 'profiles.attributes.custom.index');
export const addProfileCustomAttribute = post('/v3/profiles/{profileId}/attributes/custom', 'profiles.attributes.custom.store');
export const readProfileCustomAttribute = get('/v3/profiles/{profile}/attributes/custom/{custom}', 'profiles.attributes.custom.show');
export const editProfileCustomAttribute = put('/v3/profiles/{profile}/attributes/custom/{custom}', 'profiles.attributes.custom.update');
export const deleteProfileCustomAttribute = remove('/v3/profiles/{profile}/attributes/custom/{custom}', 'profiles.attributes.custom.destroy');
export const customAttributes = get('/v3/profiles/attributes/custom', 'profiles.attributes.custom.global-index');

export const profileIdentities = get('/v3/profiles/{profile}/identities', 'profiles.identities.index');
export const addProfileIdentity = post('/v3/profiles/{profile}/identities', 'profiles.identities.store');
export const readProfileIdentity = get('/v3/profiles/{profile}/identities/id/{identity}', 'profiles.identities.show');
export const editProfileIdentity = put('/v3/profiles/{profile}/identities/id/{identity}', 'profiles.identities.update');
export const deleteProfileIdentity = remove('/v3/profiles/{profile}/identities/id/{identity}', 'profiles.identities.destroy');

export const interactions = get('/v3/interactions', 'interactions.index');
export const addInteraction = post('/v3/interactions', 'interactions.store');
export const readInteraction = get('/v3/interactions/{interaction}', 'interactions.show');
export const editInteraction = put('/v3/interactions/{interaction}', 'interactions.update');
export const deleteInteraction = remove('/v3/interactions/{interaction}', 'interactions.destroy');
export const profileInteractions = get('/v3/profiles/{profile}/interactions', 'profiles.interactions.index');
export const readProfileInteraction = get('/v3/profiles/{profile}/interactions/{interaction}', 'profiles.interactions.show');
export const deleteProfileInteraction = remove('/v3/profiles/{profile}/interactions/{interaction}', 'profiles.interactions.destroy');
