import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { SkippedReporter } from './test/support/skipped-reporter.ts';
import { SlowestFirst } from './test/support/slowest-first.ts';

// Node-side tests, in projects by what they need. Elements are tested in a browser by web-test-runner (web-test-runner.config.js).
const DATABASE = 'test/support/service-global-setup.ts';
const BUILD = 'test/support/build-global-setup.ts';

const WITH_SERVICE = 'test/{proxy,doctor}/service/**/*.test.ts';

export default defineConfig({
  test: {
    // Limits for tests that hang. They cost nothing otherwise, and no promise about time depends on them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['test/support/property-seed.ts'],
    // A wait ends as soon as its condition is true; the default of one second is too short for the start of a service or page.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // One more than processors (the default is one less): tests wait for servers and browsers much of their time.
    maxWorkers: availableParallelism() + 1,
    // The files of a process share its modules: importing the service takes longer than most of its tests.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new SkippedReporter()],
    projects: [
      {
        extends: true,
        test: {
          // Needs neither database, browser nor build.
          name: 'unit',
          include: [
            'test/{services,client,proxy,doctor,docs,reliability,demo/storefront}/**/*.test.ts',
            'test/demo/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, WITH_SERVICE],
        },
      },
      {
        extends: true,
        test: {
          // The reference service on a real database.
          name: 'service',
          include: ['test/{demo/service,demo/import,real-files}/**/*.test.ts', WITH_SERVICE],
          globalSetup: DATABASE,
        },
      },
      {
        extends: true,
        test: {
          // The built files, pages in a real browser, and the promises of RELIABILITY.md.
          name: 'built',
          include: ['test/{build,ssr,e2e,promises,other-tenant,platforms}/**/*.test.ts'],
          globalSetup: [BUILD, DATABASE],
        },
      },
      {
        extends: true,
        test: {
          // The documentation site, built once.
          name: 'site',
          include: ['test/site/**/*.test.ts'],
          globalSetup: [BUILD, 'test/site/build-site.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Only what a user of the package gets: the packed tarball.
          name: 'outside',
          include: ['test/outside/**/*.test.ts'],
          globalSetup: [BUILD, DATABASE, 'test/outside/install-package.ts'],
        },
      },
    ],
  },
});
