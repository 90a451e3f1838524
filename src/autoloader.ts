/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`: defines the provider, which requests the token at once, then loads the
 * elements that the page contains now or later, also inside the shadow roots of other components.
 */
import './components/loyalty-provider.ts';
import './components/loyalty-balance.ts';

/** Elements that are loaded when a page contains them. */
const ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-account': () => import('./components/loyalty-account.ts'),
  'loyalty-tier': () => import('./components/loyalty-tier.ts'),
  'loyalty-rewards': () => import('./components/loyalty-rewards.ts'),
  'loyalty-wishlist': () => import('./components/loyalty-wishlist.ts'),
  'loyalty-wishlist-button': () => import('./components/loyalty-wishlist-button.ts'),
};

function load(root: Node): void {
  for (const [tag, define] of Object.entries(ELEMENTS)) {
    // `getRootNode()` returns a document, a shadow root or the topmost element of a detached tree: each has `querySelectorAll()`.
    const found = !customElements.get(tag) && (root as ParentNode).querySelectorAll(tag);
    if (!found || !found.length) continue;
    // After a lost connection the next change of the page imports it again. The browser combines imports of a module that is loading.
    define().catch(() =>
      import('./components/internal/missing-element.ts')
        .then(({ showMissing }) => showMissing(tag, found))
        .catch(() => {}),
    );
  }
}

const observer = new MutationObserver((changes) =>
  new Set(changes.map(({ target }) => target.getRootNode())).forEach(load),
);

function watch(root: ParentNode & Node): void {
  observer.observe(root, { childList: true, subtree: true });
  load(root);
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
}

// Attaching a shadow root is not a mutation of the document, so an observer does not get it: decision 0050.
const { attachShadow } = Element.prototype;
try {
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    if (!this.localName.startsWith('loyalty-')) watch(root);
    return root;
  };
} catch {
  // The page has frozen its prototypes: only elements outside of shadow roots are found.
}
watch(document);
