import type { Reporter, TestModule } from 'vitest/node';

/** Names each test that skipped itself, and why: a count alone hides what a run on this machine has not proved. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        // Without a note it was left out by a filter.
        if (result.state !== 'skipped' || !result.note) continue;
        console.log(`Skipped: ${module.relativeModuleId} > ${test.fullName}\n  ${result.note}`);
      }
    }
  }
}
