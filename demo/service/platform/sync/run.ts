import { randomUUID } from 'node:crypto';
import type { Machine } from '../../auth/principal.ts';
import type { Database } from '../../database/tables.ts';
import { conflict, invalid } from '../../api/problem.ts';
import { storeImport } from '../../imports/store.ts';
import { NotConfigured, type SyncRow } from './adapter.ts';
import { adapters, connectionsOf, customersOf, type Connection } from './connections.ts';

interface SyncRequest {
  readonly principal: Machine;
  readonly directory: string | undefined;
  /** Only these profiles. */
  readonly profiles?: readonly string[] | undefined;
}

/**
 * Reads the connected systems and stores their rows as an import, which a job processes. Returns the id of the load, whose progress
 * `GET /v3/imports/jobs` shows. Throws 409 if nothing is configured, with what to configure, and 422 for profiles that no connected
 * system knows.
 */
export async function syncProfiles(
  work: Database,
  { principal, directory, profiles }: SyncRequest,
): Promise<string> {
  const connections = await connectionsOf(work, { directory });
  if (connections.length === 0) {
    const types = adapters.map(({ type }) => type).join(', ');
    throw conflict(
      `No other system is configured, so there is nothing to synchronise: add a connection definition of the type ${types}, and an active connection of it.`,
    );
  }
  const load = `sync-${randomUUID()}`;
  let isKnown = profiles === undefined;
  for (const connection of connections) {
    const customers = profiles && (await customersOf(work, connection, profiles));
    if (customers?.length === 0) continue;
    isKnown = true;
    const rows = await read(connection, customers);
    if (rows.length) await store(work, connection, rows, { principal, load });
  }
  if (!isKnown)
    throw invalid({ profiles: ['No connected system knows these profiles: synchronise all of them first.'] });
  return load;
}

async function read({ adapter, source }: Connection, customers?: readonly string[]): Promise<SyncRow[]> {
  try {
    return await adapter.read(source, customers);
  } catch (error) {
    if (error instanceof NotConfigured)
      throw conflict(`The connection ${source.handle} is not configured: ${error.message}`);
    throw error;
  }
}

/**
 * Stores the rows of a signed message from a connected system, in the transaction that stores the message. The job writes them in
 * the name of the user who added the connection.
 */
export async function receiveMessage(
  work: Database,
  { handle, message, id }: { readonly handle: string; readonly message: unknown; readonly id: string },
): Promise<void> {
  const [connection] = await connectionsOf(work, { directory: undefined, handle });
  if (!connection || connection.userId === null) return;
  const rows = connection.adapter.receive(connection.source, message);
  if (rows.length === 0) return;
  const principal: Machine = {
    kind: 'machine',
    tokenId: 0,
    userId: connection.userId,
    clientId: null,
    permissions: [],
    scopes: ['profiles.write', 'commerce.write'],
  };
  await store(work, connection, rows, { principal, load: `message-${handle}-${id}`.slice(0, 100) });
}

async function store(
  work: Database,
  { id, source }: Connection,
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
