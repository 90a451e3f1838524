import { profileShape } from '../../../src/services/shapes/records/profiles.ts';
import type { KnownCall } from '../http/route.ts';
import { profileView, profileTable } from '../profiles/views.ts';
import { addProfileRow, editProfileRow } from '../profiles/write.ts';
import { writable } from '../records/fields.ts';
import type { Resource, Values } from '../records/resource.ts';
import type { Table } from '../records/table.ts';
import { tableOf } from '../records/tables.ts';
import { idByExternalId, upsertOf } from '../records/upsert.ts';
import { orderResource } from '../resources/orders.ts';
import { resources } from '../resources/index.ts';

export interface Upsert {
  /** Whether there is a record with the external id of the call; nobody else adds one until the call is over. */
  readonly isThere: (call: KnownCall) => Promise<boolean>;
  readonly write: (call: KnownCall) => Promise<unknown>;
}

/** Models whose records are found again by their external id, so that a file that comes once more can change them. */
export const upserts: Readonly<Record<string, Upsert>> = {
  profile: { isThere: isThereIn('profile', profileTable), write: writeProfile },
  order: plain('order'),
  product: plain('product'),
  location: plain('location'),
};

function plain(model: string): Upsert {
  // Which resources there are is known only once every file of them is read.
  let write: Upsert['write'] | undefined;
  const made = () => (write ??= upsertOf(resourceOf(model)));
  return { isThere: isThereIn(model), write: (call) => made()(call) };
}

function resourceOf(model: string): Resource {
  const found = [orderResource, ...resources].find((one) => one.model === model);
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
