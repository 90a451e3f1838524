// `npm run check`: all checks besides the tests, as many at once as there are processors. Ends with one line of totals.
import { availableParallelism } from 'node:os';
import { run, runCollected } from './run.mjs';

// Two checks read the built package: a build while the other one reads it would remove its files.
const built = await run(process.execPath, ['scripts/build-when-stale.mjs']);
if (built !== 0) process.exit(built);

// The slowest first.
const queue = ['lint', 'types', 'imports', 'format', 'package', 'guide', 'index', 'api', 'workflows'];
const failed = [];
let passed = 0;

async function check(name) {
  const { status, output } = await runCollected('npm', ['run', '--silent', `check:${name}`]);
  if (status === 0) passed++;
  else failed.push(name);
  console.log(`\n— ${name}`);
  process.stdout.write(output);
}

async function checkNext() {
  for (let name = queue.shift(); name; name = queue.shift()) await check(name);
}

await Promise.all(Array.from({ length: availableParallelism() }, checkNext));
if (failed.length) console.log(`\nFailed: ${failed.join(', ')}.`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
