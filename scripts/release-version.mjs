// `npm run release:version`: turns the changesets into the next version: package.json, package-lock.json, CHANGELOG.md, and every file that
// names the version in an address or a setting.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { applyChangesets } from './changesets.mjs';

const { before, after } = await applyChangesets();

const PLACES = ['README.md', 'docs', 'examples', 'platforms', 'demo/service/api/openapi/examples.json'];
const files = execFileSync('git', ['ls-files', '-z', ...PLACES], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(md|html|json|php|txt|yaml|liquid)$|Dockerfile$/.test(file));
/** Neither a part of a longer number, such as an address, nor the heading of a release that has been: `= 0.1.0 =`, `## From 0.1.0`. */
const named = new RegExp(`(?<![\\d.])${before.replaceAll('.', '\\.')}(?![\\d.])`, 'g');
const isHeading = (line) => /^(= |#+ )/.test(line);
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const next = text
    .split('\n')
    .map((line) => (isHeading(line) ? line : line.replace(named, after)))
    .join('\n');
  if (next !== text) writeFileSync(file, next);
}
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' });
console.log(`${before} → ${after}. Read the new section of CHANGELOG.md before you commit.`);
