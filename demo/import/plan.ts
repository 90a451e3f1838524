import { createHash } from 'node:crypto';
import path from 'node:path';
import { ColumnProblem, fieldsOfColumns, type MappingWords } from '../service/imports/columns.ts';
import { importModels, modelNamed } from '../service/imports/models.ts';
import { formatOf, readEncoding, readRows, type FileFacts } from './rows.ts';
import type { Conversion } from './converted-rows.ts';
import { sources } from './sources/index.ts';
import { ImportProblem, type ImportSettings } from './settings.ts';

/** The import of a file, after reading the whole file once. */
export interface Plan extends FileFacts {
  readonly model: string;
  readonly fileName: string;
  readonly rows: number;
  readonly mapping: Readonly<Record<string, string>>;
  /** The name of this load: the same for the same file and options. */
  readonly load: string;
  /** The name of the versions of this file: a row is imported once in all of them. */
  readonly series: string;
}

/** Reads the file, so that errors are reported before anything is sent. Throws `ImportProblem`. */
export async function createPlan(settings: ImportSettings): Promise<Plan> {
  const { file } = settings;
  const conversion = conversionOf(settings);
  const model = conversion?.source.model ?? modelNamed(settings.model);
  if (model === undefined)
    throw new ImportProblem(
      `There is no model "${settings.model}": one of ${Object.keys(importModels).join(', ')}.`,
    );
  const format = formatOf(file);
  if (conversion && format !== 'csv') throw new ImportProblem('--from reads a file of CSV.');
  const content = createHash('sha256');
  const encoding = await readEncoding(file);
  const columns = new Set<string>();
  let rows = 0;
  for await (const row of readRows({ file, format, encoding, conversion }, (text) => content.update(text))) {
    rows++;
    for (const column of row.columns) columns.add(column);
  }
  if (rows === 0) throw new ImportProblem(`"${file}" holds no rows.`);
  const mapping = fieldsOf(model, columns, conversion ? new Map() : settings.mapping);
  const fileName = path.basename(file).slice(0, 255);
  const facts: unknown[] = [content.digest('hex'), model, mapping, settings.update, settings.run];
  if (conversion) facts.push(settings.from, conversion.shared);
  const load = hashOf(facts);
  const series = hashOf([model, fileName, settings.from ?? '', settings.run]);
  // Records of an export are sent as lines of JSON.
  const sentAs = conversion ? ('ndjson' as const) : format;
  return { model, file, fileName, format: sentAs, encoding, conversion, rows, mapping, load, series };
}

const hashOf = (facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');

/** How the rows of the export that `--from` names become records; undefined without it. Throws `ImportProblem`. */
function conversionOf({ from, mapping, shared }: ImportSettings): Conversion | undefined {
  if (from === undefined) {
    if (shared.size) throw new ImportProblem('--set is for files that --from reads.');
    return undefined;
  }
  const source = Object.hasOwn(sources, from) ? sources[from] : undefined;
  if (!source)
    throw new ImportProblem(`There is no export "${from}": one of ${Object.keys(sources).join(', ')}.`);
  const renamed = [...mapping].filter(([, field]) => field !== '');
  if (renamed.length) throw new ImportProblem('With --from, --map only leaves out columns: --map "Column=".');
  return { source, leftOut: [...mapping.keys()], shared: Object.fromEntries(shared) };
}

const MAPPING_WORDS: MappingWords = {
  toField: (column) => `--map "${column}=FIELD"`,
  leaveOut: (column) => `--map "${column}="`,
};

/** The field for each column. Throws `ImportProblem` with all columns that have none. */
function fieldsOf(
  model: string,
  columns: ReadonlySet<string>,
  given: ReadonlyMap<string, string>,
): Record<string, string> {
  const unknown = [...given.keys()].filter((column) => !columns.has(column));
  if (unknown.length)
    throw new ImportProblem(
      `--map names ${unknown.join(', ')}, but the file has: ${[...columns].join(', ')}.`,
    );
  try {
    return fieldsOfColumns(model, columns, Object.fromEntries(given), MAPPING_WORDS);
  } catch (error) {
    throw error instanceof ColumnProblem ? new ImportProblem(`The file ${error.message}`) : error;
  }
}
