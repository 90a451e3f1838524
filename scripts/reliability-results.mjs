// Promises, the stored results of their tests, and the document created from both.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BREAKS } from './guards/breaks.mjs';
import { GROUPS } from './guards/table.mjs';

const FOLDER = new URL('../test/reliability/', import.meta.url);

export const readPromises = () => JSON.parse(readFileSync(new URL('promises.json', FOLDER), 'utf8'));

const fileOf = (test) =>
  new URL(
    `results/${test
      .replace(/^test\//, '')
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', '-')}.json`,
    FOLDER,
  );

export const readResult = (test) =>
  existsSync(fileOf(test)) ? JSON.parse(readFileSync(fileOf(test), 'utf8')) : undefined;

export function saveResult(result) {
  if (!readPromises().some(({ tests }) => tests.includes(result.file))) return;
  const date = new Date().toISOString().slice(0, 10);
  mkdirSync(new URL('results/', FOLDER), { recursive: true });
  writeFileSync(fileOf(result.file), `${JSON.stringify({ ...result, date }, null, 2)}\n`);
}

const INTRODUCTION = `# Reliability

What this project promises, and what the last run of each test measured. The table is made from the stored results of the runs
(\`test/reliability/results/\`) by \`npm run reliability\`; do not edit it by hand. \`npm test\` tries a share of each number.

`;

const NOT_RUN = ['', 'not run', '', ''];

function cells({ passed, failed, skipped, measured, date, command }) {
  const tried = measured.map((line) => line.tried);
  const result = measured.map((line) => line.result);
  if (!measured.length) {
    tried.push(`${passed + failed.length} tests`);
    result.push(failed.length ? '' : 'all pass');
  }
  if (failed.length) result.unshift(`FAILED: ${failed.join('; ')}`);
  for (const reason of skipped) result.push(`not run here: ${reason}`);
  return [tried.join('<br>'), result.join('<br>'), date, `\`${command}\``];
}

const row = (list) => `| ${list.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

const GUARDS_INTRODUCTION = `
## Guards

\`npm run test:guards\` breaks the code of each guard in every way that its mutation testing tool knows, runs the tests of the guard, and counts
the broken versions (mutants) that a test found. Guards whose tests need the database are broken by hand instead, in one or more ways each
(\`scripts/guards/breaks.mjs\`). Mutants that no input distinguishes from the original are listed with the reason in
\`scripts/guards/equivalent.mjs\` and are not counted.

`;

/** The scores of the guards as a section; none before the first run. */
function guardsSection() {
  const file = new URL('guards.json', FOLDER);
  if (!existsSync(file)) return '';
  const guards = JSON.parse(readFileSync(file, 'utf8'));
  const sum = (field) => guards.reduce((all, one) => all + one[field], 0);
  const found = sum('killed');
  const missed = sum('survived') + sum('noCoverage');
  const files = [...GROUPS.flatMap((group) => group.files), ...BREAKS.map((one) => one.file)];
  const notRun = [...new Set(files)].filter((file) => !guards.some((one) => one.file === file)).sort();
  const rows = [
    row(['Guard', 'Mutants found by tests', 'Not found', 'Score', 'Date']),
    row(Array(5).fill('---')),
    ...guards.map(({ file, killed, survived, noCoverage, score, date }) =>
      row([`[${file}](${file})`, killed, survived + noCoverage, `${score} %`, date]),
    ),
    ...notRun.map((file) => row([`[${file}](${file})`, '', '', 'not run', ''])),
    row(['**all**', found, missed, `${Math.round((1000 * found) / (found + missed)) / 10} %`, '']),
  ];
  return `${GUARDS_INTRODUCTION}${rows.join('\n')}\n`;
}

export function reliabilityTable() {
  const rows = readPromises().flatMap(({ number, promise, target, tests, missing }) => {
    if (!tests.length) return [row([number, promise, target, 'none', '', missing, '', ''])];
    return tests.map((test, index) => {
      const result = readResult(test);
      const first = index === 0 ? [number, promise, target] : ['', '', ''];
      return row([...first, `[${test.split('/').at(-1)}](${test})`, ...(result ? cells(result) : NOT_RUN)]);
    });
  });
  const head = [
    row(['#', 'Promise', 'Target', 'Test', 'Tried', 'Result', 'Date', 'Command']),
    row(Array(8).fill('---')),
  ];
  return `${INTRODUCTION}${[...head, ...rows].join('\n')}\n${guardsSection()}`;
}
