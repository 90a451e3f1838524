import { columnsOf } from './models.ts';

/** Columns of a file that cannot be imported: what is wrong, and how to mend it. */
export class ColumnProblem extends Error {}

/** The names of the columns, from the first line, with composed letters. A column without a name has to be empty; spreadsheets write such columns. */
export function columnNames(cells: readonly string[]): readonly string[] {
  const names = cells.map((name) => name.trim().normalize('NFC'));
  const twice = names.filter((name, index) => name !== '' && names.indexOf(name) < index);
  if (twice.length)
    throw new ColumnProblem(`has two columns of the same name: ${[...new Set(twice)].join(', ')}.`);
  if (names.every((name) => name === ''))
    throw new ColumnProblem('has no names of columns in its first line.');
  return names;
}

/** The cells of a row by the names of their columns; undefined for a row of empty cells. */
export function cellsByName(
  names: readonly string[],
  cells: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  if (cells.length !== names.length)
    throw new ColumnProblem(`has ${cells.length} cells, but the first line names ${names.length} columns.`);
  const unnamed = cells.findIndex((cell, index) => names[index] === '' && cell.trim() !== '');
  if (unnamed >= 0) throw new ColumnProblem(`has a value in column ${unnamed + 1}, which has no name.`);
  return Object.fromEntries(
    names.flatMap((name, index) => (name === '' ? [] : [[name, cells[index] ?? '']])),
  );
}

const MAX_NAMED = 100;
const listOf = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ');

/** How the sender of a file writes that a column fills a field. */
export interface MappingWords {
  readonly toField: (column: string) => string;
  readonly leaveOut: (column: string) => string;
}

/**
 * The field of each column, `''` for one that is left out. A column that the mapping does not name fills the field of its name, unless
 * the mapping fills that with another column of the file. Throws `ColumnProblem` with all columns that have no field: a column that is dropped
 * silently looks like an import that worked.
 */
export function fieldsOfColumns(
  model: string,
  columns: Iterable<string>,
  given: Readonly<Record<string, unknown>>,
  { toField, leaveOut }: MappingWords,
): Record<string, string> {
  const mapping = new Map(
    Object.entries(given).map(([column, field]) => [column.normalize('NFC'), field ?? '']),
  );
  const known = columnsOf(model);
  const present = [...columns];
  const mappedOf = (column: string): unknown => mapping.get(column.normalize('NFC'));
  const mapped = new Set(present.map((column) => mappedOf(column) ?? ''));
  const fields: Record<string, string> = {};
  const unknown: string[] = [];
  for (const column of present) {
    const field = mappedOf(column) ?? (mapped.has(column) ? '' : column);
    if (field === '') fields[column] = '';
    else if (typeof field === 'string' && known.includes(field)) fields[column] = field;
    else unknown.push(field === column ? column : `${column} (as ${String(field)})`);
  }
  const [first] = unknown;
  if (first !== undefined)
    throw new ColumnProblem(
      `has columns that are no field of a ${model}: ${listOf(unknown)}. A ${model} has: ${known.join(', ')}. ` +
        `Name the field of a column by ${toField(first)}, or leave the column out by ${leaveOut(first)}.`,
    );
  const filled = Object.values(fields).filter((field) => field !== '');
  const twice = filled.filter((field, index) => filled.indexOf(field) < index);
  if (twice.length) throw new ColumnProblem(`has several columns for ${[...new Set(twice)].join(', ')}.`);
  if (filled.length === 0) throw new ColumnProblem(`has no column that is a field of a ${model}.`);
  return fields;
}
