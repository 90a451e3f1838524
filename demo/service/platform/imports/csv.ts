import { pipeline, Readable } from 'node:stream';
import { CsvError, parse, type Options } from 'csv-parse';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The text of the record in the file, without its line end. */
  readonly text: string;
  /** The number of its first line, from 1 on. */
  readonly line: number;
}

/** A file that is not CSV, with the first line of the invalid record. */
export class CsvProblem extends Error {
  constructor(
    readonly reason: 'quote-not-closed' | 'text-after-quote' | 'record-too-long',
    readonly line: number,
  ) {
    super(`CSV: ${reason} in line ${line}`);
  }
}

/**
 * The records of CSV (RFC 4180), without empty lines. Only a chunk of the file and a few records are in memory, so it may be larger
 * than memory. Without `maxRecordBytes` a record may have any size. Throws `CsvProblem`.
 */
export async function* readCsv(
  chunks: Iterable<string> | AsyncIterable<string>,
  maxRecordBytes = 0,
): AsyncGenerator<CsvRecord> {
  let line = 1;
  const options = {
    bom: true,
    raw: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRecordBytes,
    // The callers check the number of cells, and name the record in their error.
    relax_column_count: true,
    // Quotes inside an unquoted cell are text, as in `5" shelf`.
    relax_quotes: true,
    // Called during parsing, so that lines are counted up to the failing record. csv-parse itself counts CRLF in a quoted cell twice.
    on_record: ({ record, raw }: { record: string[]; raw: string }): CsvRecord | undefined => {
      // With `relax_quotes` the cells `"5" shelf` and `"""5"" shelf"` have the same value: only the raw text differs.
      if (record.some((cell) => cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}"`)))
        throw new CsvProblem('text-after-quote', line);
      const firstLine = line;
      line += raw.match(LINE_ENDS)?.length ?? 0;
      if (record.length === 1 && record[0] === '') return undefined;
      return { cells: record, text: raw.replace(/[\r\n]+$/, ''), line: firstLine };
    },
  };
  // The types of csv-parse do not have the argument that `on_record` gets with `raw`.
  const parser = parse(options as unknown as Options);
  // Errors are thrown by the iteration below.
  pipeline(Readable.from(chunks), parser, () => {});
  try {
    const records: AsyncIterable<CsvRecord> = parser;
    yield* records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new CsvProblem('quote-not-closed', line);
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new CsvProblem('record-too-long', line);
    throw error;
  }
}

const LINE_ENDS = /\r\n|\r|\n/g;
