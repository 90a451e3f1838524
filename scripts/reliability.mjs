// Writes RELIABILITY.md from the stored results of `npm run test:long`; `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { reliabilityTable } from './reliability-results.mjs';

const FILE = 'RELIABILITY.md';
const content = await format(reliabilityTable(), { ...(await resolveConfig(FILE)), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(FILE, content);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== content) {
  console.error(`${FILE} does not match the stored results: run npm run reliability.`);
  process.exit(1);
}
