import { createHash } from 'node:crypto';
import path from 'node:path';
import { columnsOf, importModels, modelNamed } from '../service/platform/imports/models.ts';
import { formatOf, readRows, type Format } from './rows.ts';
import { ImportProblem, type ImportSettings } from './settings.ts';

/** The import of a file, after reading the whole file once. */
export interface Plan {
  readonly model: string;
  readonly file: string;
  readonly fileName: string;
  readonly format: Format;
  readonly rows: number;
  readonly mapping: Readonly<Record<string, string>>;
  /** The name of this load: the same for the same file and options. */
  readonly load: string;
}

/** Reads the file once, so that errors are reported before anything is sent. Throws `ImportProblem`. */
export async function createPlan(settings: ImportSettings): Promise<Plan> {
  const { file } = settings;
  const model = modelNamed(settings.model);
  if (model === undefined)
    throw new ImportProblem(
      `There is no model "${settings.model}": one of ${Object.keys(importModels).join(', ')}.`,
    );
  const format = formatOf(file);
  const content = createHash('sha256');
  const columns = new Map<string, number>();
  let rows = 0;
  for await (const row of readRows(file, format, (text) => content.update(text))) {
    rows++;
    for (const column of row.columns) if (!columns.has(column)) columns.set(column, row.line);
  }
  if (rows === 0) throw new ImportProblem(`"${file}" holds no rows.`);
  const mapping = fieldsOf(model, columns, settings.mapping);
  const fileName = path.basename(file).slice(0, 255);
  const facts = [content.digest('hex'), model, mapping, settings.update, settings.run];
  const load = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return { model, file, fileName, format, rows, mapping, load };
}

/** The field for each column. Refuses a column without a field, because it would be left out silently. */
function fieldsOf(
  model: string,
  columns: ReadonlyMap<string, number>,
  given: ReadonlyMap<string, string>,
): Record<string, string> {
  const fields = columnsOf(model);
  const unknown = [...given.keys()].filter((column) => !columns.has(column));
  if (unknown.length)
    throw new ImportProblem(
      `--map names "${unknown[0]}", but the file has: ${[...columns.keys()].join(', ')}.`,
    );
  return Object.fromEntries(
    [...columns].map(([column, line]) => {
      const field = given.get(column) ?? column;
      if (field !== '' && !fields.includes(field))
        throw new ImportProblem(
          `Line ${line}: "${field}" is no field of a ${model}. It has: ${fields.join(', ')}. ` +
            `Set --map "${column}=FIELD", or --map "${column}=" to leave the column out.`,
        );
      return [column, field];
    }),
  );
}
