import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run in which nothing ran with the exit status that scripts use for "skipped": it would otherwise look like one that passed. */
export class AllSkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.flatMap(({ children }) => [
      ...children.allTests('passed'),
      ...children.allTests('failed'),
    ]);
    if (modules.every((module) => module.ok()) && ran.length === 0) process.exitCode = 77;
  }
}
