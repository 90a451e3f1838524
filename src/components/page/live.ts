import {
  readTabChange,
  refresh,
  tellTabs,
  type Loyalty,
  type LoyaltyError,
  type Resource,
  type Subject,
} from '../../services/index.ts';
import { providers } from '../internal/context.ts';
import { languageOf } from '../internal/format.ts';

// Loads what other elements and tabs show again after a change. Part of `page-policy.ts`.

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
  'loyalty-alert-changed': 'lists',
  'loyalty-list-shared': 'lists',
  'loyalty-list-unshared': 'lists',
  'loyalty-item-reserved': 'lists',
  'loyalty-item-bought': 'lists',
  'loyalty-item-undone': 'lists',
};
/** A resource is loaded at most once in this time. */
const INTERVAL_MS = 5_000;
/** An action sets its own resources from the response, shortly before its event. A return to the page has several events. */
const SAME_CHANGE_MS = 100;

interface Change {
  readonly subject?: Subject | undefined;
  /** It is of this page, whose actions set their own resources. */
  readonly isOwn?: boolean;
  /** What was loaded since has it, as `performance.now()`. */
  readonly at?: number;
}

/** Loads what the page shows of a subject again, unless it has been loaded since. */
function update(loyalty: Loyalty, { subject, isOwn, at = performance.now() }: Change): void {
  if (document.hidden || !navigator.onLine) return; // until the page is visible and the network is back
  const isDue = (key: string, { state, changedAt, loadedAt }: Resource<unknown>) =>
    // The wait for the interval may be longer than the provider is on the page.
    [...providers.values()].includes(loyalty) &&
    (isOwn ? changedAt < at - SAME_CHANGE_MS : loadedAt < at) &&
    state.error?.code !== 'unauthenticated' &&
    (!subject || key.includes('list') === (subject === 'lists'));
  void refresh(loyalty, isDue, INTERVAL_MS);
}

const updateAll = (): void =>
  providers.forEach((loyalty) => update(loyalty, { at: performance.now() - SAME_CHANGE_MS }));

/** Loads the texts of the service again where the page has changed its language since they were requested. */
function followLanguage(): void {
  const language = languageOf(document.documentElement);
  for (const loyalty of providers.values()) {
    if (loyalty.environment.language === language) continue;
    loyalty.environment.language = language;
    void refresh(loyalty, (_key, { state }) => state.error?.code !== 'unauthenticated');
  }
}

const { documentElement } = document;
new MutationObserver(followLanguage).observe(documentElement, { attributeFilter: ['lang'] });
// It may have changed while a provider was not in the document. Not on the document: Lit's provider on this element ends the event.
documentElement.addEventListener('context-provider', followLanguage);
followLanguage(); // it may have changed before this file was loaded

/** Loads everything again, here and in the other tabs. */
export function refreshEverywhere(loyalty: Loyalty): Promise<void> {
  tellTabs(loyalty);
  return refresh(loyalty);
}

for (const [type, subject] of Object.entries(CHANGES))
  addEventListener(type, () =>
    providers.forEach((loyalty) => {
      tellTabs(loyalty, subject);
      update(loyalty, { subject, isOwn: true });
    }),
  );

/** When the service takes requests again, as `performance.now()`. */
let retryAt = 0;

/**
 * Loads the resources again that failed because the service limits requests (status 429): once, after the time of `Retry-After`. A request
 * with a short `Retry-After` has waited for it itself: if it still failed, another one would be refused, too.
 */
function loadAfterLimit({ code, retryAfterMs = 0 }: Partial<LoyaltyError> = {}): void {
  const end = performance.now() + retryAfterMs;
  // Each refused request has its own end of the wait. Those that are close to each other are one wait.
  if (code !== 'rate_limited' || retryAfterMs <= INTERVAL_MS || end < retryAt + INTERVAL_MS) return;
  retryAt = end;
  setTimeout(() => {
    if (document.hidden) return; // `updateAll` follows when the page is visible
    for (const loyalty of providers.values())
      void refresh(loyalty, (_key, { state }) => state.error?.code === 'rate_limited');
  }, retryAfterMs);
}

addEventListener('loyalty-error', ({ detail }) => loadAfterLimit(detail.error));
// This file may be loaded after the first failures.
for (const loyalty of providers.values())
  for (const { state } of loyalty.resources().values()) loadAfterLimit(state.error);

document.addEventListener('visibilitychange', updateAll);
addEventListener('online', updateAll);
// From the browser's cache. After all listeners: those of the providers give the elements their customer back, who was taken from them when the
// page was left. At `visibilitychange`, which comes before, there is none.
addEventListener(
  'pageshow',
  ({ persisted }) =>
    persisted &&
    setTimeout(() => {
      followLanguage(); // a script of the page may have changed it before the elements had their customer
      updateAll();
    }),
);
addEventListener('storage', (event) => {
  const change = readTabChange(event);
  for (const loyalty of change ? providers.values() : [])
    if (loyalty.cache.owner && loyalty.cache.owner === change!.owner)
      update(loyalty, { subject: change!.subject });
});
