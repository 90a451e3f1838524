import type * as Live from './live.ts';

/**
 * Loads what tells other elements and tabs of a change. The provider does so after the page's content is shown; a shopper can be faster,
 * so each change does so before it fires its event. `undefined` without the file: the others then show the change when they load again.
 */
export const importLive = (): Promise<typeof Live | undefined> => import('./live.ts').catch(() => undefined);
