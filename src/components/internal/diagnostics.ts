import type * as Checks from './page-misconfigurations.ts';

/** Loads the checks that explain a misconfiguration, and uses them. Without them, such as offline, nothing is explained. */
export const withDiagnostics = (use: (checks: typeof Checks) => void): void =>
  void import('./page-misconfigurations.ts').then(use).catch(() => {});
