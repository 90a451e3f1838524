/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`: defines the provider, so that the token is on its way at once, then
 * loads the elements that the page uses, and those that it gets later.
 */
import './components/loyalty-provider.ts';
import './components/loyalty-balance.ts';

export { setMessages } from './components/internal/messages.ts';

/** The elements to be had. An element is added here and nowhere else. */
const ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-tier': () => import('./components/loyalty-tier.ts'),
  'loyalty-rewards': () => import('./components/loyalty-rewards.ts'),
  'loyalty-wishlist': () => import('./components/loyalty-wishlist.ts'),
  'loyalty-wishlist-button': () => import('./components/loyalty-wishlist-button.ts'),
};

const waiting = new Set(Object.keys(ELEMENTS));

function load(root: ParentNode): void {
  for (const tag of waiting) {
    if (!root.querySelector(tag)) continue;
    waiting.delete(tag);
    ELEMENTS[tag]!().catch((error: unknown) => {
      waiting.add(tag); // a lost connection: the next change of the page tries again
      console.error(`loyalty-elements: <${tag}> could not be loaded.`, error);
    });
  }
  if (!waiting.size) observer.disconnect();
}

const observer = new MutationObserver(() => load(document));
observer.observe(document.documentElement, { childList: true, subtree: true });
load(document);

if (document.querySelector('loyalty-balance, loyalty-tier, loyalty-rewards, loyalty-wishlist')) {
  // Modules run after the page is parsed: a provider that is not here yet was forgotten, or comes with a script.
  setTimeout(() => {
    if (!document.querySelector('loyalty-provider')) {
      console.warn(
        'loyalty-elements: put a <loyalty-provider> on the page, so that the elements know which service to ask.',
      );
    }
  }, 3000);
}
