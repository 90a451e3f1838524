import { createReadStream } from 'node:fs';
import { cellsByName, ColumnProblem, columnNames } from '../service/imports/columns.ts';
import { CsvProblem, readCsv, type CsvFault } from '../service/imports/csv.ts';
import { decoded, encodingOf, EncodingProblem, type Encoding } from '../service/imports/decode.ts';
import { convertedRows, type Conversion } from './converted-rows.ts';
import { ImportProblem } from './settings.ts';

/** A row of the file. */
export interface FileRow {
  readonly text: string;
  /** Its first line, from 1 on. */
  readonly line: number;
}

export type Format = 'csv' | 'ndjson';

/** The format and model of a file, by its name. Throws `ImportProblem`. */
export function formatOf(file: string): Format {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  if (ending === 'csv') return 'csv';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  throw new ImportProblem(
    `"${file}" is neither .csv nor .ndjson (.jsonl). An array of JSON becomes one by: jq -c '.[]' people.json > people.ndjson`,
  );
}

export interface FileFacts {
  readonly file: string;
  readonly format: Format;
  readonly encoding: Encoding;
  /** For the export of another system: how its rows become records. */
  readonly conversion?: Conversion | undefined;
}

export interface ReadRow extends FileRow {
  /** Its columns. */
  readonly columns: readonly string[];
}

/** The rows of a file, read in chunks: a file may be larger than memory. Throws `ImportProblem` with the line. */
export async function* readRows(
  { file, format, encoding, conversion }: FileFacts,
  seen: (text: string) => void = () => {},
): AsyncGenerator<ReadRow & { readonly head: string }> {
  const text = decodedText(file, encoding, seen);
  if (conversion) yield* convertedRows(csvRows(text), conversion);
  else yield* format === 'csv' ? csvRows(text) : jsonRows(text);
}

async function* decodedText(
  file: string,
  encoding: Encoding,
  seen: (text: string) => void,
): AsyncGenerator<string> {
  for await (const text of decoded(bytesOf(file), encoding)) {
    seen(text);
    yield text;
  }
}

/** The encoding of a file; reads all of it. Throws `ImportProblem` with line and byte for a file that is no text. */
export async function readEncoding(file: string): Promise<Encoding> {
  try {
    return await encodingOf(bytesOf(file));
  } catch (error) {
    throw error instanceof EncodingProblem ? new ImportProblem(error.message) : error;
  }
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(file);
    yield* chunks;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportProblem(`There is no file "${file}".`);
    if (code === 'EISDIR') throw new ImportProblem(`"${file}" is a folder.`);
    if (code === 'EACCES') throw new ImportProblem(`"${file}" cannot be read: it is closed to you.`);
    throw error;
  }
}

/** A longer record has an unclosed quote: the rest of the file would be read as one cell. */
const MAX_RECORD_CHARACTERS = 1_000_000;
const MAX_COLUMNS = 200;

const csvFaults: Readonly<Record<CsvFault, string>> = {
  'quote-not-closed': 'a quote that begins here does not end.',
  'text-after-quote': 'there is text behind a quoted cell.',
  'record-too-long': 'a row is too long. Does a quote in it not end?',
  'too-many-cells': `there are more than ${MAX_COLUMNS} columns.`,
  'too-many-lines': 'there are too many lines.',
};

async function* csvRecords(chunks: AsyncIterable<string>) {
  try {
    yield* readCsv(chunks, { recordCharacters: MAX_RECORD_CHARACTERS, cells: MAX_COLUMNS });
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    throw new ImportProblem(`Line ${error.line}: ${csvFaults[error.reason]}`);
  }
}

async function* csvRows(chunks: AsyncIterable<string>) {
  let head: { readonly text: string; readonly columns: readonly string[] } | undefined;
  for await (const { text, line, cells } of csvRecords(chunks)) {
    if (!head) {
      head = { text, columns: inLine(line, () => columnNames(cells)) };
      continue;
    }
    const { columns, text: names } = head;
    // The service skips rows of empty cells, too, so that both count the same rows.
    const row = inLine(line, () => cellsByName(columns, cells));
    if (row) yield { text, line, cells: row, columns: Object.keys(row), head: `${names}\n` };
  }
}

function inLine<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ColumnProblem ? new ImportProblem(`Line ${line} ${error.message}`) : error;
  }
}

async function* jsonRows(chunks: AsyncIterable<string>) {
  let line = 0;
  for await (const text of linesOf(chunks)) {
    line++;
    if (text.trim() === '') continue;
    yield { text, line, columns: Object.keys(objectOf(text, line)), head: '' };
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).replace(/^\ufeff/, '').split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

function objectOf(text: string, line: number): object {
  try {
    const row: unknown = JSON.parse(text);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row;
  } catch {
    // The same error as for JSON that is not an object.
  }
  throw new ImportProblem(`Line ${line}: there is no JSON object in it.`);
}
