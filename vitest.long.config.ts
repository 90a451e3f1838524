import { defineConfig } from 'vitest/config';
import { readPromises } from './scripts/reliability-results.mjs';
import { ResultsReporter } from './test/support/results-reporter.ts';
import { SkippedReporter } from './test/support/skipped-reporter.ts';

// What takes minutes: the promises of RELIABILITY.md at their full numbers, and what needs a machine without other work.
const promised = readPromises().flatMap(({ tests }) => tests);
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts', ...promised.filter((file) => !file.startsWith('test/components/'))],
    env: { PROMISES: 'full' },
    globalSetup: ['test/support/build-global-setup.ts', 'test/support/service-global-setup.ts'],
    testTimeout: 60 * 60_000,
    hookTimeout: 300_000,
    // A wait ends as soon as what it waits for is there; one second is short where a service starts or a page loads.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    reporters: ['default', new SkippedReporter(), new ResultsReporter()],
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
