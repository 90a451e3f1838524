// `npm test`: builds, then runs every suite of every day. Ends with one line of totals.
import { run } from './run.mjs';

const SUITES = [
  { name: 'build', words: ['scripts/build-when-stale.mjs'] },
  { name: 'elements in Chromium', words: ['node_modules/@web/test-runner/dist/bin.js'] },
  { name: 'services, servers and the whole shop', words: ['node_modules/vitest/vitest.mjs', 'run'] },
];

const failed = [];
for (const { name, words } of SUITES) {
  console.log(`\n— ${name}`);
  if ((await run(process.execPath, words)) !== 0) failed.push(name);
}
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}.`);
console.log(`\n${SUITES.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
