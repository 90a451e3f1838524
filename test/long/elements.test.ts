import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readPromises } from '../../scripts/reliability-results.mjs';

// Tests of elements run in web-test-runner, which stores their results itself.
const files = readPromises()
  .flatMap(({ tests }) => tests)
  .filter((file) => file.startsWith('test/components/'));

it.each(files)('%s › passes with its full numbers', (file) => {
  const { status } = spawnSync('npx', ['--no-install', 'wtr', '--files', file], {
    stdio: 'inherit',
    env: { ...process.env, PROMISES: 'full' },
  });
  expect(status).toBe(0);
});
