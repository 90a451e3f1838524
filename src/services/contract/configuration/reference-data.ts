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
import { contract, crud, J11, J15, J9 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import {
  always,
  defaulted,
  named,
  optional,
  type Reading,
  required,
  requiredOnce,
  shape,
  staffOnly,
} from '../shape.ts';

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

export const profileRegionShape = shape('ProfileRegion', 'A region of a profile: which one, and as what.', {
  ...numbered,
  profile_id: always(kind.text()),
  region_id: requiredOnce(kind.reference),
  role: optional(kind.text(50)),
  ...dated,
});
export type ProfileRegion = Reading<typeof profileRegionShape>;

export const rateShape = shape(
  'Rate',
  'What one thing is worth in another, such as points in money. Payload: ASSUMPTION G10.',
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
  'Another system that this one knows, such as a till. It can be added and deleted, not edited (4.6).',
  { ...numbered, ...nameAndHandle, type: optional(kind.text(50)), ...dated },
);
export type System = Reading<typeof systemShape>;

export const tagShape = shape(
  'Tag',
  'A word to find records by. It can be added and deleted, not edited (4.6).',
  { ...numbered, ...nameAndHandle, ...dated },
);
export type Tag = Reading<typeof tagShape>;

export const statusShape = shape('Status', 'A state that profiles can be in.', {
  ...numbered,
  ...nameAndHandle,
  colour: optional(kind.colour),
  ...dated,
});
export type Status = Reading<typeof statusShape>;

export const savedFilterShape = shape('SavedFilter', 'Filters of 4.2.1 kept under a name.', {
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
  settings: defaulted(kind.texts, 'Names of the settings that a connection of it has.'),
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
  permissions: defaulted(kind.texts, 'Handles of the permissions that a role made of it begins with.'),
  level: defaulted(kind.oneOf('tenant', 'organisation', 'location')),
  ...dated,
});
export type RoleDefinition = Reading<typeof roleDefinitionShape>;

export const handlesToDelete = named(
  'HandlesToDelete',
  v.pipe(v.array(kind.text().write), v.maxLength(1_000)),
  'Handles of custom fields that are to go (rule R78).',
);
export type HandlesToDelete = v.InferInput<typeof handlesToDelete>;

export const cloneDefinition = named(
  'CloneDefinition',
  v.object({ name: v.optional(kind.text().write), handle: v.optional(kind.handle.write) }),
);
export type CloneDefinition = v.InferInput<typeof cloneDefinition>;

export const referenceDataContracts = [
  ...crud(
    brandShape,
    [on.brands, on.addBrand, on.readBrand, on.editBrand, on.deleteBrand],
    '4.6 Configuration',
    { one: 'a brand', many: 'brands', assumed: J11 },
  ),
  ...crud(
    connectionShape,
    [on.connections, on.addConnection, on.readConnection, on.deleteConnection],
    '4.6 Configuration',
    { one: 'a connection of the tenant', many: 'connections of the tenant', assumed: J15 },
  ),
  ...crud(connectionShape, [on.editConnection], '4.6 Business', { one: 'a connection of the tenant' }),
  ...crud(
    connectionDefinitionShape,
    [
      on.connectionDefinitions,
      on.addConnectionDefinition,
      on.readConnectionDefinition,
      on.editConnectionDefinition,
      on.deleteConnectionDefinition,
    ],
    '4.6 Configuration',
    { one: 'a connection definition', many: 'connection definitions', assumed: J15 },
  ),
  ...crud(
    countryShape,
    [on.countries, on.addCountry, on.readCountry, on.editCountry, on.deleteCountry],
    '4.6 Configuration',
    { one: 'a country', many: 'countries', assumed: J11 },
  ),
  ...crud(
    currencyShape,
    [on.currencies, on.addCurrency, on.readCurrency, on.editCurrency, on.deleteCurrency],
    '4.6 Configuration',
    { one: 'a currency', many: 'currencies', assumed: J11 },
  ),
  ...crud(customFieldShape, [on.customFields, on.addCustomField, on.deleteCustomField], '4.6 Business', {
    one: 'a custom field of a record',
    many: 'custom fields of a record',
  }),
  ...crud(
    departmentShape,
    [on.departments, on.addDepartment, on.readDepartment, on.editDepartment, on.deleteDepartment],
    '4.6 Configuration',
    { one: 'a department', many: 'departments', assumed: J11 },
  ),
  ...crud(
    profileRegionShape,
    [
      on.profileRegions,
      on.addProfileRegion,
      on.readProfileRegion,
      on.editProfileRegion,
      on.deleteProfileRegion,
    ],
    '4.6 Profile sub-resources',
    { one: 'a region of a profile', many: 'regions of a profile' },
  ),
  contract(on.editRate, '4.4', 'Edits a rate', {
    assumed: { payload: 'G10' },
    reply: data(rateShape.record),
    body: rateShape.edit,
  }),
  ...crud(rateShape, [on.rates, on.addRate, on.readRate, on.deleteRate], '4.6 Configuration', {
    one: 'a rate',
    many: 'rates',
  }),
  ...crud(
    regionShape,
    [on.regions, on.addRegion, on.readRegion, on.editRegion, on.deleteRegion],
    '4.6 Configuration',
    { one: 'a region', many: 'regions', assumed: J11 },
  ),
  ...crud(
    roleDefinitionShape,
    [
      on.roleDefinitions,
      on.addRoleDefinition,
      on.readRoleDefinition,
      on.editRoleDefinition,
      on.deleteRoleDefinition,
    ],
    '4.6 Configuration',
    { one: 'a role definition', many: 'role definitions', assumed: J15 },
  ),
  ...crud(
    savedFilterShape,
    [on.savedFilters, on.addSavedFilter, on.readSavedFilter, on.editSavedFilter, on.deleteSavedFilter],
    '4.6 Configuration',
    { one: 'a saved filter', many: 'saved filters', assumed: J15 },
  ),
  ...crud(
    statusShape,
    [on.statuses, on.addStatus, on.readStatus, on.editStatus, on.deleteStatus],
    '4.6 Configuration',
    { one: 'a status', many: 'statuses', assumed: J15 },
  ),
  ...crud(systemShape, [on.systems, on.addSystem, on.readSystem, on.deleteSystem], '4.6 Configuration', {
    one: 'a system',
    many: 'systems',
    assumed: J11,
  }),
  ...crud(tagShape, [on.tags, on.addTag, on.readTag, on.deleteTag], '4.6 Configuration', {
    one: 'a tag',
    many: 'tags',
    assumed: J11,
  }),
  ...crud(
    customFieldShape,
    [
      on.tenantCustomFields,
      on.addTenantCustomField,
      on.readTenantCustomField,
      on.editTenantCustomField,
      on.deleteTenantCustomField,
    ],
    '4.6 Settings',
    { one: 'a custom field of the tenant', many: 'custom fields of the tenant', assumed: J9 },
  ),
  contract(
    on.batchDeleteCustomFields,
    '4.6 Business',
    'Deletes custom fields of a record, named by the array in the body (rule R78)',
    { reply: data(accepted), body: handlesToDelete },
  ),
  contract(on.searchCustomFields, '4.6 Business', 'Searches the custom fields of all records', {
    reply: page(customFieldShape.record),
  }),
  contract(on.calculateRate, '4.6 Configuration', 'Applies a rate to an amount', {
    reply: data(calculatedRate),
    body: calculateRate,
  }),
  contract(on.searchRateAttributes, '4.6 Configuration', 'Searches rates by one of their attributes', {
    reply: page(rateShape.record),
  }),
];
