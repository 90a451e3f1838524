import { PART_BYTES } from './batches.ts';

/** Records as texts of one JSON object per line, each text small enough for one upload. */
export async function* cutLines(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  maxBytes = PART_BYTES,
): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  let lines: string[] = [];
  let bytes = 0;
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`;
    const size = encoder.encode(line).length;
    if (lines.length && bytes + size > maxBytes) {
      yield lines.join('');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length) yield lines.join('');
}
