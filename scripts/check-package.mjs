// `npm run check:package`: publint reads what would be published, and attw how TypeScript finds the types of every entry. A pattern of
// package.json is checked by each of its files, which attw does not look for.
import { readFileSync } from 'node:fs';
import { entryFiles } from './public-types.mjs';
import { runCollected } from './run.mjs';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const patterns = Object.keys(exports).filter((name) => name.includes('*'));
const ofPatterns = entryFiles()
  .map(([name]) => name)
  .filter((name) => name !== 'index' && !exports[`./${name}`]);

const COMMANDS = [
  ['publint', '--strict'],
  [
    ...['attw', '--pack', '.', '--profile', 'esm-only', '--format', 'ascii'],
    ...['--exclude-entrypoints', 'loyalty.css', ...patterns, '--include-entrypoints', ...ofPatterns],
  ],
];
for (const words of COMMANDS) {
  const { status, output } = await runCollected('npx', ['--no-install', ...words]);
  if (status === 0) continue;
  process.stdout.write(output);
  process.exit(status);
}
console.log(`publint has no remark, and TypeScript finds the types of all ${entryFiles().length} entries.`);
