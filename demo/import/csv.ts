import type { FileRow } from './rows.ts';
import { ImportProblem } from './settings.ts';

/** A longer record is one whose quote does not end: the rest of the file would be read as one cell. */
const MAX_CHARACTERS = 1_000_000;
const LINE_END = /\r\n|\r|\n/g;

/**
 * Cuts CSV (RFC 4180) into its records as they come, each as it stands in the file, with the line in which it begins. The
 * first one holds the names of the columns. Throws for what the service could not read, by its line.
 */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
): AsyncGenerator<FileRow & { cells: string[] }> {
  let text = '';
  let line = 1;
  let isFirst = true;
  const take = function* (isLast: boolean): Generator<FileRow & { cells: string[] }> {
    for (let from = 0; ;) {
      const record = recordAt(text, from, line, isLast);
      if (!record) {
        text = text.slice(from);
        if (text.length > MAX_CHARACTERS)
          throw new ImportProblem(`Line ${line}: a row is too long. Does a quote in it not end?`);
        return;
      }
      const raw = text.slice(from, record.end);
      // An empty line is no row, as the service sees it.
      if (record.cells.length > 1 || record.cells[0] !== '') yield { text: raw, line, cells: record.cells };
      line += raw.match(LINE_END)?.length ?? 0;
      line++;
      from = record.next;
    }
  };
  for await (const chunk of chunks) {
    text += isFirst ? chunk.replace(/^\ufeff/, '') : chunk;
    isFirst = false;
    yield* take(false);
  }
  yield* take(true);
}

interface Found {
  readonly cells: string[];
  /** Where the record ends, and where the next one begins. */
  readonly end: number;
  readonly next: number;
}

/** The record at a place; undefined where more text has to come first, or none is left. */
function recordAt(text: string, from: number, line: number, isLast: boolean): Found | undefined {
  if (from >= text.length) return undefined;
  const cells: string[] = [];
  const stop = /[,\r\n]/g;
  for (let at = from; ;) {
    let end: number;
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1, isLast);
      if (closing === undefined) {
        if (isLast) throw new ImportProblem(`Line ${line}: a quote that begins here does not end.`);
        return undefined;
      }
      end = closing + 1;
      if (end < text.length && !/[,\r\n]/.test(text[end] ?? ''))
        throw new ImportProblem(`Line ${line}: there is text behind a quoted cell.`);
      cells.push(text.slice(at + 1, closing).replaceAll('""', '"'));
    } else {
      stop.lastIndex = at;
      end = stop.exec(text)?.index ?? text.length;
      cells.push(text.slice(at, end));
    }
    // Half a cell, or half a line end, may be in the next chunk.
    if (!isLast && (end >= text.length || (text[end] === '\r' && end + 1 >= text.length))) return undefined;
    if (text[end] !== ',') {
      const next = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
      return { cells, end, next };
    }
    at = end + 1;
  }
}

/** Where a quoted cell ends: at a quote that is not doubled. */
function closingQuote(text: string, from: number, isLast: boolean): number | undefined {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || (!isLast && at + 1 >= text.length)) return undefined;
    if (text[at + 1] !== '"') return at;
  }
}
