import * as v from 'valibot';
import * as on from './endpoints/profiles.ts';
import { deleteProfileDate, editProfileDates, profileDates } from './endpoints/profile-dates.ts';
import * as kind from './kinds.ts';
import { accepted, customFieldShape, dated, externalId, recordShape } from './common.ts';
import { batch, clause, contract, crud, onlyNamed, onlySectionNamed, nothing } from './contract.ts';
import { data, page, records } from './envelope.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  mayName,
  optional,
  optionalOnce,
  refersTo,
  required,
  requiredOnce,
  staffOnly,
} from './fields.ts';
import {
  about,
  body,
  listOf,
  named,
  reply,
  shape,
  shownShape,
  type Adding,
  type Editing,
  type Reading,
} from './shape.ts';

// Records of the section Profiles. The spec shows the five fields of 2.3; the others: ASSUMPTION.
const ofProfile = { profile_id: always(kind.text()) };

export const profileShape = shape('Profile', {
  [about]: 'A profile; `id` is an opaque string.',
  id: always(kind.text()),
  ...externalId,
  type: given(kind.text(), 'Such as `customer` or `member`; `profiles.type.update` sets it.'),
  first_name: byCustomer(optional(kind.text())),
  last_name: byCustomer(optional(kind.text())),
  full_name: given(kind.text()),
  email: byCustomer(optional(kind.email)),
  phone: byCustomer(optional(kind.phone)),
  region_id: refersTo('region')(optional(kind.reference)),
  statuses: mayName('status', 'handle', 'name')(given(kind.anyArray)),
  tags: mayName('tag', 'handle', 'name')(staffOnly(given(kind.texts))),
  ...dated,
});
export type Profile = Reading<typeof profileShape>;

export const foundProfileShape = shape('FoundProfile', {
  [about]:
    'Reply to a search by identifier. A value can be an identity in several namespaces, so the reply has the identities of the profile that was found: ASSUMPTION.',
  ...profileShape.fields,
  identities: given(kind.anyArray),
});
export type FoundProfile = Reading<typeof foundProfileShape>;

export const addressShape = recordShape('Address', {
  ...ofProfile,
  type: byCustomer(defaulted(kind.text(50), 'Such as `home` or `delivery`.')),
  name: byCustomer(optional(kind.text())),
  line_1: byCustomer(required(kind.text())),
  line_2: byCustomer(optional(kind.text())),
  city: byCustomer(optional(kind.text())),
  region: byCustomer(optional(kind.text())),
  postcode: byCustomer(optional(kind.text(32))),
  country: byCustomer(required(kind.countryCode)),
  is_default: byCustomer(defaulted(kind.boolean)),
});
export type Address = Reading<typeof addressShape>;

export const identityShape = recordShape('Identity', {
  [about]: 'Identifier that another system has for the profile; unique in its namespace.',
  ...ofProfile,
  namespace: required(kind.text(100)),
  value: required(kind.externalId),
});
export type Identity = Reading<typeof identityShape>;

export const aggregationShape = shape('Aggregation', {
  [about]: 'A figure about a profile, calculated or set by another system.',
  ...ofProfile,
  handle: required(kind.handle),
  name: given(kind.text()),
  value: required(kind.decimal),
  calculated_at: given(kind.timestamp),
});
export type Aggregation = Reading<typeof aggregationShape>;

export const commsShape = shape('Comms', {
  [about]: 'Communication preferences of a profile.',
  ...ofProfile,
  email_opt_in: byCustomer(defaulted(kind.boolean)),
  sms_opt_in: byCustomer(defaulted(kind.boolean)),
  push_opt_in: byCustomer(defaulted(kind.boolean)),
  post_opt_in: byCustomer(defaulted(kind.boolean)),
  language: byCustomer(optional(kind.language)),
  updated_at: given(kind.timestamp),
});
export type Comms = Reading<typeof commsShape>;

export const appearanceShape = shape('Appearance', {
  ...ofProfile,
  avatar_url: byCustomer(optional(kind.webAddress)),
  primary_colour: byCustomer(optional(kind.colour)),
  theme: byCustomer(optional(kind.oneOf('light', 'dark'))),
  updated_at: given(kind.timestamp),
});
export type Appearance = Reading<typeof appearanceShape>;

