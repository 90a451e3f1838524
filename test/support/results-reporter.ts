import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { saveResult } from '../../scripts/reliability-results.mjs';

/** Stores the counts of each test file in promises.json, for RELIABILITY.md. */
export class ResultsReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestModuleEnd(module: TestModule): void {
    // The result of some of the tests is not the result of the file.
    if (this.#isFiltered) return;
    const tests = [...module.children.allTests()];
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const overridden = Object.entries(process.env).filter(([name]) => /^(TRY_\w+|SEED)$/.test(name));
    saveResult({
      file: module.relativeModuleId,
      command: [
        ...overridden.map(([name, value]) => `${name}=${value}`),
        `npm run test:long -- ${module.relativeModuleId}`,
      ].join(' '),
      passed: inState('passed').length,
      failed: [
        ...inState('failed').map(({ fullName }) => fullName),
        ...(module.state() === 'failed' && !inState('failed').length ? ['the file could not be run'] : []),
      ],
      skipped: inState('skipped').map((test) => noteOf(test) ?? test.fullName),
      measured: tests.flatMap((test) => test.meta().measured ?? []),
    });
  }
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}
