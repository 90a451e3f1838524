import type { Measured } from '../../scripts/reliability-results.mjs';

/** How often a test tries: the full number where the runner was started for RELIABILITY.md, otherwise a share. */
export const countOf = (counts: { readonly share: number; readonly full: number }): number =>
  document.documentElement.dataset['promises'] === 'full' ? counts.full : counts.share;

/** Adds a line to the result of the test file: the reporter of web-test-runner.config.js finds it in the console. */
export const measured = (line: Measured): void => console.debug('measured', line);
