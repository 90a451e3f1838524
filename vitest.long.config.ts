import { defineConfig } from 'vitest/config';

// What takes minutes: processes killed at random, thousands of events. Counts are set by the environment; each file says which.
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: ['test/support/service-global-setup.ts'],
    testTimeout: 20 * 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
