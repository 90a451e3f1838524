import type * as PagePolicy from './page-policy.ts';

let policy: Promise<typeof PagePolicy | undefined> | undefined;

/**
 * Loads live updates and diagnostics; `undefined` without the file, such as offline. `check-when-idle.ts` does so after the page's content is
 * shown. A shopper can be faster: each change does so before it fires its event, so that other elements and tabs show it.
 *
 * Where the file does not come, the console names it once, and it is not loaded again: Chromium asks for a file once.
 */
export const importPagePolicy = (): Promise<typeof PagePolicy | undefined> =>
  (policy ??= import('./page-policy.ts').catch(
    (error: unknown) => void console.error('loyalty-elements:', error),
  ));
