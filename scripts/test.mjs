// `npm test`: builds, then runs every suite of every day. Says how long that takes, and ends with one line of totals.
import { availableParallelism } from 'node:os';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { run, runCollected } from './run.mjs';

/** Browsers of the element tests at once: few, because the other suite uses every processor. They use the time in which it waits. */
const BROWSERS = Math.max(1, Math.floor(availableParallelism() / 4));

const BUILD = { name: 'build', words: ['scripts/build-when-stale.mjs'] };
const SUITES = [
  {
    name: 'elements in Chromium',
    words: ['node_modules/@web/test-runner/dist/bin.js', '--concurrency', String(BROWSERS)],
  },
  { name: 'services, servers and the whole shop', words: ['node_modules/vitest/vitest.mjs', 'run'] },
];

/** Minutes of the last run on this machine, which say most about the next one. */
const LAST_RUN = '.cache/test-minutes.json';
const lastMinutes = existsSync(LAST_RUN) ? JSON.parse(readFileSync(LAST_RUN, 'utf8')).minutes : undefined;

const startedAt = Date.now();
const minutesSoFar = () => ((Date.now() - startedAt) / 60_000).toFixed(1);

const failed = [];
const note = (name, status) => {
  if (status !== 0) failed.push(name);
};

/** Runs a suite beside another one: its output is printed in one piece, at its end. */
async function runAside({ name, words }) {
  const { status, output } = await runCollected(process.execPath, words);
  process.stdout.write(`\n— ${name}\n`);
  process.stdout.write(output);
  process.stdout.write(`— ${name}: ended after ${minutesSoFar()} minutes\n`);
  note(name, status);
}

console.log(
  `\nBuilds the package, then runs ${SUITES.map(({ name }) => name).join(' beside ')}: ${
    lastMinutes === undefined
      ? 'about 15 minutes on two cores with nothing else to do'
      : `the last run here took ${lastMinutes} minutes`
  }.\nThe results of the first are printed when they are complete. One file: npx vitest run FILE, or npx wtr --files FILE.`,
);
console.log(`\n— ${BUILD.name}`);
note(BUILD.name, await run(process.execPath, BUILD.words));
const [elements, rest] = SUITES;
const aside = runAside(elements);
console.log(`\n— ${rest.name}`);
note(rest.name, await run(process.execPath, rest.words));
await aside;

const count = SUITES.length + 1;
if (!failed.length) {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(LAST_RUN, JSON.stringify({ minutes: minutesSoFar() }));
}
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}.`);
console.log(`\n${count - failed.length} passed, ${failed.length} failed, in ${minutesSoFar()} minutes`);
process.exit(failed.length ? 1 : 0);
