import type * as v from 'valibot';
import { invalid } from '../api/problem.ts';
import { valueOfCell } from './cell-values.ts';
import type { FileRow } from './read-file.ts';

/** The field for each column, `''` for a column that is left out. Without a mapping, columns are named as fields. */
export type Mapping = Readonly<Record<string, unknown>>;

/**
 * A row of a file as a record: columns renamed, empty cells left out, and text converted to the type of its field, because CSV has
 * only text. Throws 422 for a row without a value, and for what a spreadsheet has made of one.
 */
export function mapRow(
  row: FileRow,
  mapping: Mapping | null,
  entries: Readonly<Record<string, v.GenericSchema>>,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const [, currency] =
    Object.entries(row).find(([column]) => (mapping ? mapping[column] : column) === 'currency') ?? [];
  for (const [column, value] of Object.entries(row)) {
    const field = mapping ? mapping[column] : column;
    if (typeof field !== 'string' || field === '' || value === null) continue;
    if (typeof value === 'string' && value.trim() === '') continue;
    record[field] = typeof value === 'string' ? valueOfCell(column, value, entries[field], currency) : value;
  }
  if (Object.keys(record).length === 0) throw invalid({ row: ['The row has no value.'] });
  return record;
}
