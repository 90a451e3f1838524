// `npm run test:browsers`: the shop's story in each installed browser engine, then the tests of elements in Firefox. With arguments, such as
// `-t Firefox`, only the story, to which they are passed on. Ends with one line of totals; exit status 77 means that all was skipped.
import { installedFirefox, NEEDS_FIREFOX } from './browser.mjs';
import { run } from './run.mjs';

const SKIPPED = 77;
const words = process.argv.slice(2);
const STORY = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/browsers/vitest.config.ts',
  ...words,
];
const ELEMENTS = [
  'node_modules/@web/test-runner/dist/bin.js',
  '--config',
  'test/browsers/web-test-runner.config.js',
];

const statuses = [await run(process.execPath, STORY)];
if (words.length === 0) {
  if (installedFirefox()) statuses.push(await run(process.execPath, ELEMENTS));
  else {
    console.log(`Skipped: the tests of elements in Firefox\n  ${NEEDS_FIREFOX}`);
    statuses.push(SKIPPED);
  }
}

const passed = statuses.filter((status) => status === 0).length;
const skipped = statuses.filter((status) => status === SKIPPED).length;
const failed = statuses.length - passed - skipped;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed ? 1 : passed ? 0 : SKIPPED;
