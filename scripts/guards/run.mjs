// `npm run test:guards`: mutates every guard of `table.mjs` with StrykerJS, and fails if a mutant survives the tests.
// `npm run test:guards -- "proxy: targets" enrol.ts` runs the groups whose names contain one of the texts, and the breaks of such files.
// The scores of the files that were run are stored in test/reliability/guards.json, for test/reliability/README.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';
import { createDatabase, fill, startDatabaseServer } from '../../test/support/service-database-server.ts';
import { BREAKS } from './breaks.mjs';
import { EQUIVALENT } from './equivalent.mjs';
import { GROUPS } from './table.mjs';

const REPORT = 'test/reliability/guards.json';
const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

const only = process.argv.slice(2);
const isChosen = (name) => !only.length || only.some((text) => name.includes(text));

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

async function mutantsOf({ name, files }) {
  process.env.GUARD_GROUP = name;
  const results = await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/guards/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/guards/ignore-texts.mjs'],
    ignorers: ['texts'],
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
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

/** Runs a test file with one guard broken, or with none: how many of its tests failed. */
function failuresOf(test, at) {
  const result = `.cache/guards/break-${process.pid}.json`;
  rmSync(result, { force: true });
  spawnSync(
    'npx',
    [
      '--no-install',
      'vitest',
      'run',
      '--config',
      'scripts/guards/vitest.config.ts',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${result}`,
    ],
    { env: { ...process.env, GUARD_TEST: test, ...(at !== undefined && { GUARD_BREAK: String(at) }) } },
  );
  const { success, numFailedTests } = JSON.parse(readFileSync(result, 'utf8'));
  if (!success && numFailedTests === 0) throw new Error(`${test} could not be run.`);
  return numFailedTests;
}

/** The result of each guard that is broken by hand, in the form of a mutant. One database server serves all their tests. */
async function breaksOf() {
  const chosen = BREAKS.map((one, at) => ({ ...one, at })).filter(({ file }) => isChosen(file));
  if (chosen.length === 0) return [];
  const server = await startDatabaseServer();
  const template = await createDatabase(server.url);
  await fill(template.url);
  process.env.GUARD_DATABASE = JSON.stringify({ databaseUrl: server.url, databaseTemplate: template.name });
  try {
    return outcomesOf(chosen);
  } finally {
    await template.drop();
    await server.stop();
  }
}

function outcomesOf(chosen) {
  for (const test of new Set(chosen.map((one) => one.test))) {
    if (failuresOf(test) > 0) throw new Error(`${test} fails although no guard is broken.`);
  }
  return chosen.map(({ file, guard, text, replacement, test, at }) => {
    const parts = readFileSync(file, 'utf8').split(text);
    if (parts.length !== 2)
      throw new Error(`${file} holds this ${parts.length - 1} times, not once: ${text}`);
    const status = failuresOf(test, at) > 0 ? 'Killed' : 'Survived';
    console.log(`${status} ${file}: ${guard}`);
    const line = parts[0].split('\n').length;
    return { file, line, status, mutatorName: guard, within: test, code: fold(text), replacement };
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

const groups = GROUPS.filter(({ name }) => isChosen(name));
mkdirSync('.cache/guards', { recursive: true });
const found = await breaksOf();
for (const group of groups) found.push(...(await mutantsOf(group)));
// A file may have both: mutants, and a guard that is broken by hand.
const files = [
  ...new Set([...groups.flatMap((group) => group.files), ...BREAKS.map(({ file }) => file)]),
].filter((file) => !only.length || found.some((mutant) => mutant.file === file));

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
const date = new Date().toISOString().slice(0, 10);
const guarding = new Set([...GROUPS.flatMap((group) => group.files), ...BREAKS.map(({ file }) => file)]);
// Rows of files that this run did not change stay as the last run left them.
const earlier = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : [];
const report = [
  ...earlier.filter(({ file }) => !files.includes(file)),
  ...rows.map((row) => ({ ...row, date })),
];
writeFileSync(
  REPORT,
  `${JSON.stringify(
    report.filter(({ file }) => guarding.has(file)).sort((a, b) => (a.file < b.file ? -1 : 1)),
    null,
    2,
  )}\n`,
);
console.log(
  `${found.length} mutants, ${survivors.length} unexpected survivors, ${undetected.length - survivors.length} equivalent.`,
);
process.exit(survivors.length || stale.length ? 1 : 0);
