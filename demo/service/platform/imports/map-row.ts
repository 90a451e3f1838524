import * as v from 'valibot';
import type { FileRow } from './read-file.ts';

/** Which field each column fills; columns that are not in it are left out. Without one, columns are named as fields. */
export type Mapping = Readonly<Record<string, unknown>>;

/**
 * A row of a file as a record: columns renamed, empty cells left out, and text made what its field takes, for a file of
 * text has no numbers.
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
    record[field] = typeof value === 'string' ? fitted(value, entries[field]) : value;
  }
  return record;
}

/** The text itself where the field takes text, otherwise the first reading of it that the field takes. */
function fitted(text: string, schema: v.GenericSchema | undefined): unknown {
  if (!schema) return text;
  const readings = [text, ...(text.trim() === '' ? [] : [Number(text)]), ...jsonOf(text)];
  const taken = readings.find((reading) => v.safeParse(schema, reading).success);
  return taken === undefined ? text : taken;
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
