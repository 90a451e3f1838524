import { sql } from 'kysely';
import { importShape } from '../../../src/services/contract/platform.ts';
import type { Machine, Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import { send } from '../jobs/boss.ts';
import { viewOf } from '../crud/fields.ts';
import { addRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { ColumnProblem, fieldsOfColumns, type MappingWords } from './columns.ts';
import type { Mapping } from './map-row.ts';
import { importModels, isUpsertModel, modelNamed, upsertModels } from './models.ts';
import type { FileRow } from './read-file.ts';

export interface NewImport {
  readonly model: string;
  readonly type: 'upload' | 'manual';
  readonly file_name: string | null;
  readonly rows: readonly FileRow[];
  /** The names of their columns. */
  readonly columns: Iterable<string>;
  readonly mapping: Mapping | null;
  /** Whether a row whose record exists fails, or changes the record. */
  readonly existing?: 'fail' | 'change' | undefined;
  /** A part of a load is stored once. */
  readonly load?: string | undefined;
  readonly part?: number | undefined;
  /** Rows of all parts, to show the progress of the load. */
  readonly load_rows?: number | undefined;
  /** Versions of one file. A row that another load of the series has imported is not imported again. */
  readonly series?: string | undefined;
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
  const { rows, columns, existing = 'fail', load = null, part = null, load_rows = null, ...values } = given;
  const model = checkedModel(given.model);
  const existingPart = load !== null && part !== null ? await partOf(work, load, part) : undefined;
  if (existingPart) return existingPart;
  if (given.series !== undefined && (load === null || existing === 'change'))
    throw invalid({ series: ['A series needs the name of a load, and rows that are added, not changed.'] });
  if (existing === 'change' && !isUpsertModel(model))
    throw invalid({
      existing: [`A ${model} is not changed by a file: ${upsertModels.join(', ')} are.`],
    });
  const mapping = checkedMapping(model, columns, given.mapping ?? (await savedMapping(work, model)) ?? {});
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

const MAPPING_WORDS: MappingWords = {
  toField: (column) => `"mapping": {${JSON.stringify(column)}: "field"}`,
  leaveOut: (column) => `"mapping": {${JSON.stringify(column)}: ""}`,
};

/** The field of each column of the rows. Throws 422 with all columns that have none. */
function checkedMapping(model: string, columns: Iterable<string>, mapping: Mapping): Mapping {
  try {
    return fieldsOfColumns(model, columns, mapping, MAPPING_WORDS);
  } catch (error) {
    if (error instanceof ColumnProblem) throw invalid({ content: [`The file ${error.message}`] });
    throw error;
  }
}

interface CheckedImport extends Omit<NewImport, 'columns' | 'existing' | 'load' | 'part' | 'load_rows'> {
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
  await storeRows(work, record.id, rows);
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
    unchanged: 0,
    failed: 0,
    failures: [],
    warnings: [],
  });
  await send(work, 'imports', { jobId: Number(job.id) });
  return record;
}

/** Rows of one statement: making its text takes a moment in which no other request is answered. */
const ROWS_PER_STATEMENT = 1_000;

async function storeRows(work: Database, importId: unknown, rows: readonly FileRow[]): Promise<void> {
  for (let done = 0; done < rows.length; done += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(done, done + ROWS_PER_STATEMENT));
    await sql`
      insert into import_rows (import_id, number, fields)
      select ${importId}, ${done}::integer + place, row from jsonb_array_elements(${some}::jsonb)
        with ordinality as given(row, place)`.execute(work);
  }
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
