import { pipeline, Readable } from 'node:stream';
import { CsvError, parse, type Options } from 'csv-parse';

export interface CsvRecord {
  readonly cells: readonly string[];
  /** The record as it stands in the file, without its line end. */
  readonly text: string;
  /** The line in which it begins, from 1 on. */
  readonly line: number;
}

/** A file that is not CSV, with the line in which the wrong record begins. */
export class CsvProblem extends Error {
  constructor(
    readonly reason: 'quote-not-closed' | 'text-after-quote' | 'record-too-long',
    readonly line: number,
  ) {
    super(`CSV: ${reason} in line ${line}`);
  }
}

/**
 * The records of CSV (RFC 4180); empty lines are none. A file may be larger than memory: only a chunk of it and a few records are
 * in memory. Without `maxRecordBytes` a record may have any size. Throws `CsvProblem`.
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
    // The callers name the record that has another number of cells.
    relax_column_count: true,
    // Quotes inside an unquoted cell are text, as in `5" shelf`.
    relax_quotes: true,
    // Called while it parses, so that lines are counted up to the record that fails. csv-parse's own count has a line end of two
    // characters in a quoted cell twice.
    on_record: ({ record, raw }: { record: string[]; raw: string }): CsvRecord | undefined => {
      // With `relax_quotes` the cell `"5" shelf` is its own text: only the raw text tells it from `"""5"" shelf"`.
      if (record.some((cell) => cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}"`)))
        throw new CsvProblem('text-after-quote', line);
      const begins = line;
      line += raw.match(LINE_ENDS)?.length ?? 0;
      // An empty line.
      if (record.length === 1 && record[0] === '') return undefined;
      return { cells: record, text: raw.replace(/[\r\n]+$/, ''), line: begins };
    },
  };
  // Its types know `on_record` for parsed cells alone, and not for what `raw` makes of them.
  const parser = parse(options as unknown as Options);
  // The iteration below throws what fails.
  pipeline(Readable.from(chunks), parser, () => {});
  try {
    for await (const record of parser) yield record as CsvRecord;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new CsvProblem('quote-not-closed', line);
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new CsvProblem('record-too-long', line);
    throw error;
  }
}

const LINE_ENDS = /\r\n|\r|\n/g;
