import type * as PagePolicy from './page-policy.ts';

/**
 * Loads live updates and diagnostics; `undefined` without the file, such as offline. `check-when-idle.ts` does so after the page's content is
 * shown. A shopper can be faster: each change does so before it fires its event, so that other elements and tabs show it.
 */
export const importPagePolicy = (): Promise<typeof PagePolicy | undefined> =>
  import('./page-policy.ts').catch(() => undefined);
