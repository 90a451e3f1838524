import type { Machine } from '../auth/principal.ts';
import { addInstance } from '../platform/batches/instances.ts';
import type { KnownCall } from '../api/route.ts';
import { perform, warningsOf, type Runtime } from '../jobs/perform.ts';
import { readSyncRow } from '../platform/sync/adapter.ts';
import { writeSyncedRow } from '../platform/sync/write-synced-row.ts';
import { wasImported, type SeriesLoad } from './imported-rows.ts';
import { mapRow, type Mapping } from './map-row.ts';
import { isUpsertModel, targetOf } from './models.ts';
import { profileOfRow } from './profile-of-row.ts';
import type { FileRow } from './read-file.ts';
import { upserts } from './upserts.ts';

/** The import of a row: how it is read, and in whose name it is written. */
export interface RowSource {
  readonly model: string;
  readonly existing: 'fail' | 'change';
  readonly userId: number;
  readonly scopes: readonly string[];
  /** The connection whose system the rows come from. */
  readonly connectionId?: number;
  /** The load, for rows that are imported once in its series. */
  readonly seriesLoad?: SeriesLoad;
}

export interface WrittenRow {
  readonly outcome: 'added' | 'changed' | 'unchanged';
  /** What was left out of it. */
  readonly warnings: readonly string[];
}

export interface GivenRow {
  readonly fields: FileRow;
  readonly mapping: Mapping | null;
  readonly principal: Machine;
  readonly cause: string;
}

/** Writes a row as the endpoint of its model does, or changes the existing record if the import allows that. */
export async function writeImportRow(
  runtime: Runtime,
  source: Pick<RowSource, 'model' | 'existing' | 'connectionId' | 'seriesLoad'>,
  row: GivenRow,
): Promise<WrittenRow> {
  const { connectionId } = source;
  if (connectionId === undefined) return await writeRow(runtime, source, row);
  const { principal, cause } = row;
  const writeOrder = upserts.order.write;
  const outcome = await writeSyncedRow(runtime, readSyncRow(row.fields), {
    connectionId,
    principal,
    cause,
    writeOrder,
  });
  return { outcome, warnings: [] };
}

async function writeRow(
  runtime: Runtime,
  { model, existing, seriesLoad }: Pick<RowSource, 'model' | 'existing' | 'seriesLoad'>,
  { fields, mapping, principal, cause }: GivenRow,
): Promise<WrittenRow> {
  const target = targetOf(model);
  const row = mapRow(fields, mapping, target.fields);
  if (seriesLoad && (await wasImported(runtime.db, seriesLoad, row)))
    return { outcome: 'unchanged', warnings: [] };
  const { profileId, record } = target.isOfProfile
    ? await profileOfRow(runtime.db, row, target)
    : { profileId: undefined, record: row };
  const parameter = target.profileParameter;
  const upsert = existing === 'change' && isUpsertModel(model) ? upserts[model] : undefined;
  let outcome: WrittenRow['outcome'] = 'added';
  const changing =
    upsert &&
    (async (call: KnownCall) => {
      if (await upsert.exists(call)) outcome = 'changed';
      return await upsert.write(call);
    });
  // No endpoint adds a single benefit.
  const issuing = model === 'benefit' && (() => addInstance(runtime.db, principal, 'benefits', record));
  const instead = changing || issuing;
  const reply = await perform(runtime, runtime.db, {
    endpointId: target.endpointId,
    principal,
    cause,
    body: target.takesList ? [record] : record,
    ...(parameter !== undefined && profileId !== undefined && { path: { [parameter]: profileId } }),
    ...(instead && { instead }),
  });
  return { outcome, warnings: warningsOf(reply) };
}
