import { describe, expect, it } from 'vitest';
import { decoded, encodingOf } from '../../../../demo/service/imports/decode.ts';

const TEXT = 'name;city\nJörg Müller;Besançon\n';
const wide = (text: string) => Buffer.from(text, 'utf16le');
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
/** In chunks of three bytes, so that characters are cut. */
const chunks = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.subarray(at * 3, at * 3 + 3));

describe('the encoding of a file', () => {
  it.each([
    ['utf-8', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
    ['windows-1252', Buffer.from(TEXT, 'latin1')],
    ['utf-16le', wide(`\ufeff${TEXT}`)],
    ['utf-16le', wide(TEXT)],
    ['utf-16be', swapped(wide(`\ufeff${TEXT}`))],
    ['utf-16be', swapped(wide(TEXT))],
  ] as const)('%s is recognised, and no letter is lost (%#)', async (encoding, bytes) => {
    expect(await encodingOf([bytes])).toBe(encoding);
    let text = '';
    for await (const part of decoded(chunks(bytes), encoding)) text += part;
    expect(text).toBe(TEXT);
  });

  it.each([
    ['bytes without a character', Buffer.from([0x61, 0x0a, 0x62, 0x81]), 'Line 2 is neither', 'byte 4 of'],
    [
      'a damaged character among others of UTF-8',
      Buffer.concat([Buffer.from('ä\nöü\n'), Buffer.from([0xfc])]),
      'Line 3',
      'byte 9 of',
    ],
    [
      'a character that was lost before',
      Buffer.from('a\n\ufffd\n'),
      'Line 2 has the replacement',
      'byte 3 of',
    ],
  ])('is none for %s, with line and byte', async (_, bytes, line, byte) => {
    await expect(encodingOf([bytes])).rejects.toThrow(line);
    await expect(encodingOf([bytes])).rejects.toThrow(byte);
  });
});
