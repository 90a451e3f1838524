import { defineConfig } from 'vitest/config';
import { SkippedReporter } from './test/support/skipped-reporter.ts';

// What takes minutes: processes killed at random, thousands of events, hundreds of races between tabs. Counts are set by the environment; each file says which.
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: ['test/support/build-global-setup.ts', 'test/support/service-global-setup.ts'],
    testTimeout: 20 * 60_000,
    hookTimeout: 300_000,
    // A wait ends as soon as what it waits for is there; one second is short where a service starts or a page loads.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    reporters: ['default', new SkippedReporter()],
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
