import { setImmediate as nextTurn } from 'node:timers/promises';
import { record } from '../../../src/services/transport/read.ts';
import { parseJson, rejectUnstorable } from '../api/body.ts';
import { invalid, Problem } from '../api/problem.ts';
import { cellsByName, ColumnProblem, columnNames } from './columns.ts';
import { CsvProblem, readCsv, type CsvFault } from './csv.ts';

/** A row of a file: text by column name for CSV, the object of a line for NDJSON. */
export type FileRow = Readonly<Record<string, unknown>>;
export type FileFormat = 'csv' | 'ndjson';

/** The format of a file by its name. */
export const formatOf = (fileName: string | null): FileFormat =>
  /\.(ndjson|jsonl)$/i.test(fileName ?? '') ? 'ndjson' : 'csv';

const MAX_ROWS = 100_000;
const MAX_COLUMNS = 200;
/** Lines of a file, empty ones and those inside quoted cells included. */
const MAX_LINES = 200_000;
/** A longer row has an unclosed quote, or is no record of this service. */
const MAX_ROW_CHARACTERS = 1_000_000;
/** Each stored row repeats the names of its columns: long names and many short rows would grow to gigabytes. */
const MAX_STORED_CHARACTERS = 64_000_000;

/** What is parsed without a pause: other requests are answered between two slices. */
const SLICE_CHARACTERS = 16_384;

/** The rows of a file, and the names of their columns. */
export interface ReadFile {
  readonly rows: readonly FileRow[];
  readonly columns: ReadonlySet<string>;
}

/** The rows of a file. Throws 422 with the number of an invalid line. */
export async function readFile(content: string, format: FileFormat): Promise<ReadFile> {
  const text = content.replace(/^\ufeff/, '');
  checkCharacters(text);
  const rows: FileRow[] = [];
  const columns = new Set<string>();
  for await (const row of format === 'csv' ? csvRows(text) : jsonRows(text)) {
    rows.push(row);
    if (format === 'ndjson' || rows.length === 1) addColumns(columns, row);
    if (rows.length > MAX_ROWS) throw refused(`holds more than ${MAX_ROWS} rows.`);
  }
  if (rows.length === 0) throw refused('holds no rows.');
  return { rows, columns };
}

export function addColumns(columns: Set<string>, row: FileRow): void {
  for (const column of Object.keys(row)) columns.add(column);
}

async function* jsonRows(text: string): AsyncGenerator<FileRow> {
  let line = 0;
  let sliceEnd = SLICE_CHARACTERS;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const row = text.slice(start, end === -1 ? text.length : end);
    line++;
    if (line > MAX_LINES) throw refused(faults['too-many-lines'](line));
    if (row.length > MAX_ROW_CHARACTERS) throw refused(faults['record-too-long'](line));
    if (row.trim() !== '') yield objectOf(row, line);
    start += row.length + 1;
    if (start <= sliceEnd) continue;
    sliceEnd = start + SLICE_CHARACTERS;
    await nextTurn();
  }
}

function objectOf(text: string, line: number): FileRow {
  let row: unknown;
  try {
    row = parseJson(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The same error as for JSON that is not an object.
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw refused(`has no JSON object in line ${line}.`);
  rejectUnstorable(row, `content (line ${line})`);
  return record(row);
}

/** The first line names the columns. */
async function* csvRows(text: string): AsyncGenerator<FileRow> {
  let names: readonly string[] | undefined;
  let stored = 0;
  for await (const { cells, text: raw, line } of csvRecords(text)) {
    if (!names) {
      names = inLine(line, () => columnNames(cells));
      continue;
    }
    const row = inLine(line, () => cellsByName(names ?? [], cells));
    if (!row) continue;
    stored += raw.length + namesLength(names);
    if (stored > MAX_STORED_CHARACTERS)
      throw refused('is too large with the names of its columns in each row: send it in parts.');
    yield row;
  }
}

const namesLength = (names: readonly string[]): number => names.reduce((sum, { length }) => sum + length, 0);

const faults: Readonly<Record<CsvFault, (line: number) => string>> = {
  'text-after-quote': (line) => `has text behind a quoted cell in line ${line}.`,
  'quote-not-closed': (line) => `has a quote that does not end, in line ${line}.`,
  'record-too-long': (line) =>
    `has a row of more than ${MAX_ROW_CHARACTERS} characters in line ${line}. Does a quote in it not end?`,
  'too-many-cells': (line) => `has more than ${MAX_COLUMNS} columns in line ${line}.`,
  'too-many-lines': () => `has more than ${MAX_LINES} lines.`,
};

async function* csvRecords(text: string) {
  const limits = { recordCharacters: MAX_ROW_CHARACTERS, cells: MAX_COLUMNS, lines: MAX_LINES };
  try {
    yield* readCsv(slices(text), limits);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    throw refused(faults[error.reason](error.line));
  }
}

async function* slices(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    await nextTurn();
    yield text.slice(at, at + SLICE_CHARACTERS);
  }
}

/** Throws 422 for text that was decoded wrongly before it was sent: each such character has replaced a letter. */
function checkCharacters(text: string): void {
  const lost = text.indexOf('\ufffd');
  if (lost < 0) return;
  const line = text.slice(0, lost).split(/\r\n|\r|\n/).length;
  throw refused(
    `has the replacement character U+FFFD in line ${line}: read the file in its own encoding, such as Windows-1252.`,
  );
}

/** Adds the line to a problem with the columns of a file. */
function inLine<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ColumnProblem) throw refused(`${error.message.slice(0, -1)}, in line ${line}.`);
    throw error;
  }
}

const refused = (what: string) => invalid({ content: [`The file ${what}`] });
