// How a changeset becomes a line of CHANGELOG.md. Read by Changesets (config.json).
import { readFileSync } from 'node:fs';

/** Before 1.0.0 the second number says that something stops working. */
const isBreaking = (type) =>
  type === 'major' ||
  (type === 'minor' && JSON.parse(readFileSync('package.json', 'utf8')).version.startsWith('0.'));

export function getReleaseLine({ summary }, type) {
  const [first, ...rest] = summary.trim().split('\n');
  const mark = isBreaking(type) ? '**Breaking** ' : '';
  return [`- ${mark}${first}`, ...rest.map((line) => line && `  ${line}`)].join('\n');
}

/** The package depends on no other one of this repository. */
export const getDependencyReleaseLine = () => '';
