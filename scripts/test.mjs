// `npm test`: builds, then runs every suite of every day. Ends with one line of totals.
import { availableParallelism } from 'node:os';
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

const failed = [];
const note = (name, status) => {
  if (status !== 0) failed.push(name);
};

/** Runs a suite beside another one: its output is printed in one piece, at its end. */
async function runAside({ name, words }) {
  const { status, output } = await runCollected(process.execPath, words);
  process.stdout.write(`\n— ${name}\n`);
  process.stdout.write(output);
  note(name, status);
}

console.log(`\n— ${BUILD.name}`);
note(BUILD.name, await run(process.execPath, BUILD.words));
const [elements, rest] = SUITES;
const aside = runAside(elements);
console.log(`\n— ${rest.name}`);
note(rest.name, await run(process.execPath, rest.words));
await aside;

const count = SUITES.length + 1;
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}.`);
console.log(`\n${count - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
