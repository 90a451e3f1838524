import { contractOf, endpointOf, profileParameter } from '../../../src/services/contract/catalogue.ts';
import type { RecordsSchema } from '../../../src/services/contract/envelope.ts';
import type { AnySchema } from '../../../src/services/contract/shape.ts';

/** The models that can be imported, with the endpoint for one record or a list of them. */
export const importModels: Readonly<Record<string, string>> = {
  profile: 'profiles.store',
  transaction: 'transactions.store',
  order: 'orders.store',
  product: 'products.store',
  location: 'locations.store',
  reward: 'rewards.store',
  credit: 'credits.store',
  point: 'points.store',
  interaction: 'interactions.store',
  webhook: 'webhooks.store',
  brand: 'brands.store',
  tag: 'tags.store',
  status: 'statuses.store',
  rate: 'rates.store',
  campaign: 'campaigns.store',
  staff: 'staff.store',
  address: 'profiles.addresses.store',
  date: 'profiles.attributes.dates.update',
  consent: 'profiles.attributes.comms.update',
  identity: 'profiles.identities.store',
  benefit: 'benefits.batch.store',
};

/** Models whose records a file can change, because the service can find them; `upserts.ts` has the functions. */
export const upsertModels = [
  'profile',
  'order',
  'product',
  'location',
  'address',
  'consent',
  'date',
  'identity',
] as const;

export type UpsertModel = (typeof upsertModels)[number];

export const isUpsertModel = (model: string): model is UpsertModel =>
  upsertModels.some((one) => one === model);

/** Plurals that are not the name of an endpoint. */
const plurals: Readonly<Record<string, string>> = {
  addresses: 'address',
  dates: 'date',
  consents: 'consent',
  identities: 'identity',
  benefits: 'benefit',
};

/** The model with a name, in the singular or as in its endpoints: `profile`, `profiles`. */
export const modelNamed = (name: string): string | undefined =>
  Object.hasOwn(plurals, name)
    ? plurals[name]
    : Object.keys(importModels).find((model) => model === name || importModels[model] === `${name}.store`);

/** Columns that name the profile of a row instead of its id. */
export const PROFILE_COLUMNS = ['profile_external_id', 'profile_email'] as const;

export interface ImportTarget {
  readonly endpointId: string;
  /** The fields of one record. */
  readonly fields: Readonly<Record<string, AnySchema>>;
  /** The endpoint takes a list of records. */
  readonly takesList: boolean;
  /** The path parameter for the profile. */
  readonly profileParameter: string | undefined;
  /** Whether a row may name a profile: in the path or in the record. */
  readonly isOfProfile: boolean;
}

/** The endpoint for the rows of a model. */
export function targetOf(model: string): ImportTarget {
  const endpointId = importModels[model] ?? '';
  const endpoint = endpointOf(endpointId);
  const body = endpoint && contractOf(endpoint)?.body;
  const takesList = body !== undefined && isListSchema(body);
  const record = takesList ? body.record : body;
  const fields = record && isObjectSchema(record) ? record.entries : {};
  const parameter = endpoint && profileParameter(endpoint);
  return {
    endpointId,
    fields,
    takesList,
    profileParameter: parameter,
    isOfProfile: parameter !== undefined || 'profile_id' in fields,
  };
}

const isListSchema = (schema: AnySchema): schema is RecordsSchema<AnySchema> => 'record' in schema;

const isObjectSchema = (
  schema: AnySchema,
): schema is AnySchema & { readonly entries: ImportTarget['fields'] } => 'entries' in schema;

/** The fields that a column of a file can fill. */
export function columnsOf(model: string): string[] {
  const { fields, isOfProfile } = targetOf(model);
  const own = Object.keys(fields);
  return isOfProfile ? [...new Set([...own, 'profile_id', ...PROFILE_COLUMNS])] : own;
}
