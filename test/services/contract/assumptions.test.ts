import { describe, expect, it } from 'vitest';
import { contracts } from '../../../src/services/contract/catalogue.ts';
import { numberedRows, readText, textFilesIn } from '../../support/citations.ts';

// docs/assumptions.md against the code: every gap has one home, and no other module decides it.

const LAST_GAP = 73;
const LAST_JUDGEMENT = 24;
const numbers = (letter: string, last: number) =>
  Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);

const rows = numberedRows(readText('docs/assumptions.md'));
const gaps = rows
  .filter(({ number }) => number.startsWith('G'))
  .map(({ number, cells }) => ({ number, cells, home: cells[2]?.replaceAll('`', '') ?? '' }));

/** The word, then a number or several: `ASSUMPTION G4`, `ASSUMPTION J15, G12`; a comment may break its line there. */
const MARK = /ASSUMPTION\s(?:\s*(?:\*|\/\/)\s)?((?:[GJ]\d+)(?:,\s(?:\s*\*\s)?[GJ]\d+)*)/g;
const markedIn = (text: string): string[] =>
  [...text.matchAll(MARK)].flatMap(([, list = '']) => list.match(/[GJ]\d+/g) ?? []);

const marked = textFilesIn('src', 'demo').map((file) => ({
  file,
  numbers: new Set(markedIn(readText(file))),
}));

/** The contract is the one home of many files: each of its shapes is a decision of its own. */
const FOLDERS: Readonly<Record<string, string>> = {
  'src/services/contract/': 'src/services/contract/shape.ts',
};
const isAt = (home: string, file: string) => (home in FOLDERS ? file.startsWith(home) : file === home);

/** What is wrong with the homes: none that carries the number, or the number elsewhere. */
const faults = (files: typeof marked): string[] =>
  gaps.flatMap(({ number, home }) => {
    const carriers = files.filter((one) => one.numbers.has(number)).map(({ file }) => file);
    const convention = FOLDERS[home] ?? home;
    return [
      ...(carriers.includes(convention) ? [] : [`${number} is not marked in ${convention}`]),
      ...carriers.filter((file) => !isAt(home, file)).map((file) => `${number} is marked in ${file} too`),
    ];
  });

describe('the list of assumptions', () => {
  it('G1: has a row for each gap and each judgement, in order, with every cell filled', () => {
    expect(rows.map(({ number }) => number)).toEqual([
      ...numbers('G', LAST_GAP),
      ...numbers('J', LAST_JUDGEMENT),
    ]);
    for (const { number, cells } of rows) {
      expect(cells, number).toHaveLength(number.startsWith('G') ? 4 : 2);
      for (const cell of cells) expect(cell, number).not.toBe('');
    }
  });

  it('G1: names for each gap the one file that has its number', () => {
    expect(faults(marked)).toEqual([]);
  });

  it('has every number that the code mentions', () => {
    const known = new Set(rows.map(({ number }) => number));
    const unknown = marked.flatMap((one) => [...one.numbers].filter((number) => !known.has(number)));
    expect(unknown).toEqual([]);
  });

  it('G12: is an assumption of 256 contracts, one for each path that is not shown', () => {
    expect(contracts.filter(({ assumed }) => assumed?.path === 'G12')).toHaveLength(256);
  });

  it('reports a number that moved to another file or is in two files', () => {
    const without = marked.filter(({ file }) => file !== 'src/services/transport/query.ts');
    expect(faults(without)).toEqual([
      'G7 is not marked in src/services/transport/query.ts',
      'G8 is not marked in src/services/transport/query.ts',
      'G28 is not marked in src/services/transport/query.ts',
    ]);
    const twice = [...marked, { file: 'src/client/pages.ts', numbers: new Set(['G8']) }];
    expect(faults(twice)).toEqual(['G8 is marked in src/client/pages.ts too']);
  });

  it('reads numbers in lists and across line breaks of comments', () => {
    expect(
      markedIn('// ASSUMPTION G4, as ours; ASSUMPTION J15, G12; (G7)\n * Path: ASSUMPTION\n * G13,\n * G3'),
    ).toEqual(['G4', 'J15', 'G12', 'G13', 'G3']);
  });
});
