import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BREAKS } from '../../scripts/guards/breaks.mjs';
import { GROUPS } from '../../scripts/guards/table.mjs';
import {
  measurementsPage,
  promisesPage,
  readPromises,
  readResult,
} from '../../scripts/reliability-results.mjs';

const promises = readPromises();
const tests = promises.flatMap((one) => one.tests);

describe('RELIABILITY.md', () => {
  it('and the measurements are generated from the stored results', () => {
    execFileSync(process.execPath, ['scripts/reliability.mjs', '--check'], { stdio: 'inherit' });
  });

  it('has a row for each promise', () => {
    expect(promises.map(({ number }) => number)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
    const [page, measurements] = [promisesPage(), measurementsPage()];
    for (const { promise, target } of promises) {
      expect(page).toContain(promise);
      expect(measurements).toContain(target);
    }
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

  it.each(tests.filter((file) => readResult(file)))('%s passed in its last stored run', (file) => {
    expect(readResult(file)?.failed).toEqual([]);
  });

  it('is one page: at most 10 kB', () => {
    expect(Buffer.byteLength(promisesPage())).toBeLessThanOrEqual(10_000);
  });

  it('says which tests were not run', () => {
    const lines = readFileSync('RELIABILITY.md', 'utf8').split('\n');
    for (const file of tests.filter((one) => !readResult(one)))
      expect(lines.find((line) => line.includes(`(${file})`))).toContain('not run');
  });
});

interface GuardScore {
  readonly file: string;
  readonly killed: number;
  readonly survived: number;
  readonly noCoverage: number;
}

describe('guards', () => {
  const scores = JSON.parse(readFileSync('test/reliability/guards.json', 'utf8')) as GuardScore[];
  const guarding = new Set([...GROUPS.flatMap(({ files }) => files), ...BREAKS.map(({ file }) => file)]);
  /** Files whose guards changed since `npm run test:guards` was run for them: run it, and take them out of the list. */
  const waiting = JSON.parse(readFileSync('test/reliability/guards-not-run.json', 'utf8')) as string[];

  it.each(waiting)('%s: has no score before its guards were run', (file) => {
    expect(guarding.has(file)).toBe(true);
    expect(scores.find((one) => one.file === file)).toBeUndefined();
    expect(readFileSync('test/reliability/README.md', 'utf8')).toMatch(
      new RegExp(`${file.replaceAll('.', '\\.')}.*not run`),
    );
  });

  const run = [...guarding].filter((file) => !waiting.includes(file)).sort();
  it.each(run)('%s: its tests failed for each of its guards when it was broken', (file) => {
    const score = scores.find((one) => one.file === file);
    expect(score, 'npm run test:guards was not run for it').toBeDefined();
    expect(score).toMatchObject({ survived: 0, noCoverage: 0 });
    // Mutants of the tool, and the breaks of breaks.mjs.
    const breaks = BREAKS.filter((one) => one.file === file).length;
    expect(score!.killed).toBeGreaterThanOrEqual(Math.max(1, breaks));
  });

  it('have no scores of files that are no guards', () => {
    expect(scores.map(({ file }) => file).filter((file) => !guarding.has(file))).toEqual([]);
  });
});
