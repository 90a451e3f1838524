import { describe, expect, it } from 'vitest';
import { contracts } from '../../../src/services/contract/catalogue.ts';
import { numberedRows, readText, textFilesIn } from '../../support/citations.ts';

// docs/assumptions.md against the code: every gap has one home, which marks it, and no other module marks an assumption.

const LAST_GAP = 86;
const LAST_JUDGEMENT = 25;
const numbers = (letter: string, last: number) =>
  Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);

const rows = numberedRows(readText('docs/assumptions.md'));
const homes = rows
  .filter(({ number }) => number.startsWith('G'))
  .map(({ cells }) => cells[2]?.replaceAll('`', '') ?? '');

const marksIn = (text: string): number => text.match(/\bASSUMPTION\b/g)?.length ?? 0;

/** The files with the word ASSUMPTION, and how often they have it. */
const marked = new Map(
  textFilesIn('src', 'demo')
    .map((file) => [file, marksIn(readText(file))] as const)
    .filter(([, marks]) => marks > 0),
);

/** The contract is the one home of many files: each of its shapes is a decision of its own. */
const FOLDER = 'src/services/contract/';

/** What is wrong with the homes: one with fewer marks than assumptions, or a mark in a file that is no home. */
const faults = (files: ReadonlyMap<string, number>): string[] => {
  const wanted = new Map(homes.map((home) => [home, homes.filter((one) => one === home).length]));
  return [
    ...[...wanted]
      .filter(([home, count]) => home !== FOLDER && (files.get(home) ?? 0) < count)
      .map(([home, count]) => `${home} has ${files.get(home) ?? 0} of ${count} marks`),
    ...[...files.keys()]
      .filter((file) => !file.startsWith(FOLDER) && !wanted.has(file))
      .map((file) => `${file} is the home of no assumption`),
  ];
};

describe('the list of assumptions', () => {
  it('has a row for each gap and each judgement, in order, with every cell filled', () => {
    expect(rows.map(({ number }) => number)).toEqual([
      ...numbers('G', LAST_GAP),
      ...numbers('J', LAST_JUDGEMENT),
    ]);
    for (const { number, cells } of rows) {
      expect(cells, number).toHaveLength(number.startsWith('G') ? 4 : 2);
      for (const cell of cells) expect(cell, number).not.toBe('');
    }
  });

  it('names for each gap the one file that marks it', () => {
    expect(faults(marked)).toEqual([]);
  });

  it('covers the path of 263 capabilities with a name alone, and of 9 endpoints of one custom field', () => {
    const assumed = contracts.filter((one) => one.assumed?.path).map(({ endpoint }) => endpoint.path);
    const ofOneField = assumed.filter((path) => /\/custom-fields\/\{\w+\}$/.test(path));
    expect([assumed.length - ofOneField.length, ofOneField.length]).toEqual([263, 9]);
  });

  it('is reported if an assumption has moved to another file', () => {
    const moved = new Map(marked).set('src/client/pages.ts', 1);
    moved.delete('src/services/transport/query.ts');
    expect(faults(moved)).toEqual([
      'src/services/transport/query.ts has 0 of 3 marks',
      'src/client/pages.ts is the home of no assumption',
    ]);
  });
});
