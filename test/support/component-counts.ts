import type { Measured } from '../../scripts/reliability-results.mjs';

/** Number of repetitions: the full number when the runner measures for RELIABILITY.md, otherwise a part of it. */
export const countOf = (counts: { readonly share: number; readonly full: number }): number =>
  document.documentElement.dataset['promises'] === 'full' ? counts.full : counts.share;

/** Adds a line to the result of the test file: the reporter in web-test-runner.config.js reads it from the console. */
export const measured = (line: Measured): void => console.debug('measured', line);
