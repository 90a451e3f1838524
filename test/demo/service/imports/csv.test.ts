import { describe, expect, it } from 'vitest';
import { readCsv, type CsvLimits, type CsvRecord } from '../../../../demo/service/imports/csv.ts';
import { processorTime } from '../../../support/own-time.ts';

/** A text in chunks of `size` characters. */
function* inChunks(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function recordsOf(chunks: Iterable<string>, limits?: CsvLimits): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readCsv(chunks, limits)) records.push(record);
  return records;
}

describe('CSV reader', () => {
  it.each([1, 2, 3, 1_000])('reads the same records from chunks of %d characters', async (size) => {
    const text = '\ufeffa,b\r\n1,"x\r\n""y"""\r\n\r\n5" é,\n,"4"';
    expect(await recordsOf(inChunks(text, size))).toEqual([
      { cells: ['a', 'b'], text: 'a,b', line: 1 },
      { cells: ['1', 'x\r\n"y"'], text: '1,"x\r\n""y"""', line: 2 },
      { cells: ['5" é', ''], text: '5" é,', line: 5 },
      { cells: ['', '4'], text: ',"4"', line: 6 },
    ]);
  });

  it.each([
    ['an unclosed quote', 'a\n"1\n2"\n"x\ny', 'quote-not-closed', 4],
    ['text after a quoted cell', 'a,b\n"x\r\ny",z\n"""q""",\n"5" shelf,\n', 'text-after-quote', 5],
    ['a record that is too long', `a\n"${'x'.repeat(2_000)}"`, 'record-too-long', 2],
  ])('reports the line of %s', async (_, text, reason, line) => {
    await expect(recordsOf(inChunks(text, 100), { recordCharacters: 1_000 })).rejects.toMatchObject({
      reason,
      line,
    });
  });

  it.each([
    ['cells of a record', 'a,b\n1,2,3,4\n', { cells: 3 }, 'too-many-cells', 2],
    ['lines', 'a\n\n\n\n1\n', { lines: 3 }, 'too-many-lines', 4],
    ['lines in quoted cells', 'a\n"1\n2\n3"\n4\n', { lines: 3 }, 'too-many-lines', 5],
  ] as const)('limits %s', async (_, text, limits, reason, line) => {
    await expect(recordsOf(inChunks(text, 4), limits)).rejects.toMatchObject({ reason, line });
  });

  it('parses a record of many quoted cells in linear time', async () => {
    const quotedCells = (count: number) => [
      Array.from({ length: count }, (_, at) => `"""${at}"""`).join(','),
    ];
    const time = (count: number) => processorTime(() => recordsOf(quotedCells(count)));
    await time(5_000);
    const few = await time(5_000);
    // With n² it would be 64 times as long.
    expect(await time(40_000)).toBeLessThan(Math.max(30, few) * 20);
  });

  it('stops reading when a record is too long', async () => {
    let read = 0;
    function* endless() {
      yield 'a\n"';
      for (; read < 10_000; read++) yield 'x'.repeat(1_000);
    }
    await expect(recordsOf(endless(), { recordCharacters: 50_000 })).rejects.toMatchObject({
      reason: 'record-too-long',
    });
    expect(read).toBeLessThan(1_000);
  });
});
