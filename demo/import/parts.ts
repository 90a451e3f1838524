import type { Plan } from './plan.ts';
import { readRows } from './rows.ts';

/**
 * Rows of one upload: few enough that the service stores the reason of every failure. A file is always split in the same way, so
 * that the number of a part is stable.
 */
const PART_ROWS = 1_000;
const PART_CHARACTERS = 1_000_000;

export interface FilePart {
  /** From 1 on. */
  readonly number: number;
  readonly content: string;
  /** The line numbers of its rows. */
  readonly lines: readonly number[];
}

export async function* cutParts(plan: Plan): AsyncGenerator<FilePart> {
  let number = 1;
  let texts: string[] = [];
  let lines: number[] = [];
  let size = 0;
  let head = '';
  const part = () => ({ number: number++, content: `${head}${texts.join('\n')}\n`, lines });
  for await (const row of readRows(plan)) {
    if (texts.length === PART_ROWS || (texts.length && size + row.text.length > PART_CHARACTERS)) {
      yield part();
      [texts, lines, size] = [[], [], 0];
    }
    head = row.head;
    texts.push(row.text);
    lines.push(row.line);
    size += row.text.length;
  }
  yield part();
}
