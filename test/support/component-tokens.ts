import type { Browser } from '../../src/services/customer/browser.ts';
import { createLoyalty, type Loyalty } from '../../src/services/customer/loyalty.ts';
import { BASE_URL } from './component-service.ts';
import { json } from './component-answers.ts';
// Loaded when a page has no token. Here it is there from the start: what a busy test server takes to send it is no wait of ours.
import '../../src/services/customer/tokens/acquire.ts';

/** A shop that counts token requests, and loyalties of its customers as tabs would have them. */
export interface TokenShop {
  readonly calls: () => number;
  /** How the token endpoint answers from now on. */
  token: (call: number, signal: AbortSignal | null | undefined) => Response | Promise<Response>;
  api: () => Response | Promise<Response>;
  /** Another tab of this customer. */
  tab(more?: TabOptions): Loyalty;
  /** Closes all tabs. */
  close(): void;
}

export interface TabOptions {
  readonly browser?: Browser | undefined;
  readonly customerId?: string;
  readonly cache?: 'shared' | 'tab' | 'memory';
  readonly now?: () => number;
}

let shops = 0;

/** Each shop has an address and customers of its own, so tests do not meet in storage. */
export function tokenShop(): TokenShop {
  const baseUrl = `${BASE_URL}/${++shops}`;
  const tabs: Loyalty[] = [];
  let calls = 0;
  const shop: TokenShop = {
    calls: () => calls,
    token: (call) => json({ data: { token: `t${call}` } }),
    api: () => json({ data: { points: { available: 1 } } }),
    tab({ customerId = `c${shops}`, cache, now, ...more } = {}) {
      const loyalty = createLoyalty(
        { baseUrl, platform: 'shop', customerId, signature: 'a'.repeat(64), profileId: 'p', cache },
        {
          fetch: async (url, { signal }) => {
            signal?.throwIfAborted();
            if (!url.endsWith('/auth/token')) return shop.api();
            return shop.token(++calls, signal);
          },
          browser: 'browser' in more ? more.browser : window,
          ...(now && { now }),
        },
      );
      tabs.push(loyalty);
      return loyalty;
    },
    close: () => tabs.forEach((tab) => tab.close(true)),
  };
  return shop;
}

/** The tab's own browser with some parts in place of the real ones. */
export const browserWith = (parts: Partial<Browser>): Browser => ({
  localStorage,
  sessionStorage,
  indexedDB,
  navigator,
  BroadcastChannel,
  ...parts,
});

/** Errors that nobody caught while `work` ran. */
export async function uncaughtDuring(work: () => Promise<unknown>): Promise<string[]> {
  const errors: string[] = [];
  const onError = (event: Event): void => {
    errors.push(
      String(event instanceof PromiseRejectionEvent ? event.reason : (event as ErrorEvent).message),
    );
    event.preventDefault();
  };
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onError);
  await work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  removeEventListener('error', onError);
  removeEventListener('unhandledrejection', onError);
  return errors;
}

/** Everything the tabs share in the database, as text. */
export async function databaseText(): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('loyalty-elements', 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('tokens');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('no database'));
  });
  const values = await new Promise<unknown[]>((resolve) => {
    const asked = database.transaction('tokens').objectStore('tokens').getAll();
    asked.onsuccess = () => resolve(asked.result);
  });
  database.close();
  return JSON.stringify(values);
}
