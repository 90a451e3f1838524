// `npm run test:guards`: breaks every guard of `table.mjs` in every way StrykerJS knows, and fails where no test notices.
// `npm run test:guards -- "proxy: targets"` runs the groups whose names hold the text, and writes no report; `--fresh` runs again what
// has not changed since the last run on this machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';
import { EQUIVALENT } from './equivalent.mjs';
import { GROUPS } from './table.mjs';

const REPORT = 'reports/guards.json';
const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

const fold = (text) => text.replace(/\s+/g, ' ').trim();

/** The text of a file between two places; lines and columns count from 1. */
function textAt(file, { start, end }) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

async function mutantsOf({ name, files, database }) {
  process.env.GUARD_GROUP = name;
  const results = await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.guards.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/guards/ignore-texts.mjs'],
    ignorers: ['texts'],
    // Mutants whose code and tests are those of the last run are not run again; `--fresh` runs them all.
    incremental: true,
    incrementalFile: `.cache/guards/${name.replace(/\W+/g, '-')}.json`,
    force: fresh,
    coverageAnalysis: 'perTest',
    concurrency: database ? 2 : availableParallelism(),
    reporters: ['progress-append-only'],
    tempDirName: '.cache/stryker',
    ignorePatterns: ['dist', '.data', '.cache', 'docs', 'reports', 'coverage'],
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 20,
    allowConsoleColors: false,
  }).runMutationTest();
  return results.map(({ fileName, status, location, replacement, mutatorName }) => {
    const file = files.find((one) => fileName.endsWith(one)) ?? fileName;
    const { line } = location.start;
    return {
      file,
      line,
      status,
      mutatorName,
      code: fold(textAt(file, location)),
      within: fold(readFileSync(file, 'utf8').split('\n')[line - 1]),
      replacement: fold(replacement ?? ''),
    };
  });
}

const isEntryFor = (mutant) => (entry) =>
  ['file', 'within', 'code', 'replacement'].every((field) => entry[field] === mutant[field]);

function rowOf(file, mutants) {
  const count = (statuses) =>
    mutants.filter((one) => one.file === file && statuses.includes(one.status)).length;
  const [killed, survived, noCoverage] = [count(DETECTED), count(['Survived']), count(['NoCoverage'])];
  const all = killed + survived + noCoverage;
  return { file, killed, survived, noCoverage, score: all ? Math.round((1000 * killed) / all) / 10 : 100 };
}

const fresh = process.argv.includes('--fresh');
const only = process.argv.slice(2).find((word) => word !== '--fresh');
const groups = GROUPS.filter(({ name }) => !only || name.includes(only));
const files = groups.flatMap((group) => group.files);
const found = [];
for (const group of groups) found.push(...(await mutantsOf(group)));

const equivalent = (mutant) => EQUIVALENT.some(isEntryFor(mutant));
const undetected = found.filter(({ status }) => UNDETECTED.includes(status));
const survivors = undetected.filter((mutant) => !equivalent(mutant));
const stale = EQUIVALENT.filter(
  (entry) => files.includes(entry.file) && !undetected.some((mutant) => isEntryFor(mutant)(entry)),
);
const counted = found.filter((mutant) => !equivalent(mutant));
const rows = files.map((file) => rowOf(file, counted));

console.table(rows);
for (const { file, line, status, mutatorName, within, code, replacement } of survivors) {
  console.log(`${status} ${file}:${line} ${mutatorName}\n    ${within}\n  - ${code}\n  + ${replacement}`);
}
for (const { file, code } of stale)
  console.log(`No such survivor any more, remove it from equivalent.mjs: ${file}: ${code}`);
if (!only) {
  mkdirSync('reports', { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const report = { date, command: 'npm run test:guards', files: rows };
  writeFileSync(REPORT, `${JSON.stringify(report, null, 2)}\n`);
}
console.log(
  `${found.length} mutants, ${survivors.length} unexpected survivors, ${undetected.length - survivors.length} equivalent.`,
);
process.exit(survivors.length || stale.length ? 1 : 0);
