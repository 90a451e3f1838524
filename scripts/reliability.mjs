// Writes RELIABILITY.md and test/reliability/README.md from the stored results of `npm run test:long` and `npm run test:guards`; `--check`
// only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { measurementsPage, promisesPage } from './reliability-results.mjs';

const PAGES = [
  ['RELIABILITY.md', promisesPage()],
  ['test/reliability/README.md', measurementsPage()],
];

for (const [file, text] of PAGES) {
  const content = await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
  if (!process.argv.includes('--check')) writeFileSync(file, content);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== content) {
    console.error(`${file} does not match the stored results: run npm run reliability.`);
    process.exitCode = 1;
  }
}
