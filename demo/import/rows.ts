import { createReadStream } from 'node:fs';
import { CsvProblem, readCsv } from '../service/platform/imports/csv.ts';
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

export interface ReadRow extends FileRow {
  /** Its columns. */
  readonly columns: readonly string[];
}

/** The rows of a file, read in chunks: a file may be larger than memory. Throws `ImportProblem` with the line. */
export async function* readRows(
  file: string,
  format: Format,
  seen: (text: string) => void = () => {},
): AsyncGenerator<ReadRow & { readonly head: string }> {
  yield* format === 'csv' ? csvRows(textOf(file, seen)) : jsonRows(textOf(file, seen));
}

async function* textOf(file: string, seen: (text: string) => void): AsyncGenerator<string> {
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
      seen(String(chunk));
      yield String(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportProblem(`There is no file "${file}".`);
    if (code === 'EISDIR') throw new ImportProblem(`"${file}" is a folder.`);
    if (code === 'EACCES') throw new ImportProblem(`"${file}" cannot be read: it is closed to you.`);
    throw error;
  }
}

/** A longer record has an unclosed quote: the rest of the file would be read as one cell. */
const MAX_RECORD_BYTES = 1_000_000;

const csvFaults: Readonly<Record<CsvProblem['reason'], string>> = {
  'quote-not-closed': 'a quote that begins here does not end.',
  'text-after-quote': 'there is text behind a quoted cell.',
  'record-too-long': 'a row is too long. Does a quote in it not end?',
};

async function* csvRecords(chunks: AsyncIterable<string>) {
  try {
    yield* readCsv(chunks, MAX_RECORD_BYTES);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    throw new ImportProblem(`Line ${error.line}: ${csvFaults[error.reason]}`);
  }
}

async function* csvRows(chunks: AsyncIterable<string>) {
  let head: { readonly text: string; readonly columns: readonly string[] } | undefined;
  for await (const { text, line, cells } of csvRecords(chunks)) {
    if (!head) {
      const columns = cells.map((name) => name.trim());
      if (columns.some((name) => name === '') || new Set(columns).size < columns.length)
        throw new ImportProblem(`Line ${line}: every column needs a name, and no two the same.`);
      head = { text, columns };
      continue;
    }
    if (cells.length !== head.columns.length)
      throw new ImportProblem(
        `Line ${line}: ${cells.length} cells, but the first line names ${head.columns.length} columns.`,
      );
    yield { text, line, columns: head.columns, head: `${head.text}\n` };
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
