import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberedRows, readText } from '../../support/citations.ts';

// docs/rules.md: every rule of the interface links to the tests that prove it.

const LAST_RULE = 121;
const LAST_DERIVED_RULE = 10;
const rows = numberedRows(readText('docs/rules.md')).map(({ number, cells }) => ({
  number,
  cells,
  tests: [...(cells.at(-1) ?? '').matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file),
}));

/** Tests whose rules concern a service that implements the interface. */
const ofService = /^test\/(demo\/service|e2e)\//;

/** Why a rule needs no test of the service, in a few words. */
const notOfService: Readonly<Record<string, string>> = {
  R35: 'what a client must put up with',
  R44: 'what a client must put up with',
  R85: 'a secret kept from browsers',
  R93: 'the proxy',
  R94: 'the proxy',
  R95: 'the proxy',
  R96: 'the proxy',
  R97: 'the proxy',
  R98: 'options of the client',
  R99: 'logging of the client',
};

interface Row {
  readonly number: string;
  readonly tests: readonly string[];
}

/** What is wrong with the column of tests: none is named, one does not exist, or none is of the service without a reason. */
const faults = (listed: readonly Row[]): string[] =>
  listed.flatMap(({ number, tests }) => {
    const ofTheService = tests.some((file) => ofService.test(file));
    return [
      ...(tests.length === 0 ? [`${number} names no test`] : []),
      ...tests
        .filter((file) => !existsSync(new URL(`../../../${file}`, import.meta.url)))
        .map((file) => `${number}: ${file} does not exist`),
      ...(number.startsWith('R') && ofTheService === number in notOfService
        ? [
            `${number} ${ofTheService ? 'has a test of the service and a reason for none' : 'has no test of the service'}`,
          ]
        : []),
    ];
  });

describe('the table of rules', () => {
  it('has a row for each rule and each derived rule, in order, with every cell filled', () => {
    const numbers = (letter: string, last: number) =>
      Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);
    expect(rows.map(({ number }) => number)).toEqual([
      ...numbers('R', LAST_RULE),
      ...numbers('D', LAST_DERIVED_RULE),
    ]);
    for (const { number, cells } of rows) {
      expect(cells, number).toHaveLength(number.startsWith('R') ? 3 : 2);
      for (const cell of cells) expect(cell, number).not.toBe('');
    }
  });

  it('links each rule to tests that exist, one of them of the service', () => {
    expect(faults(rows)).toEqual([]);
  });

  it('is reported if it names no test, a deleted one, or none of the service', () => {
    const deleted = 'test/demo/service/deleted.test.ts';
    expect(
      faults([
        { number: 'R1', tests: [] },
        { number: 'R2', tests: [deleted] },
      ]),
    ).toEqual(['R1 names no test', 'R1 has no test of the service', `R2: ${deleted} does not exist`]);
  });
});
