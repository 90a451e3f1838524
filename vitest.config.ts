import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SkippedReporter } from './test/support/skipped-reporter.ts';

// Node-side tests. `inside` reads the source tree: the service layer, the proxy, the reference service on a real database, the
// storefront, and the whole shop in a real browser. `outside` has only what a user of the package gets: the packed tarball.
// Elements are tested in a browser by web-test-runner (see web-test-runner.config.js).
const SETUP = ['test/support/build-global-setup.ts', 'test/support/service-global-setup.ts'];

export default defineConfig({
  test: {
    // Limits for tests that hang. They cost nothing otherwise, and no promise about time depends on them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A wait ends as soon as its condition is true; the default of one second is too short for the start of a service or page.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // One for each processor (the default leaves one out): tests wait for servers and browsers much of their time.
    maxWorkers: availableParallelism(),
    reporters: ['default', new SkippedReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'inside',
          include: ['test/{services,client,proxy,demo,build,docs,ssr,e2e,promises,reliability}/**/*.test.ts'],
          globalSetup: SETUP,
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: ['test/outside/**/*.test.ts'],
          globalSetup: [...SETUP, 'test/outside/install-package.ts'],
        },
      },
    ],
  },
});
