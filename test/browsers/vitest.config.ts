import { defineConfig } from 'vitest/config';
import { AllSkippedReporter } from '../support/all-skipped-reporter.ts';
import { SkippedReporter } from '../support/skipped-reporter.ts';

// The shop's story in each browser engine that is installed (`npm run test:browsers`).
export default defineConfig({
  test: {
    include: ['test/browsers/**/*.test.ts'],
    globalSetup: ['test/support/build-global-setup.ts', 'test/support/service-global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A wait ends as soon as what it waits for is there; one second is short where a service starts or a page loads.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    reporters: ['default', new SkippedReporter(), new AllSkippedReporter()],
    fileParallelism: false,
  },
});
