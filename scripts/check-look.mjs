// `npm run check:look`: compares the committed list of names that shops use with that of the last published version (the newest tag
// `v1.2.3` of this commit's past), prints what is different, and fails where the version of package.json promises less than it changes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { changesBetween, isAtLeast, LOOK, versionNeeded } from './look.mjs';

const git = (...words) => {
  try {
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};
const linesOf = (text) => text.trim().split('\n');

const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
const published = tag && git('show', `${tag}:${LOOK}`);
if (published === undefined) {
  console.log(`No published version has a ${LOOK} yet: any change is allowed.`);
} else {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const changes = changesBetween(linesOf(published), linesOf(readFileSync(LOOK, 'utf8')));
  for (const { part, text } of changes) console.log(`${part}: ${text}`);
  const needed = versionNeeded(tag.slice(1), changes);
  const isEnough = isAtLeast(version, needed);
  console.log(`${changes.length} changes since ${tag}: they need ${needed}, package.json has ${version}.`);
  if (!isEnough) console.error(`Set "version" of package.json to ${needed} or higher, or keep the names.`);
  process.exitCode = isEnough ? 0 : 1;
}
