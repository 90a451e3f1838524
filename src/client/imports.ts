/** Text of one upload, in bytes: below the 5 MB of ASSUMPTION G23. */
const PIECE_BYTES = 4_000_000;

/** Records as texts of one JSON object per line, each text small enough for one upload. */
export async function* cutLines(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  maxBytes = PIECE_BYTES,
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
