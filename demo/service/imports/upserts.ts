import { sql } from 'kysely';
import { profileShape } from '../../../src/services/contract/profiles.ts';
import { record } from '../../../src/services/transport/read.ts';
import type { KnownCall } from '../api/route.ts';
import { putDates } from '../profiles/dates.ts';
import { upsertAddress } from '../profiles/addresses.ts';
import { identityValue, profileKnownAs } from '../profiles/profile-rows.ts';
import { profileView, profileTable } from '../profiles/profile-views.ts';
import { addProfileRow, editProfileRow } from '../profiles/write-profile.ts';
import { writable } from '../crud/fields.ts';
import type { Resource } from '../crud/resource.ts';
import { type Values, type Table, tableOf } from '../crud/tables.ts';
import { idByExternalId, upsertOf } from '../crud/upsert.ts';
import { routesOf } from '../crud/routes.ts';
import { rowsWithin } from '../crud/store.ts';
import { orderResource } from '../commerce/orders.ts';
import { commerceResources } from '../commerce/routes.ts';
import { profileResources, profileRoutes } from '../profiles/routes.ts';
import type { UpsertModel } from './models.ts';

export interface Upsert {
  /** Whether the record of the call exists. Locks its external id until the transaction ends, so that it is added once. */
  readonly exists: (call: KnownCall) => Promise<boolean>;
  readonly write: (call: KnownCall) => Promise<unknown>;
}

/** Models whose records can be found, most by their external id, so that a file can change them. */
export const upserts: Readonly<Record<UpsertModel, Upsert>> = {
  profile: { exists: existsByExternalId('profile', profileTable), write: writeProfile },
  order: byExternalId(orderResource),
  product: byExternalId(resourceOf('product')),
  location: byExternalId(resourceOf('location')),
  address: {
    exists: (call) => existsForProfile(call, 'address', { type: record(call.body)['type'] ?? 'home' }),
    write: ({ profileId = '', body, ...call }) => upsertAddress({ ...call, profileId, body: record(body) }),
  },
  // A profile has one record with its consents, which the endpoint changes.
  consent: {
    exists: (call) => existsForProfile(call, 'comms', {}),
    write: handlerOf('profiles.attributes.comms.update'),
  },
  date: {
    exists: async (call) => (await idOfDate(call)) !== undefined,
    write: async (call) => {
      const { profileId = '', body } = call;
      const id = await idOfDate(call);
      const date = { ...firstOf(body), ...(id !== undefined && { id }) };
      return putDates({ ...call, profileId, body: [date] });
    },
  },
  identity: {
    exists: isOwnIdentity,
    write: async (call) =>
      (await isOwnIdentity(call)) ? {} : await handlerOf('profiles.identities.store')(call),
  },
};

/** The record of a body that is a list. */
const firstOf = (body: unknown): Values => record(Array.isArray(body) ? body[0] : undefined);

/** The handler of an endpoint. */
function handlerOf(id: string): Upsert['write'] {
  return (call) => {
    const route = [...profileRoutes, ...profileResources.flatMap(routesOf)].find(
      ({ endpoint }) => endpoint.id === id,
    );
    if (!route) throw new Error(`There is no endpoint ${id}.`);
    return route.handle(call);
  };
}

async function existsForProfile(
  { db, profileId = '' }: KnownCall,
  model: string,
  fields: Values,
): Promise<boolean> {
  const found = await rowsWithin(db, tableOf(model), { profile_id: profileId })
    .where(sql<boolean>`fields @> ${JSON.stringify(fields)}::jsonb`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The id of the profile's date with the same name. */
async function idOfDate({ db, profileId = '', body }: KnownCall): Promise<string | undefined> {
  const { name = null } = firstOf(body);
  const row = await rowsWithin(db, tableOf('profile-date'), { profile_id: profileId })
    .where(sql<boolean>`fields ->> 'name' = ${name}::text`)
    .orderBy('id')
    .executeTakeFirst();
  return row && String(row.id);
}

async function isOwnIdentity({ db, profileId = '', body }: KnownCall): Promise<boolean> {
  const { namespace, value } = record(body);
  const found = await db
    .selectFrom('identities')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('namespace', '=', String(namespace))
    .where('value', '=', identityValue(namespace, String(value)))
    .executeTakeFirst();
  return found !== undefined;
}

/** Records that are found only by their external id. */
function byExternalId(resource: Resource): Upsert {
  return { exists: existsByExternalId(resource.model), write: upsertOf(resource) };
}

function resourceOf(model: string): Resource {
  const found = commerceResources.find((one) => one.model === model);
  if (!found) throw new Error(`There is no resource of the model ${model}.`);
  return found;
}

function existsByExternalId(model: string, table?: Table): Upsert['exists'] {
  return async (call) => {
    const { external_id: externalId } = record(call.body);
    if (typeof externalId !== 'string') return false;
    if ((await idByExternalId(call.db, table ?? tableOf(model), model, externalId)) !== undefined)
      return true;
    return model === 'profile' && (await profileKnownAs(call.db, { external_id: externalId })) !== undefined;
  };
}

async function writeProfile(call: KnownCall): Promise<unknown> {
  const body = record(call.body);
  const { external_id: externalId } = body;
  const id =
    typeof externalId === 'string'
      ? ((await idByExternalId(call.db, profileTable, 'profile', externalId)) ??
        (await profileKnownAs(call.db, { external_id: externalId })))
      : undefined;
  if (id === undefined) return await profileView(call, await addProfileRow(call, body));
  // The survivor of a merge is also found by the external id of the merged profile, and keeps its own.
  const { external_id: _, ...values } = writable(profileShape, body, call.principal);
  return await profileView(call, await editProfileRow(call, id, values));
}
