import * as v from 'valibot';
import * as on from './endpoints/profiles.ts';
import * as kind from './kinds.ts';
import { accepted, customFieldShape, dated, externalId, numbered } from './common.ts';
import { contract, crud, G12, J19, nothing } from './contract.ts';
import { data, page, records } from './envelope.ts';
import {
  type Adding,
  always,
  byCustomer,
  defaulted,
  type Editing,
  given,
  listOf,
  named,
  optional,
  optionalOnce,
  type Reading,
  required,
  requiredOnce,
  shape,
  shownShape,
  staffOnly,
} from './shape.ts';

// Records of the section Profiles. The spec shows the five fields of 2.3; the others: ASSUMPTION G4.
const ofProfile = { profile_id: always(kind.text()) };

export const profileShape = shape('Profile', 'A profile; `id` is an opaque string (G49).', {
  id: always(kind.text()),
  ...externalId,
  type: given(kind.text(), 'Such as `customer` or `member`; `profiles.type.update` sets it.'),
  first_name: byCustomer(optional(kind.text())),
  last_name: byCustomer(optional(kind.text())),
  full_name: given(kind.text()),
  email: byCustomer(optional(kind.email)),
  phone: byCustomer(optional(kind.text(32))),
  region_id: optional(kind.reference),
  statuses: given(kind.anyArray),
  tags: staffOnly(given(kind.texts)),
  ...dated,
});
export type Profile = Reading<typeof profileShape>;

export const foundProfileShape = shape(
  'FoundProfile',
  'A profile as a search by identifier answers it. The same value may be an identity in several namespaces, so the reply names the identities of the profile that was found: ASSUMPTION G4.',
  { ...profileShape.fields, identities: given(kind.anyArray) },
);
export type FoundProfile = Reading<typeof foundProfileShape>;

export const addressShape = shape('Address', {
  ...numbered,
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
  ...dated,
});
export type Address = Reading<typeof addressShape>;

export const identityShape = shape(
  'Identity',
  'A name that another system has for the profile; unique in its namespace.',
  {
    ...numbered,
    ...ofProfile,
    namespace: required(kind.text(100)),
    value: required(kind.text()),
    ...dated,
  },
);
export type Identity = Reading<typeof identityShape>;

export const aggregationShape = shape(
  'Aggregation',
  'A number about a profile that is calculated, or set from outside.',
  {
    ...ofProfile,
    handle: required(kind.handle),
    name: given(kind.text()),
    value: required(kind.decimal),
    calculated_at: given(kind.timestamp),
  },
);
export type Aggregation = Reading<typeof aggregationShape>;

export const commsShape = shape('Comms', 'What a profile wants to hear of us, and how.', {
  ...ofProfile,
  email_opt_in: byCustomer(defaulted(kind.boolean)),
  sms_opt_in: byCustomer(defaulted(kind.boolean)),
  push_opt_in: byCustomer(defaulted(kind.boolean)),
  post_opt_in: byCustomer(defaulted(kind.boolean)),
  language: byCustomer(optional(kind.text(35))),
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

export const profileConnectionShape = shape(
  'ProfileConnection',
  'A link of a profile to another system, made by a connection of the tenant.',
  {
    ...numbered,
    ...ofProfile,
    connection_id: requiredOnce(kind.reference),
    external_id: required(kind.text()),
    status: given(kind.text(50), '`synced` once a record of the other system was brought in.'),
    synced_at: given(kind.timestamp),
    ...dated,
  },
);
export type ProfileConnection = Reading<typeof profileConnectionShape>;

export const validationRuleShape = shape('ValidationRule', 'What an attribute of a profile has to be like.', {
  attribute: always(kind.text()),
  rules: always(kind.texts),
});
export type ValidationRule = Reading<typeof validationRuleShape>;

export const interactionShape = shape(
  'Interaction',
  'Something that happened between a profile and the shop, such as a call.',
  {
    ...numbered,
    profile_id: requiredOnce(kind.text()),
    type: required(kind.text(50)),
    channel: optional(kind.text(50)),
    description: optional(kind.longText),
    occurred_at: defaulted(kind.timestamp),
    staff_id: staffOnly(optional(kind.text())),
    location_id: optional(kind.reference),
    meta: staffOnly(optional(kind.anyArray)),
    ...dated,
  },
);
export type Interaction = Reading<typeof interactionShape>;

export const customEventShape = shape(
  'CustomEvent',
  "An event of one's own (spec 6), about a profile or, without one, the tenant.",
  {
    id: always(kind.text()),
    profile_id: given(kind.text()),
    name: requiredOnce(kind.text(), 'The trigger that it fires.'),
    data: optionalOnce(kind.namedValues),
    created_at: given(kind.timestamp),
  },
);
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
    v.check((names) => Object.values(names).some(Boolean), 'Send an email, external_id or identifier.'),
  ),
  'Names under which a profile may be known: one of them.',
);
export type KnownAs = v.InferInput<typeof knownAs>;

