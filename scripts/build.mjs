// Builds everything that is published: the npm modules with their types, the CDN files, the elements' manifest with what
// editors and frameworks read of it, the bill of materials and the licences of what ships.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writeShipped } from './shipped.mjs';

const STEPS = [
  'node scripts/elements-index.mjs',
  'npx --no-install vite build',
  'npx --no-install vite build --mode cdn',
  'node scripts/declarations.mjs',
  'node scripts/endpoint-summaries.mjs',
  'npx --no-install cem analyze --config custom-elements-manifest.config.js --quiet',
  'node scripts/framework-types.mjs',
];

rmSync('dist', { recursive: true, force: true });
for (const step of STEPS) {
  const [command, ...words] = step.split(' ');
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n${step} failed.\n`);
    process.exit(1);
  }
}
writeShipped();
