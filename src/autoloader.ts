/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`: defines the provider, so that the token is on its way at once, then
 * loads the elements that the page uses, and those that it gets later, also inside the shadow roots of other components.
 */
import './components/loyalty-provider.ts';
import './components/loyalty-balance.ts';

/** The elements that are loaded when a page has them. An element is added here and nowhere else. */
const ELEMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'loyalty-account': () => import('./components/loyalty-account.ts'),
  'loyalty-tier': () => import('./components/loyalty-tier.ts'),
  'loyalty-rewards': () => import('./components/loyalty-rewards.ts'),
  'loyalty-wishlist': () => import('./components/loyalty-wishlist.ts'),
  'loyalty-wishlist-button': () => import('./components/loyalty-wishlist-button.ts'),
};

/** `root` is a node that can be queried: a document, a shadow root, or the topmost element of a tree outside the page. */
function load(root: Node): void {
  for (const [tag, define] of Object.entries(ELEMENTS)) {
    const found = !customElements.get(tag) && (root as ParentNode).querySelectorAll(tag);
    if (!found || !found.length) continue;
    // Asked again at the next change of the page when the connection was lost; a module that is on its way comes once.
    define().catch(() =>
      import('./components/internal/page-mistakes.ts')
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

// A shadow root that is attached later causes no mutation of the document, so no observer would see it: decision 0050.
const { attachShadow } = Element.prototype;
try {
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    if (!this.localName.startsWith('loyalty-')) watch(root);
    return root;
  };
} catch {
  // The page froze its prototypes: elements in the document are found all the same.
}
watch(document);
