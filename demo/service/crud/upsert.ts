import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { Problem } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { familyOf, placesOf } from './families.ts';
import type { Resource, Values } from './resource.ts';
import { routesOf } from './routes.ts';
import { findRecord } from './store.ts';
import type { Table } from './table.ts';
import { tableOf } from './tables.ts';

type Answering = (call: KnownCall) => Promise<{ readonly data: Values }>;

/** Adds a record of a resource, or changes the one with its external id: what the verbs of the resource do. */
export function upsertOf(resource: Resource): Answering {
  const { add, edit } = familyOf(resource);
  const routes = routesOf(resource);
  const handlerOf = (endpoint: typeof add) =>
    routes.find((one) => one.endpoint === endpoint)?.handle as Answering | undefined;
  const [adding, editing] = [handlerOf(add), handlerOf(edit)];
  if (!edit || !adding || !editing) throw new Error(`${resource.id} is not added and edited.`);
  const { record = '' } = placesOf(edit);

  return async (call) => {
    const { external_id: externalId } = call.body as Values;
    if (typeof externalId !== 'string') return await adding(call);
    const found = await idByExternalId(call.db, tableOf(resource.model), resource.model, externalId);
    if (found === undefined) return await adding(call);
    return await editing({ ...call, path: { ...call.path, [record]: found } as never });
  };
}

/**
 * The record with an external id, if there is one. Locked first, so that of two that add the same at once the second
 * changes what the first added.
 */
export async function idByExternalId(
  db: Database,
  table: Table,
  model: string,
  externalId: string,
): Promise<string | undefined> {
  const key = `${model} external_id ${externalId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  try {
    return String((await findRecord(db, table, {}, externalId, { by: 'external_id' })).id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}
