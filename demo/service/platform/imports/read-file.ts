import { invalid } from '../../api/problem.ts';

/** A row of a file: columns by name, as text, or what a line of JSON says. */
export type FileRow = Readonly<Record<string, unknown>>;
export type FileFormat = 'csv' | 'ndjson';

const MAX_ROWS = 100_000;
const MAX_COLUMNS = 200;

/** The rows of a file. Throws 422 with the line that cannot be read. */
export function readFile(content: string, format: FileFormat): FileRow[] {
  const text = content.replace(/^\ufeff/, '');
  const rows = format === 'csv' ? readCsv(text) : readLines(text);
  if (rows.length === 0) throw refused('holds no rows.');
  if (rows.length > MAX_ROWS) throw refused(`holds more than ${MAX_ROWS} rows.`);
  return rows;
}

function readLines(text: string): FileRow[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const row: unknown = JSON.parse(line);
      if (typeof row === 'object' && row !== null && !Array.isArray(row)) return [row as FileRow];
    } catch {
      // The same answer as for a line that is JSON and no object.
    }
    throw refused(`has no JSON object in line ${index + 1}.`);
  });
}

/** RFC 4180: commas, quotes doubled inside quotes, the first line names the columns. */
function readCsv(text: string): FileRow[] {
  const [head, ...lines] = cells(text);
  if (!head) return [];
  const names = head.map((name) => name.trim());
  if (names.length > MAX_COLUMNS) throw refused(`has more than ${MAX_COLUMNS} columns.`);
  if (names.some((name) => name === '') || new Set(names).size < names.length) {
    throw refused('needs a name for every column in its first line, and no name twice.');
  }
  return lines.map((line, index) => {
    if (line.length !== names.length) {
      throw refused(`has ${line.length} instead of ${names.length} columns in row ${index + 1}.`);
    }
    return Object.fromEntries(names.map((name, column) => [name, line[column] ?? '']));
  });
}

function cells(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  const endLine = () => {
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  };
  while (at < text.length) {
    if (text[at] === '"') {
      const [cell, end] = quoted(text, at + 1, lines.length + 1);
      line.push(cell);
      at = end;
    } else {
      const end = /[,\r\n]|$/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      line.push(text.slice(at, stop));
      at = stop;
    }
    if (text[at] === ',') {
      at++;
      // A line that ends with a comma has one more cell.
      if (at === text.length || text[at] === '\r' || text[at] === '\n') line.push('');
      if (at < text.length && text[at] !== '\r' && text[at] !== '\n') continue;
    } else if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
      throw refused(`has text behind a quoted cell in line ${lines.length + 1}.`);
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    endLine();
  }
  if (line.length) endLine();
  return lines;
}

/** A quoted cell from behind its first quote, with the place behind its last. */
function quoted(text: string, from: number, line: number): [string, number] {
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw refused(`has a quote that does not end, in line ${line}.`);
    if (text[quote + 1] !== '"') return [text.slice(from, quote).replaceAll('""', '"'), quote + 1];
    at = quote + 2;
  }
}

const refused = (what: string) => invalid({ content: [`The file ${what}`] });
