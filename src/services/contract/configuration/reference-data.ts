import * as v from 'valibot';
import * as on from '../endpoints/configuration.ts';
import * as kind from '../kinds.ts';
import {
  accepted,
  customFieldShape,
  externalId,
  inLanguages,
  nameAndDescription,
  nameAndHandle,
  recordShape,
  switched,
} from '../common.ts';
import {
  clause,
  contract,
  crud,
  parameterNotNamed,
  verbsNotNamed,
  onlyCollectionShown,
} from '../contract.ts';
import { data, page } from '../envelope.ts';
import { always, defaulted, optional, refersTo, required, requiredOnce, staffOnly } from '../fields.ts';
import { about, body, named, reply, type Reading } from '../shape.ts';

// Records of the section Configuration, but for the definitions of incentives: ASSUMPTION.
export const brandShape = recordShape('Brand', {
  ...nameAndHandle,
  ...externalId,
  image_url: optional(kind.webAddress),
  primary_colour: optional(kind.colour),
});
export type Brand = Reading<typeof brandShape>;

export const countryShape = recordShape('Country', {
  ...nameAndHandle,
  code: required(kind.countryCode, 'ISO 3166 alpha-2.'),
  currency_id: refersTo('currency')(optional(kind.reference)),
});
export type Country = Reading<typeof countryShape>;

export const currencyShape = recordShape('Currency', {
  ...nameAndHandle,
  code: required(kind.currencyCode, 'ISO 4217.'),
  symbol: optional(kind.text(8)),
  decimals: defaulted(kind.count(0, 4), 'Digits after the point.'),
});
export type Currency = Reading<typeof currencyShape>;

export const departmentShape = recordShape('Department', {
  ...nameAndHandle,
  ...externalId,
  parent_id: refersTo('department')(optional(kind.reference)),
});
export type Department = Reading<typeof departmentShape>;

export const regionShape = recordShape('Region', {
  ...nameAndHandle,
  country_id: refersTo('country')(optional(kind.reference)),
  currency_id: refersTo('currency')(optional(kind.reference)),
  timezone: optional(kind.timezone),
});
export type Region = Reading<typeof regionShape>;

export const profileRegionShape = recordShape('ProfileRegion', {
  [about]: 'A region of a profile, with its type.',
  profile_id: always(kind.text()),
  region_id: refersTo('region')(requiredOnce(kind.reference)),
  role: optional(kind.text(50)),
});
export type ProfileRegion = Reading<typeof profileRegionShape>;

export const rateShape = recordShape('Rate', {
  [about]: 'Value of one unit in another, such as of points in money. Payload: ASSUMPTION.',
  name: required(kind.text()),
  handle: defaulted(kind.handle),
  value: required(kind.factor, 'Decimal text, zero or more.'),
  currency_id: refersTo('currency')(optional(kind.reference)),
});
export type Rate = Reading<typeof rateShape>;

export const calculateRate = body('CalculateRate', {
  [about]: 'Applies a rate to an amount; both are decimal text.',
  rate: v.union([kind.reference.write, kind.handle.write]),
  amount: kind.decimal.write,
});
export type CalculateRate = v.InferInput<typeof calculateRate>;

export const calculatedRate = reply('CalculatedRate', {
  rate: rateShape.record,
  amount: v.string(),
  result: v.string(),
});
export type CalculatedRate = v.InferOutput<typeof calculatedRate>;

export const systemShape = recordShape('System', {
  [about]: 'A connected system, such as a till. It can be added and deleted, not edited (4.6).',
  ...nameAndHandle,
  type: optional(kind.text(50)),
});
export type System = Reading<typeof systemShape>;

export const tagShape = recordShape('Tag', {
  [about]: 'A label of records. It can be added and deleted, not edited (4.6).',
  ...nameAndHandle,
});
export type Tag = Reading<typeof tagShape>;

export const statusShape = recordShape('Status', {
  [about]: 'A state that profiles can be in.',
  ...nameAndHandle,
  colour: optional(kind.colour),
  ...inLanguages(nameAndDescription),
});
export type Status = Reading<typeof statusShape>;