export const existence = named(
  'Existence',
  v.looseObject({ exists: v.boolean(), is_reserved: v.nullish(v.boolean()) }),
  '`is_reserved`: a deleted profile has the name, which is taken until that profile is purged.',
);
export type Existence = v.InferOutput<typeof existence>;

export const availabilityOfName = named('AvailabilityOfName', v.looseObject({ available: v.boolean() }));
export type AvailabilityOfName = v.InferOutput<typeof availabilityOfName>;

export const mergeProfiles = named(
  'MergeProfiles',
  v.object({
    profiles: v.pipe(v.array(kind.text().write), v.minLength(1), v.maxLength(100)),
  }),
  'Profiles that are merged into the one in the path, which survives.',
);
export type MergeProfiles = v.InferInput<typeof mergeProfiles>;

export const profileType = named('ProfileType', v.object({ type: kind.text(50).write }));
export type ProfileType = v.InferInput<typeof profileType>;

export const syncProfiles = named(
  'SyncProfiles',
  v.object({
    profiles: v.optional(v.pipe(v.array(kind.text().write), v.maxLength(1_000))),
  }),
  'Which profiles to bring in line with the other systems; all of them when none is named.',
);
export type SyncProfiles = v.InferInput<typeof syncProfiles>;

export const statusOfProfile = named(
  'StatusOfProfile',
  v.object({ profile_id: kind.text().write, status: kind.text().write }),
  'Records of the profile batches.',
);
export type StatusOfProfile = v.InferInput<typeof statusOfProfile>;

export const tagsOfProfile = named(
  'TagsOfProfile',
  v.object({ profile_id: kind.text().write, tags: kind.texts.write }),
);
export type TagsOfProfile = v.InferInput<typeof tagsOfProfile>;

export const aggregationOfProfile = named(
  'AggregationOfProfile',
  v.object({ profile_id: kind.text().write, ...aggregationShape.add.entries }),
);
export type AggregationOfProfile = v.InferInput<typeof aggregationOfProfile>;
export type EditProfile = Editing<typeof profileShape>;

export const profileDateLinkShape = shownShape(
  'ProfileDateLink',
  'Another profile that a date belongs to (spec 2.8).',
  {
    id: given(kind.text()),
    attributes_date_id: given(kind.text()),
    profile_id: required(kind.text()),
    relationship: optional(kind.text()),
    role: optional(kind.text()),
    created_at: given(kind.timestamp),
    updated_at: given(kind.timestamp),
  },
);

export const profileDateShape = shownShape(
  'ProfileDate',
  'A date of a profile, such as a birthday (spec 2.8): fourteen strings, `id` and `meta` too.',
  {
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
    created_at: given(kind.timestamp),
    updated_at: given(kind.timestamp),
    links: optional(listOf(profileDateLinkShape)),
  },
);
export type ProfileDate = Reading<typeof profileDateShape>;
export type AddProfileDate = Adding<typeof profileDateShape>;

export const editProfileDate = named(
  'EditProfileDate',
  v.pipe(
    v.object({ id: v.optional(kind.text().write), ...profileDateShape.edit.entries }),
    v.check(
      ({ id, date, name }) => id !== undefined || Boolean(date && name),
      'A date without an id needs date and name.',
    ),
  ),
  'One date of those that are edited together: with an id it changes, without one it is added (J17).',
);
export type EditProfileDate = v.InferInput<typeof editProfileDate>;