export const profileConnectionShape = recordShape('ProfileConnection', {
  [about]: 'A link of a profile to another system, through a connection of the tenant.',
  ...ofProfile,
  connection_id: refersTo('connection')(requiredOnce(kind.reference)),
  external_id: required(kind.externalId),
  status: given(kind.text(50), '`synced` after a record of the other system was imported.'),
  synced_at: given(kind.timestamp),
});
export type ProfileConnection = Reading<typeof profileConnectionShape>;

export const validationRuleShape = shape('ValidationRule', {
  [about]: 'Validation rules of an attribute of a profile.',
  attribute: always(kind.text()),
  rules: always(kind.texts),
});
export type ValidationRule = Reading<typeof validationRuleShape>;

export const interactionShape = recordShape('Interaction', {
  [about]: 'A contact between a profile and the shop, such as a call.',
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  type: required(kind.text(50)),
  channel: optional(kind.text(50)),
  description: optional(kind.longText),
  occurred_at: defaulted(kind.pastTimestamp),
  staff_id: mayName('staff', 'identifier', 'id')(staffOnly(optional(kind.text()))),
  location_id: refersTo('location')(optional(kind.reference)),
  meta: staffOnly(optional(kind.anyArray)),
});
export type Interaction = Reading<typeof interactionShape>;

export const customEventShape = shape('CustomEvent', {
  [about]: 'A custom event (spec 6) of a profile or, without one, of the tenant.',
  id: always(kind.text()),
  profile_id: given(kind.text()),
  name: requiredOnce(kind.text(), 'Name of the event; triggers with this name run.'),
  data: optionalOnce(kind.namedValues, 'What the event says; at most 16 KiB as JSON.'),
  created_at: given(kind.timestamp),
});
export type CustomEvent = Reading<typeof customEventShape>;
export type RaiseEvent = Adding<typeof customEventShape>;

export const knownAs = named(
  'KnownAs',
  v.pipe(
    v.object({
      email: v.optional(kind.email.write),
      external_id: v.optional(kind.text().write),
      identifier: v.optional(kind.text().write),
    }),
    v.check(
      (names) => Object.values(names).some(Boolean),
      'has to name an email, external_id or identifier.',
    ),
  ),
  'Identifiers of a profile; at least one is required.',
);
export type KnownAs = v.InferInput<typeof knownAs>;

export const existence = reply('Existence', {
  [about]: '`is_reserved`: a deleted profile still has the identifier, until it is purged.',
  exists: v.boolean(),
  is_reserved: v.nullish(v.boolean()),
});
export type Existence = v.InferOutput<typeof existence>;

export const availabilityOfName = reply('AvailabilityOfName', { available: v.boolean() });
export type AvailabilityOfName = v.InferOutput<typeof availabilityOfName>;

export const mergeProfiles = body('MergeProfiles', {
  [about]: 'Profiles that are merged into the one in the path, which survives.',
  profiles: v.pipe(v.array(kind.text().write), v.minLength(1), v.maxLength(100)),
});
export type MergeProfiles = v.InferInput<typeof mergeProfiles>;

export const profileType = body('ProfileType', { type: kind.text(50).write });
export type ProfileType = v.InferInput<typeof profileType>;

export const syncProfiles = body('SyncProfiles', {
  [about]: 'Ids of the profiles to synchronise; default: all.',
  profiles: v.optional(v.pipe(v.array(kind.text().write), v.maxLength(1_000))),
});
export type SyncProfiles = v.InferInput<typeof syncProfiles>;

export const statusOfProfile = body('StatusOfProfile', {
  [about]: 'Records of the profile batches.',
  profile_id: kind.text().write,
  status: kind.text().write,
});
export type StatusOfProfile = v.InferInput<typeof statusOfProfile>;

export const tagsOfProfile = body('TagsOfProfile', { profile_id: kind.text().write, tags: kind.texts.write });
export type TagsOfProfile = v.InferInput<typeof tagsOfProfile>;