export const savedFilterShape = recordShape('SavedFilter', {
  [about]: 'Filters of 4.2.1, stored under a name.',
  ...nameAndHandle,
  model: required(kind.text(50), 'The resource that it filters, such as `redemption`.'),
  filter: required(kind.namedValues),
  sort: optional(kind.text()),
});
export type SavedFilter = Reading<typeof savedFilterShape>;

export const connectionDefinitionShape = recordShape('ConnectionDefinition', {
  ...nameAndHandle,
  type: required(kind.text(50)),
  settings: defaulted(kind.texts, 'Names of the settings of its connections.'),
});
export type ConnectionDefinition = Reading<typeof connectionDefinitionShape>;

export const connectionShape = recordShape('Connection', {
  [about]: 'A link of the tenant to another system. Its settings may hold secrets.',
  ...nameAndHandle,
  connection_definition_id: refersTo('connection-definition')(requiredOnce(kind.reference)),
  settings: staffOnly(optional(kind.namedValues)),
  ...switched,
});
export type Connection = Reading<typeof connectionShape>;

export const roleDefinitionShape = recordShape('RoleDefinition', {
  ...nameAndHandle,
  permissions: refersTo(
    'permission',
    'handle',
  )(defaulted(kind.texts, 'Handles of the permissions of a new role.')),
  level: defaulted(kind.oneOf('tenant', 'organisation', 'location')),
});
export type RoleDefinition = Reading<typeof roleDefinitionShape>;

export const handlesToDelete = named(
  'HandlesToDelete',
  v.pipe(v.array(kind.text().write), v.maxLength(1_000)),
  'Handles of the custom fields to delete.',
);
export type HandlesToDelete = v.InferInput<typeof handlesToDelete>;

export const cloneDefinition = body('CloneDefinition', {
  name: v.optional(kind.text().write),
  handle: v.optional(kind.handle.write),
});
export type CloneDefinition = v.InferInput<typeof cloneDefinition>;

export const referenceDataContracts = [
  ...clause('4.6 Configuration', parameterNotNamed, [
    ...crud(on, 'brands', brandShape, { one: 'a brand', many: 'brands' }),
    ...crud(on, 'countries', countryShape, { one: 'a country', many: 'countries' }),
    ...crud(on, 'currencies', currencyShape, { one: 'a currency', many: 'currencies' }),
    ...crud(on, 'departments', departmentShape, { one: 'a department', many: 'departments' }),
    ...crud(on, 'regions', regionShape, { one: 'a region', many: 'regions' }),
    ...crud(on, 'systems', systemShape, { one: 'a system', many: 'systems' }),
    ...crud(on, 'tags', tagShape, { one: 'a tag', many: 'tags' }),
  ]),
  ...clause('4.6 Configuration', verbsNotNamed, [
    ...crud(on, 'connections', connectionShape, {
      one: 'a connection of the tenant',
      many: 'connections of the tenant',
      except: ['update'],
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
    contract(on.editConnection, 'Edits a connection of the tenant', {
      reply: data(connectionShape),
      body: connectionShape.edit,
    }),
    ...crud(on, 'custom-fields', customFieldShape, {
      one: 'a custom field of a record',
      many: 'custom fields of a record',
    }),
    contract(
      on.batchDeleteCustomFields,
      'Deletes custom fields of a record; the body is an array of their handles',
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
      assumed: { payload: true },
      reply: data(rateShape),
      body: rateShape.edit,
    }),
  ]),
  ...clause('4.6 Configuration', [
    ...crud(on, 'rates', rateShape, { one: 'a rate', many: 'rates', except: ['update'] }),
    contract(on.calculateRate, 'Applies a rate to an amount', {
      reply: data(calculatedRate),
      body: calculateRate,
    }),
    contract(on.searchRateAttributes, 'Searches rates by one of their attributes', {
      reply: page(rateShape),
    }),
  ]),
  ...clause('4.6 Settings', onlyCollectionShown, [
    ...crud(on, 'tenants.custom-fields', customFieldShape, {
      one: 'a custom field of the tenant',
      many: 'custom fields of the tenant',
    }),
  ]),
];
