import type { Data, Page, Records } from '../shapes/envelope.ts';
import type { Accepted } from '../shapes/records/automation.ts';
import type {
  AvailabilityOfName,
  CustomEvent,
  customEventShape,
  Existence,
  FoundProfile,
  KnownAs,
  MergeProfiles,
  Profile,
  profileShape,
  ProfileType,
  SyncProfiles,
} from '../shapes/records/profiles.ts';
import type { Adding, Editing } from '../shapes/shape.ts';
import { endpoint, of } from './endpoint.ts';

// Section Profiles (spec 1 rule 4): the profile itself. What belongs to it has files of its own.

/** Browses profiles (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const profiles = endpoint('GET', '/v3/profiles', 'profiles.index', of<Page<Profile>>);

/** Adds a profile (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const addProfile = endpoint(
  'POST',
  '/v3/profiles',
  'profiles.store',
  of<Data<Profile>>,
  of<Adding<typeof profileShape>>,
);

/** Reads a profile (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const readProfile = endpoint('GET', '/v3/profiles/{profile}', 'profiles.show', of<Data<Profile>>);

/** Edits a profile (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const editProfile = endpoint(
  'PUT',
  '/v3/profiles/{profile}',
  'profiles.update',
  of<Data<Profile>>,
  of<Editing<typeof profileShape>>,
);

/** Deletes a profile (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const deleteProfile = endpoint('DELETE', '/v3/profiles/{profile}', 'profiles.destroy');

/** Reads a profile by its id or by one of its identities (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const readProfileByIdentity = endpoint(
  'GET',
  '/v3/identities/profile/{identifier}',
  'identities.profile.show',
  of<Data<FoundProfile>>,
);

/** Adds profiles in a batch (spec 4.6 Profiles). */
export const batchProfiles = endpoint(
  'POST',
  '/v3/profiles/batch.json',
  'profiles.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof profileShape>>>,
);

/** Raises an event of one's own about a profile (spec 4.6 Profiles, 6). */
export const addProfileCustomEvent = endpoint(
  'POST',
  '/v3/profiles/{profile}/custom-event',
  'profiles.custom-event.store',
  of<Data<CustomEvent>>,
  of<Adding<typeof customEventShape>>,
);

/** Edits the type of a profile (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const editProfileType = endpoint(
  'PUT',
  '/v3/profiles/{profile}/type',
  'profiles.type.update',
  of<Data<Profile>>,
  of<ProfileType>,
);

/** Says whether a profile is known by this name (spec 4.6 Profiles). */
export const profileExists = endpoint(
  'POST',
  '/v3/profiles/exists',
  'profiles.exists',
  of<Data<Existence>>,
  of<KnownAs>,
);

/**
 * Fetches a profile anew from the systems it comes from: a GET that acts (rule R77) (spec 4.6 Profile
 * sub-resources).
 */
export const resyncProfile = endpoint(
  'GET',
  '/v3/profiles/{profile}/resync',
  'profiles.resync',
  of<Data<Profile>>,
);

/** The profile behind an identifier such as a shop's customer id (spec 4.6 Profile sub-resources). */
export const searchProfile = endpoint(
  'GET',
  '/v3/identities/search-profile/{identifier}',
  'identities.search-profile',
  of<Data<FoundProfile>>,
);

/** Erases a profile for good (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const purgeProfile = endpoint('DELETE', '/v3/profiles/{profile}/purge', 'profiles.purge');

/** Brings profiles in line with the systems they come from (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const syncProfiles = endpoint(
  'POST',
  '/v3/profiles/sync',
  'profiles.sync',
  of<Data<Accepted>>,
  of<SyncProfiles>,
);

/** Merges profiles into the one in the path, which survives (spec 4.6 Profiles). Path: ASSUMPTION G12. */
export const mergeProfiles = endpoint(
  'POST',
  '/v3/profiles/{profile}/merge',
  'profiles.merge',
  of<Data<Profile>>,
  of<MergeProfiles>,
);

/**
 * Says whether a new profile could have this name; a POST, so that no e-mail address stands in a URL (spec
 * 4.6 Profiles). Path: ASSUMPTION G12.
 */
export const checkProfileAvailability = endpoint(
  'POST',
  '/v3/profiles/availability',
  'profiles.availability',
  of<Data<AvailabilityOfName>>,
  of<KnownAs>,
);