export const aggregationOfProfile = body('AggregationOfProfile', {
  profile_id: kind.text().write,
  ...aggregationShape.add.entries,
});
export type AggregationOfProfile = v.InferInput<typeof aggregationOfProfile>;
export type EditProfile = Editing<typeof profileShape>;

export const profileDateLinkShape = shownShape('ProfileDateLink', {
  [about]: 'Another profile that a date belongs to (spec 2.8).',
  id: given(kind.text()),
  attributes_date_id: given(kind.text()),
  profile_id: refersTo('profile')(required(kind.text())),
  relationship: optional(kind.text()),
  role: optional(kind.text()),
  ...dated,
});

export const profileDateShape = shownShape('ProfileDate', {
  [about]: 'A date of a profile, such as a birthday (spec 2.8): fourteen strings, `id` and `meta` too.',
  id: given(kind.text()),
  profile_id: given(kind.text()),
  date: byCustomer(required(kind.day, '`YYYY-MM-DD`: a day of the calendar, in no time zone.')),
  is_recurring: byCustomer(optional(kind.booleanText, '`"1"` or `"0"`.')),
  recurring_schedule: byCustomer(optional(kind.text())),
  name: byCustomer(required(kind.text())),
  handle: optional(kind.handle),
  relationship: byCustomer(optional(kind.text())),
  role: byCustomer(optional(kind.text())),
  description: byCustomer(optional(kind.longText)),
  meta: optional(kind.longText),
  note: byCustomer(optional(kind.longText)),
  ...dated,
  links: optional(listOf(profileDateLinkShape)),
});
export type ProfileDate = Reading<typeof profileDateShape>;
export type AddProfileDate = Adding<typeof profileDateShape>;

export const editProfileDate = named(
  'EditProfileDate',
  v.pipe(
    v.object({ id: v.optional(kind.text().write), ...profileDateShape.edit.entries }),
    v.check(
      ({ id, date, name }) => id !== undefined || Boolean(date && name),
      'has to have date and name, or the id of a date that exists.',
    ),
  ),
  'A date to change if it has an id, otherwise to add.',
);
export type EditProfileDate = v.InferInput<typeof editProfileDate>;

