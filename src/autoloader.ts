/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`: defines the provider, so that the token is on its way at once, then
 * loads the elements that the page uses, and those that it gets later.
 */
import './components/loyalty-provider.ts';
import './components/loyalty-balance.ts';

/** The elements to be had. An element is added here and nowhere else. */
const ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-account': () => import('./components/loyalty-account.ts'),
  'loyalty-tier': () => import('./components/loyalty-tier.ts'),
  'loyalty-rewards': () => import('./components/loyalty-rewards.ts'),
  'loyalty-wishlist': () => import('./components/loyalty-wishlist.ts'),
  'loyalty-wishlist-button': () => import('./components/loyalty-wishlist-button.ts'),
};

function load(): void {
  for (const [tag, define] of Object.entries(ELEMENTS)) {
    // Asked again at the next change of the page when the connection was lost; a module that is on its way comes once.
    if (!customElements.get(tag) && document.querySelector(tag)) void define();
  }
}

new MutationObserver(load).observe(document, { childList: true, subtree: true });
load();
