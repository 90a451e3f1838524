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
    // A lost connection: the next change of the page tries again.
    ELEMENTS[tag]!().catch(() => waiting.add(tag));
  }
  if (!waiting.size) observer.disconnect();
}

const observer = new MutationObserver(() => load(document));
observer.observe(document.documentElement, { childList: true, subtree: true });
load(document);
