// Builds everything that is published: the npm modules with their types, the CDN files, the elements' manifest, the bill of materials
// and the licences of what ships.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writeShipped } from './shipped.mjs';

const STEPS = [
  ['vite', 'build'],
  ['vite', 'build', '--mode', 'cdn'],
  ['tsc', '-p', 'tsconfig.build.json'],
  ['cem', 'analyze', '--config', 'custom-elements-manifest.config.js', '--quiet'],
];

rmSync('dist', { recursive: true, force: true });
for (const [command, ...words] of STEPS) {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', command, ...words], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n${command} ${words.join(' ')} failed.\n`);
    process.exit(1);
  }
}
writeShipped();
