// Builds everything that is published: the npm modules with their types, the CDN files, the elements' manifest with what
// editors and frameworks read of it, the bill of materials and the licences of what ships.
import { rmSync } from 'node:fs';
import { runCollected } from './run.mjs';
import { writeShipped } from './shipped.mjs';

/** Each takes as long as the other: the compiler, and the rest. */
const SIDE_BY_SIDE = [
  ['node scripts/declarations.mjs', 'node scripts/endpoint-summaries.mjs'],
  [
    'npx --no-install vite build',
    'npx --no-install vite build --mode cdn',
    'npx --no-install cem analyze --config custom-elements-manifest.config.js --quiet',
    'node scripts/framework-types.mjs',
    'node scripts/editor-data.mjs',
    'node scripts/llms.mjs',
  ],
];

/** Runs a step, and shows what it prints if it fails. */
async function runStep(step) {
  const [command, ...words] = step.split(' ');
  const { status, output } = await runCollected(command, words);
  if (status === 0) return;
  process.stderr.write(output);
  throw new Error(`${step} failed.`);
}

async function runInOrder(steps) {
  for (const step of steps) await runStep(step);
}

rmSync('dist', { recursive: true, force: true });
try {
  await runStep('node scripts/elements-index.mjs');
  const ended = await Promise.allSettled(SIDE_BY_SIDE.map(runInOrder));
  for (const { reason } of ended) if (reason) throw reason;
  writeShipped();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
