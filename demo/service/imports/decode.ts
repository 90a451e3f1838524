/** The encodings of files that are recognised. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes that are no text in any of the encodings. */
export class EncodingProblem extends Error {
  constructor(
    /** From 1 on. */
    readonly line: number,
    /** The position of the first invalid byte in the file, from 1 on. */
    readonly byte: number,
    what = 'is neither UTF-8 nor Windows-1252',
  ) {
    super(`Line ${line} ${what} (byte ${byte} of the file): save the file as "CSV UTF-8".`);
  }
}

const LOST = 'has the replacement character U+FFFD: another program has lost a character there';

/** Windows-1252 assigns no character to these bytes. */
const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Bytes that are looked at for UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4_096;

/**
 * The encoding of a file. UTF-16 is recognised by its byte order mark or its zero bytes. A file that is no UTF-8 is Windows-1252, the
 * encoding of spreadsheets in Western Europe and America, if that has a character for each byte. A file that has more characters of
 * UTF-8 than other bytes is a damaged one. Throws `EncodingProblem`.
 */
export async function encodingOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const utf8 = { characters: 0, faults: 0, line: 1, byte: 1 };
  let isWindows = true;
  let isFirst = true;
  let hasLostCharacters = false;
  const count = (text: string) => {
    const ends = /[\n\ufffd]/g;
    for (let end = ends.exec(text), start = 0; utf8.faults === 0; end = ends.exec(text)) {
      utf8.byte += Buffer.byteLength(text.slice(start, end?.index));
      if (end === null || end[0] === '\ufffd') break;
      utf8.byte++;
      utf8.line++;
      start = ends.lastIndex;
    }
    utf8.faults += text.match(/\ufffd/g)?.length ?? 0;
    utf8.characters += text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  };
  for await (const chunk of chunks) {
    const wide = isFirst ? wideEncoding(chunk) : undefined;
    if (wide) return wide;
    isFirst = false;
    count(decoder.decode(chunk, { stream: true }));
    isWindows &&= !chunk.some((byte) => UNASSIGNED.has(byte));
    hasLostCharacters ||= Buffer.from(chunk).includes('\ufffd');
  }
  count(decoder.decode());
  if (utf8.faults === 0) return 'utf-8';
  if (hasLostCharacters) throw new EncodingProblem(utf8.line, utf8.byte, LOST);
  if (!isWindows || utf8.characters > utf8.faults) throw new EncodingProblem(utf8.line, utf8.byte);
  return 'windows-1252';
}

function wideEncoding(start: Uint8Array): Encoding | undefined {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = start.subarray(0, SAMPLE_BYTES);
  const zeros = (from: 0 | 1) => sample.filter((byte, index) => index % 2 === from && byte === 0).length;
  // Letters of Latin scripts have a zero byte each; text of one byte per letter has none.
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return 'utf-16be';
  return undefined;
}

/** The text of a file, in chunks, without its byte order mark. The encoding is that of `encodingOf`. */
export async function* decoded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
