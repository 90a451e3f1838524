import type { Reporter, TestModule } from 'vitest/node';

/** Prints each test that skipped itself, with its reason, because the summary shows a number only. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        // A test without a note was excluded by a filter.
        if (result.state !== 'skipped' || !result.note) continue;
        console.log(`Skipped: ${module.relativeModuleId} > ${test.fullName}\n  ${result.note}`);
      }
    }
  }
}
