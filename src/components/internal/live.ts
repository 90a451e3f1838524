import { refresh, type Loyalty, type Resource } from '../../services/index.ts';
import { providers } from './context.ts';

// Loads what other elements and tabs show again after a change. The provider loads this file after the page's content; the files that
// fire the events below load it as well, because a shopper can be faster.

/** What a change affects: an edit of a list only lists, a claim, an order or a birthday everything else. */
type Subject = 'lists' | 'points';

/** Events after which other elements show something old. */
const CHANGES: Readonly<Record<string, Subject>> = {
  'loyalty-reward-claimed': 'points',
  'loyalty-benefit-claimed': 'points',
  'loyalty-receipt-claimed': 'points',
  'loyalty-receipt-removed': 'points',
  'loyalty-date-saved': 'points',
  'loyalty-date-removed': 'points',
  'loyalty-wishlist-added': 'lists',
  'loyalty-wishlist-removed': 'lists',
  'loyalty-list-created': 'lists',
  'loyalty-list-renamed': 'lists',
  'loyalty-list-deleted': 'lists',
  'loyalty-list-changed': 'lists',
  'loyalty-list-shared': 'lists',
  'loyalty-list-unshared': 'lists',
  'loyalty-item-reserved': 'lists',
  'loyalty-item-bought': 'lists',
  'loyalty-item-undone': 'lists',
};
/** A resource is loaded at most once in this time. */
const INTERVAL_MS = 5_000;
/** An action sets its own resources from the response, shortly before its event. */
const OWN_CHANGE_MS = 100;

/** Storage key for messages to other tabs. A channel would stay open, and could keep the page out of the back/forward cache. */
const MESSAGE_KEY = 'loyalty-elements changes';

/** Tells other tabs what has changed. Any script of the origin can send this; it can cause a load in each interval. */
function tellTabs({ cache: { owner } }: Loyalty, subject?: Subject): void {
  try {
    if (!owner) return;
    localStorage.setItem(MESSAGE_KEY, JSON.stringify({ owner, subject }));
    localStorage.removeItem(MESSAGE_KEY);
  } catch {
    // Without storage, other tabs load when the shopper returns to them.
  }
}

/** Loads what the page shows of a subject again, unless it has changed since. */
function update(loyalty: Loyalty, subject?: Subject, since = performance.now()): void {
  if (document.hidden || !navigator.onLine) return; // until the page is visible and the network is back
  const isDue = (key: string, { state, changedAt }: Resource<unknown>) =>
    // The wait for the interval may be longer than the provider is on the page.
    [...providers.values()].includes(loyalty) &&
    changedAt < since &&
    state.error?.code !== 'unauthenticated' &&
    (!subject || key.includes('list') === (subject === 'lists'));
  void refresh(loyalty, isDue, INTERVAL_MS);
}

const updateAll = (): void => providers.forEach((loyalty) => update(loyalty));

/** Loads everything again, here and in the other tabs. */
export function refreshEverywhere(loyalty: Loyalty): Promise<void> {
  tellTabs(loyalty);
  return refresh(loyalty);
}

for (const [type, subject] of Object.entries(CHANGES))
  addEventListener(type, () =>
    providers.forEach((loyalty) => {
      tellTabs(loyalty, subject);
      update(loyalty, subject, performance.now() - OWN_CHANGE_MS);
    }),
  );
document.addEventListener('visibilitychange', updateAll);
addEventListener('online', updateAll);
addEventListener('storage', ({ key, newValue }) => {
  if (key !== MESSAGE_KEY || !newValue) return;
  const message = readMessage(newValue);
  for (const loyalty of providers.values())
    if (loyalty.cache.owner && loyalty.cache.owner === message.owner) update(loyalty, message.subject);
});

function readMessage(line: string): { readonly owner?: unknown; readonly subject?: Subject | undefined } {
  try {
    const { owner, subject } = JSON.parse(line) as { owner?: unknown; subject?: unknown };
    return { owner, subject: subject === 'lists' || subject === 'points' ? subject : undefined };
  } catch {
    return {};
  }
}
