import type { Browser } from '../../src/services/customer/environment.ts';
import { createLoyalty, type Loyalty } from '../../src/services/customer/loyalty.ts';
import { BASE_URL } from './component-service.ts';
import { json } from './component-answers.ts';
// A page loads this module when it has no token. Import it early, so that a slow test server does not add to the measured waits.
import '../../src/services/customer/tokens/acquire.ts';

/** A shop that counts token requests, and one `Loyalty` for each tab of its customers. */
export interface TokenShop {
  readonly calls: () => number;
  /** Replaces the response of the token endpoint. */
  token: (call: number, signal: AbortSignal | null | undefined) => Response | Promise<Response>;
  api: () => Response | Promise<Response>;
  /** Opens another tab of this customer. */
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

/** Each shop has its own address and customers, so that tests do not share storage. */
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

/** The tab's browser with some parts replaced. */
export const browserWith = (parts: Partial<Browser>): Browser => ({
  localStorage,
  sessionStorage,
  indexedDB,
  navigator,
  BroadcastChannel,
  ...parts,
});

/** Uncaught errors during `work`. */
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

/** Content of the shared database as text. */
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
