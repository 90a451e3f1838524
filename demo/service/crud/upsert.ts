import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { KnownCall } from '../api/route.ts';
import { familyOf, pathNamesOf } from './families.ts';
import type { Resource } from './resource.ts';
import { tableOf, type Table } from './tables.ts';
import { routesOf } from './routes.ts';
import { findRecordIfAny } from './store.ts';

type Answer = (call: KnownCall) => Promise<unknown>;

/** Adds a record of a resource, or changes the one with its external id, by the handlers of the resource. */
export function upsertOf(resource: Resource): Answer {
  const { add, edit } = familyOf(resource);
  const routes = routesOf(resource);
  const routeOf = (endpoint: typeof add) => routes.find((one) => one.endpoint === endpoint);
  const [adding, editing] = [routeOf(add), routeOf(edit)];
  if (!edit || !adding || !editing) throw new Error(`${resource.id} is not added and edited.`);
  const { record = '' } = pathNamesOf(edit);

  return async (call) => {
    const externalId = externalIdIn(call.body);
    if (externalId === undefined) return await adding.handle(call);
    const found = await idByExternalId(call.db, tableOf(resource.model), resource.model, externalId);
    if (found === undefined) return await adding.handle(call);
    return await editing.handle({ ...call, path: { ...call.path, [record]: found } });
  };
}

const externalIdIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'external_id' in body && typeof body.external_id === 'string'
    ? body.external_id
    : undefined;

/**
 * The id of the record with an external id, if there is one. The external id is locked first, so that of two concurrent
 * upserts the second changes the record that the first added.
 */
export async function idByExternalId(
  db: Database,
  table: Table,
  model: string,
  externalId: string,
): Promise<string | undefined> {
  const key = `${model} external_id ${externalId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  const record = await findRecordIfAny(db, table, {}, externalId, { by: 'external_id' });
  return record && String(record.id);
}
