// Promises, the stored results of their tests, and the document made of both.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

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
  return `${INTRODUCTION}${[...head, ...rows].join('\n')}\n`;
}
