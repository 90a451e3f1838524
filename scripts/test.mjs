// `npm test`: builds, then runs every suite of every day. Ends with one line of totals.
import { spawnSync } from 'node:child_process';

const SUITES = [
  { name: 'build', command: [process.execPath, 'scripts/build-when-stale.mjs'] },
  { name: 'elements in Chromium', command: ['npx', '--no-install', 'wtr'] },
  { name: 'services, servers and the whole shop', command: ['npx', '--no-install', 'vitest', 'run'] },
];

const failed = [];
for (const { name, command } of SUITES) {
  console.log(`\n— ${name}`);
  const [program, ...words] = command;
  if (spawnSync(program, words, { stdio: 'inherit' }).status !== 0) failed.push(name);
}
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}.`);
console.log(`\n${SUITES.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
