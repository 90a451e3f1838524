import { record } from '../../../../src/services/transport/read.ts';
import { invalid } from '../../api/problem.ts';
import { CsvProblem, readCsv } from './csv.ts';

/** A row of a file: text by column name for CSV, the object of a line for NDJSON. */
export type FileRow = Readonly<Record<string, unknown>>;
export type FileFormat = 'csv' | 'ndjson';

const MAX_ROWS = 100_000;
const MAX_COLUMNS = 200;

/** The rows of a file. Throws 422 with the number of an invalid line. */
export async function readFile(content: string, format: FileFormat): Promise<FileRow[]> {
  const text = content.replace(/^\ufeff/, '');
  const rows = format === 'csv' ? await readCsvRows(text) : readLines(text);
  if (rows.length === 0) throw refused('holds no rows.');
  if (rows.length > MAX_ROWS) throw refused(`holds more than ${MAX_ROWS} rows.`);
  return rows;
}

function readLines(text: string): FileRow[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const row: unknown = JSON.parse(line);
      if (typeof row === 'object' && row !== null && !Array.isArray(row)) return [record(row)];
    } catch {
      // The same error as for JSON that is not an object.
    }
    throw refused(`has no JSON object in line ${index + 1}.`);
  });
}

/** The first line names the columns. */
async function readCsvRows(text: string): Promise<FileRow[]> {
  let names: readonly string[] | undefined;
  const rows: FileRow[] = [];
  for await (const { cells } of csvRecords(text)) {
    if (!names) {
      names = columnNames(cells);
      continue;
    }
    if (cells.length !== names.length)
      throw refused(`has ${cells.length} instead of ${names.length} columns in row ${rows.length + 1}.`);
    rows.push(Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])));
  }
  return rows;
}

async function* csvRecords(text: string) {
  try {
    yield* readCsv([text]);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    throw refused(
      error.reason === 'text-after-quote'
        ? `has text behind a quoted cell in line ${error.line}.`
        : `has a quote that does not end, in line ${error.line}.`,
    );
  }
}

function columnNames(cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim());
  if (names.length > MAX_COLUMNS) throw refused(`has more than ${MAX_COLUMNS} columns.`);
  if (names.some((name) => name === '') || new Set(names).size < names.length)
    throw refused('needs a name for every column in its first line, and no name twice.');
  return names;
}

const refused = (what: string) => invalid({ content: [`The file ${what}`] });
