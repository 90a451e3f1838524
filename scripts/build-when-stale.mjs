// Builds when there is no build yet, or when a source file is newer than the build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { LICENSES } from './shipped.mjs';

/** Written last: a build that was ended before counts as none. */
const BUILT = LICENSES;
const SOURCES = [
  'src',
  'scripts/build.mjs',
  'scripts/cdn-files.ts',
  'scripts/declarations.mjs',
  'scripts/editor-data.mjs',
  'scripts/endpoint-summaries.mjs',
  'scripts/framework-types.mjs',
  'scripts/manifest-types.mjs',
  'scripts/shipped.mjs',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'custom-elements-manifest.config.js',
  'package.json',
  'package-lock.json',
];
const newest = (path) =>
  statSync(path).isDirectory()
    ? Math.max(0, ...readdirSync(path).map((name) => newest(`${path}/${name}`)))
    : statSync(path).mtimeMs;

const built = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0;
if (Math.max(...SOURCES.map(newest)) > built) {
  console.log('Building the elements…');
  process.exit(spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }).status ?? 1);
}
