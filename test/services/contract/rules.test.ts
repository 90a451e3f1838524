import { describe, expect, it } from 'vitest';
import { numberedRows, numbersCitedIn, readText, textFilesIn } from '../../support/citations.ts';

// docs/rules.md against the tests: every rule has a test, and the page names tests that cite the rule.

const LAST_RULE = 121;
const LAST_DERIVED_RULE = 10;
const rows = numberedRows(readText('docs/rules.md')).map(({ number, cells }) => ({
  number,
  cells,
  tests: [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}));
const rules = rows
  .filter(({ number }) => number.startsWith('R'))
  .map(({ number }) => Number(number.slice(1)));

/** Why a rule needs no test, in a few words; a rule that has a test does not stand here. */
const untested: Readonly<Record<number, string>> = {};

/** Tests whose rules concern a service that implements the interface. */
const ofService = /^test\/(demo\/service|e2e)\//;

/** Why a rule needs no test of the service, in a few words. */
const notOfService: Readonly<Record<number, string>> = {
  35: 'what a client must put up with',
  44: 'what a client must put up with',
  85: 'a secret kept from browsers',
  93: 'the proxy',
  94: 'the proxy',
  95: 'the proxy',
  96: 'the proxy',
  97: 'the proxy',
  98: 'options of the client',
  99: 'logging of the client',
};

/** Both cite numbers to test how citations are read. */
const OWN_TESTS: readonly string[] = ['test/services/contract/rules.test.ts', 'test/docs/references.test.ts'];
const files = textFilesIn('test').filter((file) => file.endsWith('.test.ts') && !OWN_TESTS.includes(file));
const citedBy = new Map(files.map((file) => [file, new Set(numbersCitedIn(readText(file)))]));

const namedBy = (chosen: readonly string[]) =>
  new Set(chosen.flatMap((file) => rules.filter((rule) => citedBy.get(file)?.has(`R${rule}`))));

/** What is wrong with the column of tests: none is named, or one that does not cite the rule. */
const faults = (
  listed: readonly { readonly number: string; readonly tests: readonly string[] }[],
): string[] =>
  listed.flatMap(({ number, tests }) => [
    ...(tests.length === 0 ? [`${number} names no test`] : []),
    ...tests
      .filter((file) => !citedBy.get(file)?.has(number))
      .map((file) => `${number} is not cited in ${file}`),
  ]);

/** The rules that neither a test names nor a reason excuses. */
const open = (named: ReadonlySet<number>, reasons: Readonly<Record<number, string>>) =>
  rules.filter((rule) => !named.has(rule) && !reasons[rule]).map((rule) => `R${rule}`);

describe('each rule of the interface', () => {
  it('is cited by a test, or has a reason why not', () => {
    expect(open(namedBy(files), untested)).toEqual([]);
  });

  it('is cited by a test of the service, or has a reason why not', () => {
    expect(open(namedBy(files.filter((file) => ofService.test(file))), notOfService)).toEqual([]);
  });

  it('has no such reason if a test cites it', () => {
    const named = namedBy(files);
    expect(Object.keys(untested).filter((rule) => named.has(Number(rule)))).toEqual([]);
    const ofTheService = namedBy(files.filter((file) => ofService.test(file)));
    expect(Object.keys(notOfService).filter((rule) => ofTheService.has(Number(rule)))).toEqual([]);
  });

  it('is reported when its test is deleted', () => {
    const named = namedBy(files);
    named.delete(57);
    expect(open(named, untested)).toEqual(['R57']);
  });
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

  it('names tests that cite the rule', () => {
    expect(faults(rows)).toEqual([]);
  });

  it('is reported if it names no test, or a test that does not cite the rule', () => {
    const missing = { number: 'R57', tests: [] };
    const wrong = { number: 'R57', tests: ['test/services/filter.test.ts'] };
    expect(faults([missing, wrong])).toEqual([
      'R57 names no test',
      'R57 is not cited in test/services/filter.test.ts',
    ]);
  });
});
