import * as v from 'valibot';
import * as on from '../endpoints/configuration.ts';
import * as kind from '../kinds.ts';
import {
  accepted,
  customFieldShape,
  dated,
  externalId,
  nameAndHandle,
  numbered,
  switched,
} from '../common.ts';
import { clause, contract, crud, J11, J15, J9 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { always, defaulted, optional, required, requiredOnce, staffOnly } from '../fields.ts';
import { named, shape, type Reading } from '../shape.ts';

// Records of the section Configuration, but for the definitions of incentives: ASSUMPTION G4.
export const brandShape = shape('Brand', {
  ...numbered,
  ...nameAndHandle,
  ...externalId,
  image_url: optional(kind.webAddress),
  primary_colour: optional(kind.colour),
  ...dated,
});
export type Brand = Reading<typeof brandShape>;

export const countryShape = shape('Country', {
  ...numbered,
  ...nameAndHandle,
  code: required(kind.countryCode, 'ISO 3166 alpha-2.'),
  currency_id: optional(kind.reference),
  ...dated,
});
export type Country = Reading<typeof countryShape>;

export const currencyShape = shape('Currency', {
  ...numbered,
  ...nameAndHandle,
  code: required(kind.currencyCode, 'ISO 4217.'),
  symbol: optional(kind.text(8)),
  decimals: defaulted(kind.count(0, 4), 'Digits after the point.'),
  ...dated,
});
export type Currency = Reading<typeof currencyShape>;

export const departmentShape = shape('Department', {
  ...numbered,
  ...nameAndHandle,
  ...externalId,
  parent_id: optional(kind.reference),
  ...dated,
});
export type Department = Reading<typeof departmentShape>;

export const regionShape = shape('Region', {
  ...numbered,
  ...nameAndHandle,
  country_id: optional(kind.reference),
  currency_id: optional(kind.reference),
  timezone: optional(kind.timezone),
  ...dated,
});
export type Region = Reading<typeof regionShape>;

export const profileRegionShape = shape('ProfileRegion', 'A region of a profile, with its type.', {
  ...numbered,
  profile_id: always(kind.text()),
  region_id: requiredOnce(kind.reference),
  role: optional(kind.text(50)),
  ...dated,
});
export type ProfileRegion = Reading<typeof profileRegionShape>;

export const rateShape = shape(
  'Rate',
  'Value of one unit in another, such as of points in money. Payload: ASSUMPTION G10.',
  {
    ...numbered,
    name: required(kind.text()),
    handle: defaulted(kind.handle),
    value: required(kind.decimal, 'Decimal text.'),
    currency_id: optional(kind.reference),
    ...dated,
  },
);
export type Rate = Reading<typeof rateShape>;

export const calculateRate = named(
  'CalculateRate',
  v.object({
    rate: v.union([kind.reference.write, kind.handle.write]),
    amount: kind.decimal.write,
  }),
  'Applies a rate to an amount; both are decimal text.',
);
export type CalculateRate = v.InferInput<typeof calculateRate>;

export const calculatedRate = named(
  'CalculatedRate',
  v.looseObject({
    rate: rateShape.record,
    amount: v.string(),
    result: v.string(),
  }),
);
export type CalculatedRate = v.InferOutput<typeof calculatedRate>;

export const systemShape = shape(
  'System',
  'A connected system, such as a till. It can be added and deleted, not edited (4.6).',
  { ...numbered, ...nameAndHandle, type: optional(kind.text(50)), ...dated },
);
export type System = Reading<typeof systemShape>;

export const tagShape = shape('Tag', 'A label of records. It can be added and deleted, not edited (4.6).', {
  ...numbered,
  ...nameAndHandle,
  ...dated,
});
export type Tag = Reading<typeof tagShape>;

export const statusShape = shape('Status', 'A state that profiles can be in.', {
  ...numbered,
  ...nameAndHandle,
  colour: optional(kind.colour),
  ...dated,
});
export type Status = Reading<typeof statusShape>;

export const savedFilterShape = shape('SavedFilter', 'Filters of 4.2.1, stored under a name.', {
  ...numbered,
  ...nameAndHandle,
  model: required(kind.text(50), 'The resource that it filters, such as `redemption`.'),
  filter: required(kind.namedValues),
  sort: optional(kind.text()),
  ...dated,
});
export type SavedFilter = Reading<typeof savedFilterShape>;

export const connectionDefinitionShape = shape('ConnectionDefinition', {
  ...numbered,
  ...nameAndHandle,
  type: required(kind.text(50)),
  settings: defaulted(kind.texts, 'Names of the settings of its connections.'),
  ...dated,
});
export type ConnectionDefinition = Reading<typeof connectionDefinitionShape>;

export const connectionShape = shape(
  'Connection',
  'A link of the tenant to another system. Its settings may hold secrets.',
  {
    ...numbered,
    ...nameAndHandle,
    connection_definition_id: requiredOnce(kind.reference),
    settings: staffOnly(optional(kind.namedValues)),
    ...switched,
    ...dated,
  },
);
export type Connection = Reading<typeof connectionShape>;

export const roleDefinitionShape = shape('RoleDefinition', {
  ...numbered,
  ...nameAndHandle,
  permissions: defaulted(kind.texts, 'Handles of the permissions of a new role.'),
  level: defaulted(kind.oneOf('tenant', 'organisation', 'location')),
  ...dated,
});
export type RoleDefinition = Reading<typeof roleDefinitionShape>;

export const handlesToDelete = named(
  'HandlesToDelete',
  v.pipe(v.array(kind.text().write), v.maxLength(1_000)),
  'Handles of the custom fields to delete (rule R78).',
);
export type HandlesToDelete = v.InferInput<typeof handlesToDelete>;

export const cloneDefinition = named(
  'CloneDefinition',
  v.object({ name: v.optional(kind.text().write), handle: v.optional(kind.handle.write) }),
);
export type CloneDefinition = v.InferInput<typeof cloneDefinition>;

export const referenceDataContracts = [
  ...clause('4.6 Configuration', J11, [
    ...crud(on, 'brands', brandShape, { one: 'a brand', many: 'brands' }),
    ...crud(on, 'countries', countryShape, { one: 'a country', many: 'countries' }),
    ...crud(on, 'currencies', currencyShape, { one: 'a currency', many: 'currencies' }),
    ...crud(on, 'departments', departmentShape, { one: 'a department', many: 'departments' }),
    ...crud(on, 'regions', regionShape, { one: 'a region', many: 'regions' }),
    ...crud(on, 'systems', systemShape, { one: 'a system', many: 'systems' }),
    ...crud(on, 'tags', tagShape, { one: 'a tag', many: 'tags' }),
  ]),
  ...clause('4.6 Configuration', J15, [
    ...crud(on, 'connections', connectionShape, {
      one: 'a connection of the tenant',
      many: 'connections of the tenant',
      only: ['index', 'store', 'show', 'destroy'],
    }),
    ...crud(on, 'connections.definitions', connectionDefinitionShape, {
      one: 'a connection definition',
      many: 'connection definitions',
    }),
    ...crud(on, 'roles.definitions', roleDefinitionShape, {
      one: 'a role definition',
      many: 'role definitions',
    }),
    ...crud(on, 'saved-filters', savedFilterShape, { one: 'a saved filter', many: 'saved filters' }),
    ...crud(on, 'statuses', statusShape, { one: 'a status', many: 'statuses' }),
  ]),
  ...clause('4.6 Business', [
    ...crud(on, 'connections', connectionShape, { one: 'a connection of the tenant', only: ['update'] }),
    ...crud(on, 'custom-fields', customFieldShape, {
      one: 'a custom field of a record',
      many: 'custom fields of a record',
    }),
    contract(
      on.batchDeleteCustomFields,
      'Deletes custom fields of a record; the body is an array of their handles (rule R78)',
      { reply: data(accepted), body: handlesToDelete },
    ),
    contract(on.searchCustomFields, 'Searches the custom fields of all records', {
      reply: page(customFieldShape),
    }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    ...crud(on, 'profiles.regions', profileRegionShape, {
      one: 'a region of a profile',
      many: 'regions of a profile',
    }),
  ]),
  ...clause('4.4', [
    contract(on.editRate, 'Edits a rate', {
      assumed: { payload: 'G10' },
      reply: data(rateShape),
      body: rateShape.edit,
    }),
  ]),
  ...clause('4.6 Configuration', [
    ...crud(on, 'rates', rateShape, {
      one: 'a rate',
      many: 'rates',
      only: ['index', 'store', 'show', 'destroy'],
    }),
    contract(on.calculateRate, 'Applies a rate to an amount', {
      reply: data(calculatedRate),
      body: calculateRate,
    }),
    contract(on.searchRateAttributes, 'Searches rates by one of their attributes', {
      reply: page(rateShape),
    }),
  ]),
  ...clause('4.6 Settings', J9, [
    ...crud(on, 'tenants.custom-fields', customFieldShape, {
      one: 'a custom field of the tenant',
      many: 'custom fields of the tenant',
    }),
  ]),
];
