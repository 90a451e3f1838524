import type { Cells, Source } from './sources/source.ts';
import { ImportProblem } from './settings.ts';

export interface Conversion {
  readonly source: Source;
  /** Columns that the source does not know and that are left out. */
  readonly leftOut: readonly string[];
  /** Values of fields that all records share. */
  readonly shared: Cells;
}

interface CsvRow {
  readonly line: number;
  readonly cells: Cells;
}

/** The records of an export, as lines of JSON. Throws `ImportProblem` for columns of another export. */
export async function* convertedRows(rows: AsyncIterable<CsvRow>, conversion: Conversion) {
  const { source } = conversion;
  let group: CsvRow[] = [];
  let isFirst = true;
  for await (const row of rows) {
    if (isFirst) checkColumns(Object.keys(row.cells), conversion);
    isFirst = false;
    if (group[0] && !belongTogether(source, group[0], row)) {
      yield* recordsOf(group, conversion);
      group = [];
    }
    group.push(row);
  }
  if (group.length) yield* recordsOf(group, conversion);
}

function belongTogether({ groupBy }: Source, first: CsvRow, row: CsvRow): boolean {
  return groupBy !== undefined && first.cells[groupBy] === row.cells[groupBy];
}

function* recordsOf(group: readonly CsvRow[], { source, shared }: Conversion) {
  const [first] = group;
  if (!first) return;
  const records = source.records(
    first.cells,
    group.map(({ cells }) => cells),
  );
  for (const record of records) {
    const values = Object.entries({ ...shared, ...record }).filter(([, value]) => value !== '');
    yield {
      text: JSON.stringify(Object.fromEntries(values)),
      line: first.line,
      columns: values.map(([name]) => name),
      head: '',
    };
  }
}

function checkColumns(columns: readonly string[], { source, leftOut }: Conversion): void {
  const missing = source.needed.filter((column) => !columns.includes(column));
  if (missing.length)
    throw new ImportProblem(
      `The file is another export: it has no ${missing.join(', ')}. It has: ${columns.join(', ')}.`,
    );
  const known = [...source.needed, ...source.known, ...leftOut];
  const unknown = columns.filter((column) => !known.includes(column));
  if (unknown.length)
    throw new ImportProblem(
      `The export has unknown columns: ${unknown.join(', ')}. Leave one out by --map "${unknown[0]}=".`,
    );
}