export const profilesSection = {
  summary: 'Profiles with their identities, addresses, dates, comms, appearance and aggregations.',
  contracts: [
    ...clause('4.6 Business', [
      ...crud(on, 'interactions', interactionShape, {
        one: 'an interaction',
        many: 'interactions of all profiles',
      }),
    ]),
    ...clause('4.6 Profiles', onlyNamed, [
      ...crud(on, 'profiles', profileShape, { one: 'a profile', many: 'profiles' }),
      contract(on.readProfileByIdentity, 'Reads a profile by its id or by one of its identities', {
        reply: data(foundProfileShape),
      }),
      contract(
        on.checkProfileAvailability,
        'Checks whether an identifier is free for a new profile; a POST keeps e-mail addresses out of URLs',
        { reply: data(availabilityOfName), body: knownAs },
      ),
      contract(on.mergeProfiles, 'Merges profiles into the one in the path, which survives', {
        reply: data(profileShape),
        body: mergeProfiles,
      }),
      contract(on.purgeProfile, 'Purges a profile: erases its personal data permanently', { reply: nothing }),
      contract(on.syncProfiles, 'Synchronises profiles with the connected systems', {
        reply: data(accepted),
        body: syncProfiles,
      }),
      contract(on.editProfileType, 'Edits the type of a profile', {
        reply: data(profileShape),
        body: profileType,
      }),
    ]),
    ...clause('4.6 Profile additional data', onlyNamed, [
      ...crud(on, 'profiles.addresses', addressShape, {
        one: 'an address of a profile',
        many: 'addresses of a profile',
      }),
      contract(on.profileCustomAttributes, 'Browses custom attributes of a profile', {
        reply: page(customFieldShape),
      }),
      contract(deleteProfileDate, 'Deletes a date attribute of a profile', { reply: nothing }),
      ...crud(on, 'profiles.connections', profileConnectionShape, {
        one: 'a connection of a profile',
        many: 'connections of a profile',
        except: ['update'],
      }),
      contract(on.profileIdentities, 'Browses identities of a profile', { reply: page(identityShape) }),
      contract(on.addProfileIdentity, 'Adds an identity of a profile', {
        reply: data(identityShape),
        body: identityShape.add,
      }),
      contract(on.profileAggregations, 'Reads the aggregations of a profile', {
        reply: page(aggregationShape),
      }),
      contract(on.profileAppearance, 'Reads the appearance of a profile', { reply: data(appearanceShape) }),
      contract(on.editProfileAppearance, 'Edits the appearance of a profile', {
        reply: data(appearanceShape),
        body: appearanceShape.edit,
      }),
      contract(on.profileComms, 'Reads the communication preferences of a profile', {
        reply: data(commsShape),
      }),
      contract(on.editProfileComms, 'Edits the communication preferences of a profile', {
        reply: data(commsShape),
        body: commsShape.edit,
      }),
      contract(
        editProfileDates,
        'Edits date attributes of a profile: those with an id change, the others are added (ASSUMPTION)',
        { reply: page(profileDateShape), body: records(editProfileDate) },
      ),
    ]),
    ...clause('4.6 Profile sub-resources', [
      ...crud(on, 'profiles.attributes.custom', customFieldShape, {
        one: 'a custom attribute of a profile',
        except: ['index'],
      }),
      contract(on.editProfileConnection, 'Edits a connection of a profile', {
        reply: data(profileConnectionShape),
        body: profileConnectionShape.edit,
      }),
      ...crud(on, 'profiles.identities', identityShape, {
        one: 'an identity of a profile',
        except: ['index', 'store'],
      }),
      ...crud(on, 'profiles.interactions', interactionShape, {
        one: 'an interaction of a profile',
        many: 'interactions of a profile',
      }),
      contract(on.searchProfile, "Finds a profile by an identifier, such as a shop's customer id", {
        reply: data(foundProfileShape),
      }),
      batch(on.batchProfileAggregations, 'Sets aggregations of profiles, in a batch', aggregationOfProfile),
      batch(
        on.batchDeleteProfileStatuses,
        'Removes a status from profiles, in a batch; the array is the body',
        statusOfProfile,
      ),
      batch(on.batchProfileStatuses, 'Adds a status to profiles, in a batch', statusOfProfile),
      batch(
        on.batchDeleteProfileTags,
        'Removes tags from profiles, in a batch; the array is the body',
        tagsOfProfile,
      ),
      batch(on.batchProfileTags, 'Adds tags to profiles, in a batch', tagsOfProfile),
      contract(on.upsertProfileAddress, 'Adds an address of a profile, or updates the one of its type', {
        reply: data(addressShape),
        body: addressShape.add,
      }),
      contract(
        on.calculateProfileAggregations,
        'Recalculates the aggregations of a profile: a GET that changes data',
        { acts: true, reply: page(aggregationShape) },
      ),
      contract(on.editProfileAggregations, 'Sets aggregations of a profile', {
        reply: page(aggregationShape),
        body: records(aggregationShape.add),
      }),
      contract(
        on.resyncProfile,
        'Synchronises a profile with the connected systems again: a GET that changes data',
        { acts: true, reply: data(profileShape) },
      ),
    ]),
    ...clause('4.3', [
      contract(profileDates, 'Reads the date attributes of a profile; takes no query (ASSUMPTION)', {
        reply: page(profileDateShape),
      }),
    ]),
    ...clause('4.6 Profile additional data', [
      contract(on.customAttributes, 'Browses the custom attributes that profiles can have', {
        reply: page(customFieldShape),
      }),
    ]),
    ...clause('1 rule 4', onlySectionNamed, [
      contract(on.profileValidationRules, 'Reads the validation rules of the attributes of a profile', {
        reply: page(validationRuleShape),
      }),
    ]),
    ...clause('4.6 Profiles', [
      batch(on.batchProfiles, 'Adds profiles in a batch', profileShape.add),
      contract(on.profileExists, 'Checks whether a profile has an identifier', {
        reply: data(existence),
        body: knownAs,
      }),
      contract(on.addProfileCustomEvent, 'Publishes a custom event of a profile', {
        shown: '4.6 Profiles, 6',
        reply: data(customEventShape),
        body: customEventShape.add,
      }),
    ]),
  ],
};
