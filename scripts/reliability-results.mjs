// Promises, the stored results of their tests and of the guards, and the documents created from them.
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

const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head, rows) =>
  ['<!-- prettier-ignore -->', row(head), row(head.map(() => '---')), ...rows, ''].join('\n');
const link = (file, from = '') => `[${file.split('/').at(-1)}](${from}${file})`;

/** What a run tried, a line for each number. */
const triedIn = ({ passed, failed, measured }) =>
  measured.length ? measured.map(({ tried }) => tried) : [`${passed + failed.length} tests`];

function resultOf({ failed, skipped, measured }) {
  const results = measured.map(({ result }) => result);
  if (!measured.length && !failed.length) results.push('all pass');
  return [
    ...(failed.length ? [`FAILED: ${failed.join('; ')}`] : []),
    ...results,
    ...skipped.map((reason) => `not run here: ${reason}`),
  ];
}

const PROMISES = `# Reliability

What this project promises, and what the last full run of each test tried and found. \`npm test\` tries a share of each number, \`npm run test:long\`
all of it. [The measurements](test/reliability/README.md) have the target of each promise, and the tests of the guards.

`;

/** A row for each promise: how often it was tried, by which tests, and when. */
export function promisesPage() {
  const rows = readPromises().map(({ number, promise, tests, missing }) => {
    const results = tests.map(readResult);
    const tried = results.flatMap((result) =>
      result ? triedIn(result).map((line, at) => `${line}: ${resultOf(result)[at] ?? ''}`) : ['not run'],
    );
    const dates = results.map((result) => result?.date ?? 'not run').sort();
    const linked = tests.map((test) => link(test));
    return row([number, promise, tried.join('<br>') || missing, linked.join('<br>'), dates[0] ?? '']);
  });
  return PROMISES + table(['#', 'Promise', 'Number tried: result', 'Test', 'Date'], rows);
}

const MEASUREMENTS = `# Measurements

Made by \`npm run reliability\` from the stored results in this folder; do not edit it by hand. [RELIABILITY.md](../../RELIABILITY.md) has what
was tried and found. \`npm run test:long -- FILE\` runs a test at its full numbers; the results in \`results/\` have the command with its seed.

## Promises

`;

const GUARDS = `
## Guards

\`npm run test:guards\` breaks the code of each guard in every way that its mutation testing tool knows, runs the tests of the guard, and counts
the broken versions (mutants) that a test found. Guards whose tests need the database are broken by hand instead, in one or more ways each
(\`scripts/guards/breaks.mjs\`). Mutants that no input distinguishes from the original are listed with the reason in
\`scripts/guards/equivalent.mjs\` and are not counted. \`guards.json\` in this folder has each file.

`;

function guardsTable() {
  const file = new URL('guards.json', FOLDER);
  const guards = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const missedOf = ({ survived, noCoverage }) => survived + noCoverage;
  const sum = (some, read) => some.reduce((all, one) => all + read(one), 0);
  const files = [...GROUPS.flatMap((group) => group.files), ...BREAKS.map((one) => one.file)];
  const notRun = [...new Set(files)].filter((one) => !guards.some(({ file }) => file === one)).sort();
  const linked = (file) => `[${file}](../../${file})`;
  const line = (name, some) => {
    const [found, missed] = [sum(some, ({ killed }) => killed), sum(some, missedOf)];
    const score = `${Math.round((1000 * found) / (found + missed || 1)) / 10} %`;
    const dates = some.map(({ date }) => date).sort();
    return row([name, some.length, found, missed, score, dates[0] ?? '']);
  };
  const folders = [...new Set(guards.map(({ file }) => folderOf(file)))].sort();
  return table(
    ['Guards in', 'Files', 'Mutants found by tests', 'Not found', 'Score', 'Oldest run'],
    [
      ...folders.map((folder) =>
        line(
          linked(folder),
          guards.filter(({ file }) => folderOf(file) === folder),
        ),
      ),
      // A file whose tests miss a mutant is named.
      ...guards.filter(missedOf).map((one) => line(linked(one.file), [one])),
      ...notRun.map((file) => row([linked(file), 1, '', '', 'not run', ''])),
      line('**all**', guards),
    ],
  );
}
/** The part of the repository that a guard belongs to: `src/proxy/guard`, `demo/service/platform`. */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 3).join('/');

/** The target of each promise with its tests, and the scores of the guards. */
export function measurementsPage() {
  const rows = readPromises().map(({ number, target, tests }) => {
    const linked = tests.map((test) => link(test, '../../'));
    const dates = tests.map((test) => readResult(test)?.date ?? 'not run');
    return row([number, target, linked.join('<br>') || 'none', dates.join('<br>')]);
  });
  const head = ['#', 'Target', 'Test', 'Date'];
  return MEASUREMENTS + table(head, rows) + GUARDS + guardsTable();
}
