import { sql } from 'kysely';
import { importShape } from '../../../../src/services/contract/platform.ts';
import type { Machine, Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { send } from '../jobs/boss.ts';
import { viewOf } from '../../crud/fields.ts';
import { addRecord, rowsWithin } from '../../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../../crud/tables.ts';
import type { Mapping } from './map-row.ts';
import { importModels, isUpsertModel, modelNamed, upsertModels } from './models.ts';
import type { FileRow } from './read-file.ts';

export interface NewImport {
  readonly model: string;
  readonly type: 'upload' | 'manual';
  readonly file_name: string | null;
  readonly rows: readonly FileRow[];
  readonly mapping: Mapping | null;
  /** Whether a row whose record exists fails, or changes the record. */
  readonly existing?: 'fail' | 'change' | undefined;
  /** A part of a load is stored once. */
  readonly load?: string | undefined;
  readonly part?: number | undefined;
  /** Rows of all parts, to show the progress of the load. */
  readonly load_rows?: number | undefined;
}

/** The model with a name, `profile` or `profiles`. Throws 422 for a model that cannot be imported. */
function checkedModel(name: string): string {
  const model = modelNamed(name);
  if (model !== undefined) return model;
  throw invalid({
    model: [`There is no such model to import: one of ${Object.keys(importModels).join(', ')}.`],
  });
}

type StoredImport = Stored<typeof importShape, 'import'>;

const table = tableOf('import', importShape);

/** Stores an import with its rows, and the job that processes them. */
export async function addImport(work: Database, principal: Machine, given: NewImport): Promise<StoredImport> {
  const { rows, existing = 'fail', load = null, part = null, load_rows = null, ...values } = given;
  const model = checkedModel(given.model);
  const existingPart = load !== null && part !== null ? await partOf(work, load, part) : undefined;
  if (existingPart) return existingPart;
  if (existing === 'change' && !isUpsertModel(model))
    throw invalid({
      existing: [`A ${model} is not changed by a file: ${upsertModels.join(', ')} are.`],
    });
  const mapping = given.mapping ?? (await savedMapping(work, model));
  return await storeImport(work, principal, {
    ...values,
    rows,
    existing,
    load,
    part,
    load_rows,
    model,
    mapping,
  });
}

interface CheckedImport extends Omit<NewImport, 'existing' | 'load' | 'part' | 'load_rows'> {
  readonly existing: 'fail' | 'change';
  readonly load: string | null;
  readonly part?: number | null;
  readonly load_rows?: number | null;
  /** The connection whose system the rows come from. */
  readonly connection_id?: number;
}

/** As `addImport`, without checks: for rows of the service itself, such as those of a connected system. */
export async function storeImport(
  work: Database,
  principal: Machine,
  { rows, load_rows = null, part = null, ...given }: CheckedImport,
): Promise<StoredImport> {
  const { model, existing, load, mapping, ...values } = given;
  const { userId: user_id, scopes } = principal;
  const record = await addRecord(work, table, {
    ...values,
    load,
    part,
    model,
    mapping,
    existing,
    rows: rows.length,
    status: 'accepted',
    user_id,
    scopes: [...scopes],
  });
  await sql`
    insert into import_rows (import_id, number, fields)
    select ${record.id}, place, row from jsonb_array_elements(${JSON.stringify(rows)}::jsonb)
      with ordinality as given(row, place)`.execute(work);
  const job = await addRecord(work, tableOf('import-job'), {
    import_id: record.id,
    status: 'queued',
    mapping,
    user_id,
    model,
    file_name: given.file_name,
    load,
    part,
    load_rows,
    total: rows.length,
    done: 0,
    changed: 0,
    failed: 0,
    failures: [],
  });
  await send(work, 'imports', { jobId: Number(job.id) });
  return record;
}

/** The import of a part, if it was stored before. Locks the part until the transaction ends. */
async function partOf(work: Database, load: string, part: number): Promise<StoredImport | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`load ${load} ${part}`}, 0))`.execute(work);
  const row = await rowsWithin(work, table, {})
    .where(sql<boolean>`fields @> jsonb_build_object('load', ${load}::text, 'part', ${part}::int)`)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Saves a mapping as the default of a model, for uploads without one. */
export async function addMapping(
  work: Database,
  { userId: user_id }: Machine,
  name: string,
  mapping: Mapping,
): Promise<StoredImport> {
  const model = checkedModel(name);
  const values = { model, type: 'mapping', status: 'done', mapping, rows: 0, user_id };
  return await addRecord(work, table, values);
}

/** The newest saved mapping of a model. */
async function savedMapping(work: Database, model: string): Promise<Mapping | null> {
  const row = await rowsWithin(work, table, {})
    .where(sql<boolean>`fields @> jsonb_build_object('type', 'mapping', 'model', ${model}::text)`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row && fromRow(row).mapping) ?? null;
}

export const importView = (record: StoredImport, principal: Principal) =>
  viewOf(importShape, record, principal);
