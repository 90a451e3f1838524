// `npm run check:api`: compares the committed lists of what shops use with those of the last published version (the newest tag `v1.2.3`
// of this commit's past), prints what is different, and fails where the changesets lead to a version that promises less than it changes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { plannedVersion } from './changesets.mjs';
import { changesBetween, isAtLeast, SNAPSHOTS, versionNeeded } from './api-snapshot.mjs';

const git = (...words) => {
  try {
    return execFileSync('git', words, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64_000_000,
    }).trim();
  } catch {
    return undefined;
  }
};
const linesOf = (text) => text.trim().split('\n');

const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
if (tag === undefined) {
  console.log('No version is published yet: any change is allowed.');
} else {
  const changes = SNAPSHOTS.flatMap((file) => {
    const published = git('show', `${tag}:${file}`);
    return published === undefined
      ? []
      : changesBetween(linesOf(published), linesOf(readFileSync(file, 'utf8')));
  });
  for (const { part, text } of changes) console.log(`${part}: ${text}`);
  const published = tag.slice(1);
  const needed = versionNeeded(published, changes);
  const planned = await plannedVersion();
  const isEnough = isAtLeast(planned, needed);
  console.log(
    `${changes.length} changes since ${tag}: they need ${needed}, the changesets lead to ${planned}.`,
  );
  if (!isEnough) {
    const part = ['major', 'minor', 'patch'].find(
      (one, index) => needed.split('.')[index] !== published.split('.')[index],
    );
    console.error(
      `Keep the names, or add a file to .changeset whose first lines are:\n---\nloyalty-elements: ${part}\n---`,
    );
  }
  process.exitCode = isEnough ? 0 : 1;
}
