import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { conflict, invalid } from '../../api/problem.ts';
import { storeImport } from '../imports/store.ts';
import { NotConfigured, type SyncAdapter, type SyncRow, type SyncSource } from './adapter.ts';
import { shopExport } from './shop-export.ts';

/** Every kind of system there is an adapter for. */
export const adapters: readonly SyncAdapter[] = [shopExport];

interface Connected {
  readonly id: number;
  readonly userId: number | null;
  readonly adapter: SyncAdapter;
  readonly source: SyncSource;
}

/** The active connections that an adapter reads; with a handle that one. Throws 409 for settings that are not as they have to be. */
async function connectionsOf(
  db: Database,
  { directory, handle }: { readonly directory: string | undefined; readonly handle?: string },
): Promise<Connected[]> {
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

interface SyncRequest {
  readonly principal: Machine;
  readonly directory: string | undefined;
  /** Only these profiles. */
  readonly profiles?: readonly string[] | undefined;
}

/**
 * Reads what the connected systems have, and stores it as an import that a job brings in: its id is the load by which
 * `GET /v3/imports/jobs` shows how far it is. Throws 409 where nothing is configured, with what to do about it, 422 for
 * profiles that no connected system knows.
 */
export async function syncProfiles(
  work: Database,
  { principal, directory, profiles }: SyncRequest,
): Promise<string> {
  const connected = await connectionsOf(work, { directory });
  if (connected.length === 0) {
    const types = adapters.map(({ type }) => type).join(', ');
    throw conflict(
      `No other system is configured, so there is nothing to synchronise: add a connection definition of the type ${types}, and an active connection of it.`,
    );
  }
  const load = `sync-${randomUUID()}`;
  let isKnown = profiles === undefined;
  for (const one of connected) {
    const customers = profiles && (await customersOf(work, one, profiles));
    if (customers?.length === 0) continue;
    isKnown = true;
    const rows = await read(one, customers);
    if (rows.length) await store(work, one, rows, { principal, load });
  }
  if (!isKnown)
    throw invalid({ profiles: ['No connected system knows these profiles: synchronise all of them first.'] });
  return load;
}

async function read({ adapter, source }: Connected, customers?: readonly string[]): Promise<SyncRow[]> {
  try {
    return await adapter.read(source, customers);
  } catch (error) {
    if (error instanceof NotConfigured)
      throw conflict(`The connection ${source.handle} is not configured: ${error.message}`);
    throw error;
  }
}

/** What profiles are called in the system of a connection. */
async function customersOf(db: Database, { id }: Connected, profiles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    select fields ->> 'external_id' as customer from records
    where resource = 'profile-connection' and profile_id = any(${[...profiles]}::text[])
      and (fields ->> 'connection_id')::bigint = ${id}`.execute(db);
  return rows.map(({ customer }) => customer);
}

/** Whether a profile is connected with a system that an adapter reads. */
export async function isConnected(db: Database, profileId: string, directory: string | undefined) {
  for (const one of await connectionsOf(db, { directory }))
    if ((await customersOf(db, one, [profileId])).length) return true;
  return false;
}

/**
 * Stores what a signed message of a connected system says, in the transaction that notes the message: its job writes it in
 * the name of the user who made the connection.
 */
export async function receiveMessage(
  work: Database,
  { handle, message, id }: { readonly handle: string; readonly message: unknown; readonly id: string },
): Promise<void> {
  const [one] = await connectionsOf(work, { directory: undefined, handle });
  if (!one || one.userId === null) return;
  const rows = one.adapter.receive(one.source, message);
  if (rows.length === 0) return;
  const principal: Machine = {
    kind: 'machine',
    tokenId: 0,
    userId: one.userId,
    clientId: null,
    permissions: [],
    scopes: ['profiles.write', 'commerce.write'],
  };
  await store(work, one, rows, { principal, load: `message-${handle}-${id}`.slice(0, 100) });
}

async function store(
  work: Database,
  { id, source }: Connected,
  rows: readonly SyncRow[],
  { principal, load }: { readonly principal: Machine; readonly load: string },
): Promise<void> {
  await storeImport(work, principal, {
    model: 'sync',
    type: 'manual',
    existing: 'change',
    mapping: null,
    load,
    connection_id: id,
    file_name: `connection ${source.handle}`,
    rows: rows.map((row) => ({ ...row })),
  });
}
