import { profileShape } from '../../../../src/services/contract/profiles.ts';
import { sql } from 'kysely';
import type { KnownCall, ProfileCall } from '../../api/route.ts';
import { putDates } from '../../profiles/dates.ts';
import { upsertAddress } from '../../profiles/addresses.ts';
import { profileView, profileTable } from '../../profiles/profile-views.ts';
import { addProfileRow, editProfileRow } from '../../profiles/write-profile.ts';
import { writable } from '../../crud/fields.ts';
import type { Resource } from '../../crud/resource.ts';
import { type Values, type Table, tableOf } from '../../crud/tables.ts';
import { idByExternalId, upsertOf } from '../../crud/upsert.ts';
import { routesOf } from '../../crud/routes.ts';
import { rowsWithin } from '../../crud/store.ts';
import { orderResource } from '../../commerce/orders.ts';
import { commerceResources } from '../../commerce/routes.ts';
import { profileResources, profileRoutes } from '../../profiles/routes.ts';
import type { UpsertModel } from './models.ts';

export interface Upsert {
  /** Whether there is a record with the external id of the call; nobody else adds one until the call is over. */
  readonly isThere: (call: KnownCall) => Promise<boolean>;
  readonly write: (call: KnownCall) => Promise<unknown>;
}

/** Models whose records are found again, most by their external id, so that a file that comes once more can change them. */
export const upserts: Readonly<Record<UpsertModel, Upsert>> = {
  profile: { isThere: isThereIn('profile', profileTable), write: writeProfile },
  order: plain(orderResource),
  product: plain(resourceOf('product')),
  location: plain(resourceOf('location')),
  address: {
    isThere: (call) => isThereOf(call, 'address', { type: bodyOf(call)['type'] ?? 'home' }),
    write: (call) => upsertAddress(call as ProfileCall<string, Values>),
  },
  // What a profile agreed to is one record, which the endpoint changes.
  consent: {
    isThere: (call) => isThereOf(call, 'comms', {}),
    write: handlerOf('profiles.attributes.comms.update'),
  },
  date: {
    isThere: async (call) => (await dateOf(call)) !== undefined,
    write: async (call) => {
      const [date] = call.body as readonly Values[];
      const id = await dateOf(call);
      return putDates({ ...call, body: [{ ...date, ...(id !== undefined && { id }) }] } as never);
    },
  },
  identity: {
    isThere: isOwnIdentity,
    write: async (call) =>
      (await isOwnIdentity(call)) ? {} : await handlerOf('profiles.identities.store')(call),
  },
};

const bodyOf = (call: KnownCall) => call.body as Values;

/** What the endpoint does with it. */
function handlerOf(id: string): Upsert['write'] {
  return (call) => {
    const route = [...profileRoutes, ...profileResources.flatMap(routesOf)].find(
      ({ endpoint }) => endpoint.id === id,
    );
    if (!route) throw new Error(`Nothing answers ${id}.`);
    return route.handle(call as never);
  };
}

async function isThereOf({ db, profileId = '' }: KnownCall, model: string, fields: Values): Promise<boolean> {
  const found = await rowsWithin(db, tableOf(model), { profile_id: profileId })
    .where(sql<boolean>`fields @> ${JSON.stringify(fields)}::jsonb`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The id of the date of the profile with the same name. */
async function dateOf({ db, profileId = '', body }: KnownCall): Promise<string | undefined> {
  const [date] = body as readonly Values[];
  const row = await rowsWithin(db, tableOf('profile-date'), { profile_id: profileId })
    .where(sql<boolean>`fields ->> 'name' = ${date?.['name'] ?? null}::text`)
    .orderBy('id')
    .executeTakeFirst();
  return row && String(row.id);
}

async function isOwnIdentity({ db, profileId = '', body }: KnownCall): Promise<boolean> {
  const { namespace, value } = body as Values;
  const found = await db
    .selectFrom('identities')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('namespace', '=', String(namespace))
    .where('value', '=', String(value))
    .executeTakeFirst();
  return found !== undefined;
}

/** Records that are found by their external id alone. */
function plain(resource: Resource): Upsert {
  return { isThere: isThereIn(resource.model), write: upsertOf(resource) };
}

function resourceOf(model: string): Resource {
  const found = commerceResources.find((one) => one.model === model);
  if (!found) throw new Error(`There is no resource of the model ${model}.`);
  return found;
}

function isThereIn(model: string, table?: Table): Upsert['isThere'] {
  return async (call) => {
    const { external_id: externalId } = call.body as Values;
    if (typeof externalId !== 'string') return false;
    return (await idByExternalId(call.db, table ?? tableOf(model), model, externalId)) !== undefined;
  };
}

async function writeProfile(call: KnownCall): Promise<unknown> {
  const body = call.body as Values;
  const { external_id: externalId } = body;
  const id =
    typeof externalId === 'string'
      ? await idByExternalId(call.db, profileTable, 'profile', externalId)
      : undefined;
  if (id === undefined) return await profileView(call, { ...(await addProfileRow(call, body)) } as never);
  const values = writable(profileShape, body, call.principal);
  return await profileView(call, { ...(await editProfileRow(call, id, values)) } as never);
}
