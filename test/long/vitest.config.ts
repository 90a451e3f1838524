import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { readPromises } from '../../scripts/reliability-results.mjs';
import { ResultsReporter } from '../support/results-reporter.ts';
import { SkippedReporter } from '../support/skipped-reporter.ts';

// What takes minutes: what needs a machine without other work (test/long), the tests of the promises of RELIABILITY.md, and the other tests
// that repeat something, such as races, kills and cycles, at their full numbers. `npm test` runs the last two with the `share` of their
// `countOf`: about a tenth, less where the rest would take long.
const promised = readPromises().flatMap(({ tests }) => tests);
const repeating = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && /\bcountOf\('/.test(readFileSync(file, 'utf8')));
export default defineConfig({
  test: {
    include: [
      'test/long/**/*.test.ts',
      ...new Set([...promised, ...repeating].filter((file) => !file.startsWith('test/components/'))),
    ],
    env: { PROMISES: 'full' },
    setupFiles: ['test/support/property-seed.ts'],
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
