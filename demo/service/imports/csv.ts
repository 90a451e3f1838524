import { CsvError, parse, type Options } from 'csv-parse';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The text of the record in the file, without its line end. */
  readonly text: string;
  /** The number of its first line, from 1 on. */
  readonly line: number;
}

/** Limits of a file, checked while it is read, so that a hostile file is not read to its end. */
export interface CsvLimits {
  /** Characters of one record, its quotes and delimiters included. */
  readonly recordCharacters?: number;
  /** Cells of one record. */
  readonly cells?: number;
  /** Lines of the file, empty ones and those inside quotes included. */
  readonly lines?: number;
}

export type CsvFault =
  'quote-not-closed' | 'text-after-quote' | 'record-too-long' | 'too-many-cells' | 'too-many-lines';

/** A file that is not CSV or exceeds a limit, with the first line of the invalid record. */
export class CsvProblem extends Error {
  constructor(
    readonly reason: CsvFault,
    readonly line: number,
  ) {
    super(`CSV: ${reason} in line ${line}`);
  }
}

/**
 * The records of CSV (RFC 4180), without empty lines. Only a chunk of the file and its records are in memory, so it may be larger
 * than memory. A chunk is parsed without a pause, in time that grows with its length. Throws `CsvProblem`.
 */
export async function* readCsv(
  chunks: Iterable<string> | AsyncIterable<string>,
  { recordCharacters = Infinity, cells = Infinity, lines = Infinity }: CsvLimits = {},
): AsyncGenerator<CsvRecord> {
  const { start, rest } = await splitStart(chunks);
  const { delimiter, isNamed } = formatOf(start);
  let line = 1;
  let found: CsvRecord[] = [];
  /** Characters since the end of the last record. */
  let unfinished = 0;
  const options = {
    bom: true,
    raw: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    // The callers check the number of cells, and name the record in their error.
    relax_column_count: true,
    // Quotes inside an unquoted cell are text, as in `5" shelf`.
    relax_quotes: true,
    // Called during parsing, so that lines are counted up to the failing record. csv-parse itself counts CRLF in a quoted cell twice.
    on_record: ({ record, raw }: { record: string[]; raw: string }): void => {
      if (line > lines) throw new CsvProblem('too-many-lines', line);
      if (raw.length > recordCharacters) throw new CsvProblem('record-too-long', line);
      if (record.length > cells) throw new CsvProblem('too-many-cells', line);
      if (hasTextAfterQuote(raw, delimiter)) throw new CsvProblem('text-after-quote', line);
      unfinished = 0;
      const isData = record.length > 1 || record[0] !== '';
      if (isData && !(isNamed && line === 1))
        found.push({ cells: record, text: raw.replace(/[\r\n]+$/, ''), line });
      line += raw.match(LINE_ENDS)?.length ?? 0;
    },
  };
  // The types of csv-parse do not have the argument that `on_record` gets with `raw`.
  const parser = parse(options as unknown as Options);
  // Errors arrive by the callbacks below.
  parser.on('error', () => {});
  const parsed = (text: string | null) =>
    new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      if (text === null) parser.end(done);
      else parser.write(text, done);
    });
  try {
    for await (const chunk of rest) {
      unfinished += chunk.length;
      await parsed(chunk);
      yield* found;
      found = [];
      if (unfinished - chunk.length > recordCharacters) throw new CsvProblem('record-too-long', line);
    }
    await parsed(null);
    yield* found;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new CsvProblem('quote-not-closed', line);
    throw error;
  } finally {
    parser.destroy();
  }
}

const LINE_ENDS = /\r\n|\r|\n/g;

/**
 * Whether a cell goes on after its closing quote. With `relax_quotes` the cells `"5" shelf` and `"""5"" shelf"` have the same value:
 * only the text of the record differs. Reads it once, because a record may have many thousand quoted cells.
 */
function hasTextAfterQuote(record: string, delimiter: string): boolean {
  const ends = [delimiter, '\r', '\n'];
  for (let at = record.indexOf('"'); at !== -1; at = record.indexOf('"', at)) {
    if (at > 0 && !ends.includes(record[at - 1] ?? '')) {
      // A quote inside an unquoted cell: the cell ends with the next delimiter.
      while (at < record.length && !ends.includes(record[at] ?? '')) at++;
      continue;
    }
    do at = record.indexOf('"', at + 1) + 1;
    while (at > 0 && record[at] === '"');
    if (at === 0) return false;
    if (at < record.length && !ends.includes(record[at] ?? '')) return true;
  }
  return false;
}

/** What separates the cells of a file: the comma of the standard, and what spreadsheets of other countries and databases write. */
const DELIMITERS = [',', ';', '\t', '|'];
/** The names of the columns are in the first line; a file whose first line is longer has none. */
const MAX_START_CHARACTERS = 100_000;

/** The beginning of a text with its first two lines, and all of its chunks. */
async function splitStart(chunks: Iterable<string> | AsyncIterable<string>) {
  const iterator = (async function* () {
    yield* chunks;
  })();
  const read: string[] = [];
  let start = '';
  while (start.length < MAX_START_CHARACTERS && (start.match(LINE_ENDS)?.length ?? 0) < 3) {
    const { value, done } = await iterator.next();
    if (done) break;
    read.push(value);
    start += value;
  }
  async function* rest() {
    yield* read;
    yield* iterator;
  }
  return { start: start.replace(/^\ufeff/, ''), rest: rest() };
}

/**
 * The delimiter of a file, and whether its first line names it, as Excel writes `sep=;`. Otherwise it is the one that the first line
 * has most often outside of quotes.
 */
function formatOf(start: string): { readonly delimiter: string; readonly isNamed: boolean } {
  const [, named] = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(start) ?? [];
  if (named !== undefined) return { delimiter: named, isNamed: true };
  const unquoted = start.trimStart().replace(/"(?:[^"]|"")*"/g, '');
  const [names = ''] = unquoted.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((one) => names.split(one).length);
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', isNamed: false };
}
