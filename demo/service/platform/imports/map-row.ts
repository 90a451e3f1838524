import * as v from 'valibot';
import type { FileRow } from './read-file.ts';

/** The field for each column; other columns are left out. Without a mapping, columns are named as fields. */
export type Mapping = Readonly<Record<string, unknown>>;

/**
 * A row of a file as a record: columns renamed, empty cells left out, and text converted to the type of its field, because CSV has
 * only text.
 */
export function mapRow(
  row: FileRow,
  mapping: Mapping | null,
  entries: Readonly<Record<string, v.GenericSchema>>,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const field = mapping ? mapping[column] : column;
    if (typeof field !== 'string' || field === '' || value === '') continue;
    record[field] = typeof value === 'string' ? converted(value, entries[field]) : value;
  }
  return record;
}

/** The text as a value that the field accepts: as text, number or JSON, in this order; otherwise unchanged. */
function converted(text: string, schema: v.GenericSchema | undefined): unknown {
  if (!schema) return text;
  const candidates = [text, ...(text.trim() === '' ? [] : [Number(text)]), ...jsonOf(text)];
  const accepted = candidates.find((candidate) => v.safeParse(schema, candidate).success);
  return accepted === undefined ? text : accepted;
}

function jsonOf(text: string): unknown[] {
  try {
    return [
      JSON.parse(text.toLowerCase() === 'true' || text.toLowerCase() === 'false' ? text.toLowerCase() : text),
    ];
  } catch {
    return [];
  }
}
