import { Problem } from '../api/problem.ts';
import { mapRow, type Mapping } from './map-row.ts';
import { columnsOf, targetOf } from './models.ts';
import { formatOf, readFile } from './read-file.ts';

const SHOWN_ROWS = 3;
const CHECKED_ROWS = 1_000;
const SHOWN_FAULTS = 10;

/** A file before it is imported. Nothing of it is stored. */
export interface ImportPreview {
  readonly rows: number;
  readonly columns: readonly PreviewColumn[];
  /** Names of fields that a column can fill. */
  readonly fields: readonly string[];
  /** What the first thousand rows would be refused for, as far as the values tell it. */
  readonly faults: readonly string[];
}

export interface PreviewColumn {
  readonly name: string;
  /** The field that it fills; `''` if it is left out, undefined for a column that is no field. */
  readonly field: string | undefined;
  /** Its values in the first rows. */
  readonly values: readonly string[];
}

/** The first rows of a file, and the field of each column: that of the mapping, or the one of its name. Throws 422 as the import does. */
export async function previewOf(
  model: string,
  fileName: string,
  content: string,
  mapping: Mapping = {},
): Promise<ImportPreview> {
  const { rows, columns } = await readFile(content, formatOf(fileName));
  const fields = columnsOf(model);
  const fieldOf = (column: string): string | undefined => {
    const field = Object.hasOwn(mapping, column) ? mapping[column] : column;
    return typeof field === 'string' && (field === '' || fields.includes(field)) ? field : undefined;
  };
  const shown = rows.slice(0, SHOWN_ROWS);
  const known = Object.fromEntries([...columns].map((column) => [column, fieldOf(column) ?? '']));
  const entries = targetOf(model).fields;
  const faults = rows.slice(0, CHECKED_ROWS).flatMap((row, index) => {
    try {
      mapRow(row, known, entries);
      return [];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const messages = Object.values(error.details.errors ?? {}).flat();
      return messages.map((message) => `Row ${index + 1}: ${message}`);
    }
  });
  return {
    rows: rows.length,
    fields,
    faults: faults.slice(0, SHOWN_FAULTS),
    columns: [...columns].map((name) => ({
      name,
      field: fieldOf(name),
      values: shown.map((row) => shownText(row[name])),
    })),
  };
}

const shownText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
