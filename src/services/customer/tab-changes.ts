import type { TextStorage } from './environment.ts';
import type { Loyalty } from './loyalty.ts';

// Messages to the other tabs of a customer: what has changed at the service.

/** What a change affects: an edit of a list only lists, a claim, an order or a birthday everything else. */
export type Subject = 'lists' | 'points';

/** Storage key of the messages. A channel would stay open, and could keep the page out of the back/forward cache. */
const MESSAGE_KEY = 'loyalty-elements changes';

/**
 * Tells other tabs what has changed. Any script of the origin can send this; it can cause a load in each interval. Without storage, they load
 * when the shopper returns to them.
 * @param subject everything without it
 */
export function tellTabs({ cache: { owner }, environment }: Loyalty, subject?: Subject): void {
  try {
    const storage: TextStorage = environment.browser!.localStorage;
    if (!owner) return;
    storage.setItem(MESSAGE_KEY, JSON.stringify({ owner, subject }));
    storage.removeItem(MESSAGE_KEY);
  } catch {
    // The browser does not store.
  }
}

/** What another tab says has changed, and of which owner; `undefined` for another storage event. */
export function readTabChange({
  key,
  newValue,
}: StorageEvent): { readonly owner?: unknown; readonly subject?: Subject | undefined } | undefined {
  if (key !== MESSAGE_KEY || !newValue) return undefined;
  try {
    const { owner, subject } = JSON.parse(newValue) as { owner?: unknown; subject?: unknown };
    return { owner, subject: subject === 'lists' || subject === 'points' ? subject : undefined };
  } catch {
    return undefined;
  }
}