export const profilesSection = {
  summary:
    'Profiles and what belongs to them: identities, addresses, dates, comms, appearance, aggregations.',
  contracts: [
    ...crud(
      interactionShape,
      [on.interactions, on.addInteraction, on.readInteraction, on.editInteraction, on.deleteInteraction],
      '4.6 Business',
      { one: 'an interaction', many: 'interactions of all profiles' },
    ),
    ...crud(
      profileShape,
      [on.profiles, on.addProfile, on.readProfile, on.editProfile, on.deleteProfile],
      '4.6 Profiles',
      { one: 'a profile', many: 'profiles', assumed: G12 },
    ),
    ...crud(
      addressShape,
      [
        on.profileAddresses,
        on.addProfileAddress,
        on.readProfileAddress,
        on.editProfileAddress,
        on.deleteProfileAddress,
      ],
      '4.6 Profile additional data',
      { one: 'an address of a profile', many: 'addresses of a profile', assumed: G12 },
    ),
    ...crud(customFieldShape, [on.profileCustomAttributes], '4.6 Profile additional data', {
      many: 'custom attributes of a profile',
      assumed: G12,
    }),
    ...crud(
      customFieldShape,
      [
        on.addProfileCustomAttribute,
        on.readProfileCustomAttribute,
        on.editProfileCustomAttribute,
        on.deleteProfileCustomAttribute,
      ],
      '4.6 Profile sub-resources',
      { one: 'a custom attribute of a profile' },
    ),
    contract(
      on.profileDates,
      '4.3',
      'Reads the date attributes of a profile; takes no query (ASSUMPTION G9)',
      { reply: page(profileDateShape.record) },
    ),
    ...crud(profileDateShape, [on.deleteProfileDate], '4.6 Profile additional data', {
      one: 'a date attribute of a profile',
      assumed: G12,
    }),
    ...crud(
      profileConnectionShape,
      [on.profileConnections, on.addProfileConnection, on.readProfileConnection, on.deleteProfileConnection],
      '4.6 Profile additional data',
      { one: 'a connection of a profile', many: 'connections of a profile', assumed: G12 },
    ),
    ...crud(profileConnectionShape, [on.editProfileConnection], '4.6 Profile sub-resources', {
      one: 'a connection of a profile',
    }),
    ...crud(identityShape, [on.profileIdentities, on.addProfileIdentity], '4.6 Profile additional data', {
      one: 'an identity of a profile',
      many: 'identities of a profile',
      assumed: G12,
    }),
    ...crud(
      identityShape,
      [on.readProfileIdentity, on.editProfileIdentity, on.deleteProfileIdentity],
      '4.6 Profile sub-resources',
      { one: 'an identity of a profile' },
    ),
    ...crud(
      interactionShape,
      [on.profileInteractions, on.readProfileInteraction, on.deleteProfileInteraction],
      '4.6 Profile sub-resources',
      { one: 'an interaction of a profile', many: 'interactions of a profile' },
    ),
    contract(
      on.readProfileByIdentity,
      '4.6 Profiles',
      'Reads a profile by its id or by one of its identities',
      { assumed: G12, reply: data(foundProfileShape.record) },
    ),
    contract(
      on.searchProfile,
      '4.6 Profile sub-resources',
      "The profile behind an identifier such as a shop's customer id",
      { reply: data(foundProfileShape.record) },
    ),
    contract(
      on.batchProfileAggregations,
      '4.6 Profile sub-resources',
      'Sets aggregations of profiles, in a batch',
      { reply: data(accepted), body: records(aggregationOfProfile) },
    ),
    contract(
      on.batchDeleteProfileStatuses,
      '4.6 Profile sub-resources',
      'Takes a status from profiles, in a batch; the array travels in the body (rule R78)',
      { reply: data(accepted), body: records(statusOfProfile) },
    ),
    contract(on.batchProfileStatuses, '4.6 Profile sub-resources', 'Gives profiles a status, in a batch', {
      reply: data(accepted),
      body: records(statusOfProfile),
    }),
    contract(
      on.batchDeleteProfileTags,
      '4.6 Profile sub-resources',
      'Takes tags from profiles, in a batch; the array travels in the body (rule R78)',
      { reply: data(accepted), body: records(tagsOfProfile) },
    ),
    contract(on.batchProfileTags, '4.6 Profile sub-resources', 'Gives profiles tags, in a batch', {
      reply: data(accepted),
      body: records(tagsOfProfile),
    }),
    contract(
      on.upsertProfileAddress,
      '4.6 Profile sub-resources',
      'Adds an address of a profile, or changes the one of its type',
      { reply: data(addressShape.record), body: addressShape.add },
    ),
    contract(
      on.calculateProfileAggregations,
      '4.6 Profile sub-resources',
      'Calculates the aggregations of a profile anew: a GET that acts (rule R77)',
      { acts: true, reply: page(aggregationShape.record) },
    ),
    contract(on.profileAggregations, '4.6 Profile additional data', 'Reads the aggregations of a profile', {
      assumed: G12,
      reply: page(aggregationShape.record),
    }),
    contract(on.editProfileAggregations, '4.6 Profile sub-resources', 'Sets aggregations of a profile', {
      reply: page(aggregationShape.record),
      body: records(aggregationShape.add),
    }),
    contract(on.profileAppearance, '4.6 Profile additional data', 'Reads the appearance of a profile', {
      assumed: G12,
      reply: data(appearanceShape.record),
    }),
    contract(on.editProfileAppearance, '4.6 Profile additional data', 'Edits the appearance of a profile', {
      assumed: G12,
      reply: data(appearanceShape.record),
      body: appearanceShape.edit,
    }),
    contract(on.profileComms, '4.6 Profile additional data', 'Reads what a profile wants to hear of us', {
      assumed: G12,
      reply: data(commsShape.record),
    }),
    contract(on.editProfileComms, '4.6 Profile additional data', 'Edits what a profile wants to hear of us', {
      assumed: G12,
      reply: data(commsShape.record),
      body: commsShape.edit,
    }),
    contract(
      on.customAttributes,
      '4.6 Profile additional data',
      'Browses the custom attributes that profiles can have',
      { reply: page(customFieldShape.record) },
    ),
    contract(
      on.editProfileDates,
      '4.6 Profile additional data',
      'Edits date attributes of a profile: those with an id change, the others are added (ASSUMPTION J17)',
      { assumed: G12, reply: page(profileDateShape.record), body: records(editProfileDate) },
    ),
    contract(
      on.profileValidationRules,
      '1 rule 4',
      'Reads what the attributes of a profile have to be like',
      { assumed: J19, reply: page(validationRuleShape.record) },
    ),
    contract(
      on.checkProfileAvailability,
      '4.6 Profiles',
      'Says whether a new profile could have this name; a POST, so that no e-mail address stands in a URL',
      { assumed: G12, reply: data(availabilityOfName), body: knownAs },
    ),
    contract(on.batchProfiles, '4.6 Profiles', 'Adds profiles in a batch', {
      reply: data(accepted),
      body: records(profileShape.add),
    }),
    contract(on.addProfileCustomEvent, '4.6 Profiles, 6', "Raises an event of one's own about a profile", {
      reply: data(customEventShape.record),
      body: customEventShape.add,
    }),
    contract(on.profileExists, '4.6 Profiles', 'Says whether a profile is known by this name', {
      reply: data(existence),
      body: knownAs,
    }),
    contract(on.mergeProfiles, '4.6 Profiles', 'Merges profiles into the one in the path, which survives', {
      assumed: G12,
      reply: data(profileShape.record),
      body: mergeProfiles,
    }),
    contract(on.purgeProfile, '4.6 Profiles', 'Erases a profile for good', { assumed: G12, reply: nothing }),
    contract(
      on.resyncProfile,
      '4.6 Profile sub-resources',
      'Fetches a profile anew from the systems it comes from: a GET that acts (rule R77)',
      { acts: true, reply: data(profileShape.record) },
    ),
    contract(on.syncProfiles, '4.6 Profiles', 'Brings profiles in line with the systems they come from', {
      assumed: G12,
      reply: data(accepted),
      body: syncProfiles,
    }),
    contract(on.editProfileType, '4.6 Profiles', 'Edits the type of a profile', {
      assumed: G12,
      reply: data(profileShape.record),
      body: profileType,
    }),
  ],
};
