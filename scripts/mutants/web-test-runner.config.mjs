// The element tests for one mutant: the first test that fails ends its file, and the first file that fails ends the run.
import { relative } from 'node:path';
import config from '../../web-test-runner.config.js';

/** Prints the file that failed. The other output of the run goes nowhere. */
const firstFailureReporter = {
  reportTestFileResults({ testFile, sessionsForTestFile }) {
    if (sessionsForTestFile.every(({ passed }) => passed)) return;
    process.stdout.write(`\nFAILED ${relative(process.cwd(), testFile)}\n`, () => process.exit(1));
  },
};

export default {
  ...config,
  rootDir: process.cwd(),
  testFramework: { config: { timeout: 20_000, bail: true } },
  reporters: [firstFailureReporter],
};
