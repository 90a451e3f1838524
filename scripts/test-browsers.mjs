// `npm run test:browsers`: the shop's story in each installed browser engine, then the tests of elements in Firefox. With arguments, such as
// `-t Firefox`, only the story, to which they are passed on.
import { installedFirefox, NEEDS_FIREFOX } from './browser.mjs';
import { run } from './run.mjs';

const words = process.argv.slice(2);
const STORY = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.browsers.config.ts', ...words];
const ELEMENTS = [
  'node_modules/@web/test-runner/dist/bin.js',
  '--config',
  'web-test-runner.firefox.config.js',
];

const statuses = [await run(process.execPath, STORY)];
if (words.length === 0) {
  if (installedFirefox()) statuses.push(await run(process.execPath, ELEMENTS));
  else console.log(`Skipped: the tests of elements in Firefox\n  ${NEEDS_FIREFOX}`);
}
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
