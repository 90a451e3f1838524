import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPromises, readResult, reliabilityTable } from '../../scripts/reliability-results.mjs';

const promises = readPromises();
const tests = promises.flatMap((one) => one.tests);

describe('RELIABILITY.md', () => {
  it('is generated from the stored results', () => {
    execFileSync(process.execPath, ['scripts/reliability.mjs', '--check'], { stdio: 'inherit' });
  });

  it('has a row for each promise', () => {
    expect(promises.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
    const table = reliabilityTable();
    for (const { promise } of promises) expect(table).toContain(promise);
  });

  it.each(promises)(
    'promise $number names existing tests, or the reason for none',
    ({ tests: own, missing }) => {
      expect(own.filter((file) => !existsSync(file))).toEqual([]);
      expect(own.length > 0 || (missing ?? '') !== '').toBe(true);
    },
  );

  it('names every test of test/promises', () => {
    const files = readdirSync('test/promises')
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/promises/${name}`);
    expect(files.filter((file) => !tests.includes(file))).toEqual([]);
  });

  it('says which tests were not run', () => {
    const lines = readFileSync('RELIABILITY.md', 'utf8').split('\n');
    for (const file of tests.filter((one) => !readResult(one)))
      expect(lines.find((line) => line.includes(`(${file})`))).toContain('not run');
  });
});
