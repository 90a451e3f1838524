import { sql } from 'kysely';
import * as v from 'valibot';
import { connectionDefinitionShape } from '../../../../src/services/contract/configuration/reference-data.ts';
import { record } from '../../../../src/services/transport/read.ts';
import type { Database } from '../../database/tables.ts';
import { conflict, invalid } from '../../api/problem.ts';
import { findRecord } from '../../crud/store.ts';
import { tableOf, type Values } from '../../crud/tables.ts';
import type { SyncAdapter, SyncSource } from './adapter.ts';
import { shopExport } from './shop-export.ts';

/** The adapters of all supported systems. */
export const adapters: readonly SyncAdapter[] = [shopExport];

/** An active connection with its adapter. */
export interface Connection {
  readonly id: number;
  readonly userId: number | null;
  readonly adapter: SyncAdapter;
  readonly source: SyncSource;
}

/** The active connections with an adapter, or the one with a handle. Throws 409 for invalid settings. */
export async function connectionsOf(
  db: Database,
  { directory, handle }: { readonly directory: string | undefined; readonly handle?: string },
): Promise<Connection[]> {
  const { rows } = await sql<{
    id: number;
    userId: number | null;
    handle: string;
    type: string;
    settings: Record<string, unknown> | null;
  }>`
    select one.id, one.user_id as "userId", one.fields ->> 'handle' as handle, definition.fields ->> 'type' as type,
      one.fields -> 'settings' as settings
    from records as one join records as definition
      on definition.resource = 'connection-definition' and definition.id = (one.fields ->> 'connection_definition_id')::bigint
    where one.resource = 'connection' and coalesce((one.fields ->> 'is_active')::boolean, true)
      and ${handle === undefined ? sql`true` : sql`one.fields ->> 'handle' = ${handle}`}
    order by one.id`.execute(db);
  return rows.flatMap(({ id, userId, handle: own, type, settings }) => {
    const adapter = adapters.find((known) => known.type === type);
    if (!adapter) return [];
    if (!v.is(adapter.settings, settings ?? {}))
      throw conflict(`The connection ${own} is not configured: ${adapter.hint}.`);
    return [{ id, userId, adapter, source: { handle: own, settings: settings ?? {}, directory } }];
  });
}

/** The ids that profiles have in the system of a connection. */
export async function customersOf(
  db: Database,
  { id }: Connection,
  profiles: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    select fields ->> 'external_id' as customer from records
    where resource = 'profile-connection' and profile_id = any(${[...profiles]}::text[])
      and (fields ->> 'connection_id')::bigint = ${id}`.execute(db);
  return rows.map(({ customer }) => customer);
}

/** Whether a profile is known in a connected system. */
export async function isConnected(db: Database, profileId: string, directory: string | undefined) {
  for (const connection of await connectionsOf(db, { directory }))
    if ((await customersOf(db, connection, [profileId])).length) return true;
  return false;
}

/** Throws 422 for settings that are not in the connection's definition, or that its adapter refuses. */
export async function checkConnection(db: Database, values: Values): Promise<void> {
  const { settings: supported, type } = await findRecord(
    db,
    tableOf('connection-definition', connectionDefinitionShape),
    {},
    String(values['connection_definition_id']),
  );
  const settings = record(values['settings']);
  const unknown = Object.keys(settings).filter((name) => !supported?.includes(name));
  if (supported?.length && unknown.length > 0)
    throw invalid({
      settings: [`Its definition has no setting ${unknown.join(', ')}. It has: ${supported.join(', ')}.`],
    });
  const adapter = adapters.find((known) => known.type === type);
  if (adapter && !v.is(adapter.settings, settings)) throw invalid({ settings: [`${adapter.hint}.`] });
}
