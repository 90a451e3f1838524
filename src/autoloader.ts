/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`. It connects the page's customer and requests what the page shows, while Lit
 * and the elements are loaded beside it: those that the page contains now or later, also inside the shadow roots of other components.
 */
import './components/loyalty-provider.ts';
import type { PagePart } from './services/index.ts';

interface LoadedElement {
  /** What it shows. */
  readonly parts: readonly PagePart[];
  readonly define: () => Promise<unknown>;
}

/** Elements that are loaded when a page contains them. */
const ELEMENTS: Readonly<Record<string, LoadedElement>> = {
  'loyalty-balance': { parts: ['balances'], define: () => import('./components/loyalty-balance.ts') },
  'loyalty-account': { parts: [], define: () => import('./components/loyalty-account.ts') },
  'loyalty-tier': { parts: ['tier'], define: () => import('./components/loyalty-tier.ts') },
  'loyalty-status': {
    parts: ['balances', 'tier'],
    define: () => import('./components/loyalty-status.ts'),
  },
  'loyalty-rewards': {
    parts: ['rewards', 'balances'],
    define: () => import('./components/loyalty-rewards.ts'),
  },
  'loyalty-wishlist': { parts: ['wishlist'], define: () => import('./components/loyalty-wishlist.ts') },
  'loyalty-wishlist-button': {
    parts: ['wishlist'],
    define: () => import('./components/loyalty-wishlist-button.ts'),
  },
};

/** How long the elements wait at most for the first request. Another tab may be fetching the token, or a lock may not be granted. */
const FIRST_REQUEST_MS = 50;

/** Loads the files of elements far below when they come near: a page length before they are visible. */
const distantElements = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) importElement(target.localName, [target]);
  },
  { rootMargin: '100%' },
);

/** Whether the element is above, visible, hidden, or at most a page length below. */
const isNear = (element: Element): boolean => element.getBoundingClientRect().top <= innerHeight * 2;

/** Requests the data of the elements. Resolves when the first request is sent, or cannot be sent. */
async function preload(): Promise<void> {
  const [provider, second] = document.querySelectorAll('loyalty-provider');
  if (!provider || second) return; // with several, each element may belong to another one
  await provider.updateComplete;
  const parts = Object.keys(ELEMENTS).flatMap((tag) =>
    [...document.querySelectorAll(tag)].some(isNear) ? ELEMENTS[tag]!.parts : [],
  );
  const sent = provider.loyalty?.preload([...new Set(parts)]);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, FIRST_REQUEST_MS))]);
}

function importElement(tag: string, found: Iterable<Element>): void {
  // After a lost connection the next change of the page imports it again. The browser combines imports of a module that is loading.
  ELEMENTS[tag]!.define().catch(() =>
    import('./components/internal/missing-element.ts')
      .then(({ showMissing }) => showMissing(tag, found))
      .catch(() => {}),
  );
}

function load(root: Node): void {
  for (const tag of Object.keys(ELEMENTS)) {
    if (customElements.get(tag)) continue;
    // `getRootNode()` returns a document, a shadow root or the topmost element of a detached tree: each has `querySelectorAll()`.
    const found = [...(root as ParentNode).querySelectorAll(tag)];
    if (found.some(isNear)) importElement(tag, found);
    else found.forEach((element) => distantElements.observe(element));
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
// Elements are defined while the first answer is on its way. Before the request, that would delay it. An error is shown by the elements.
void preload()
  .catch(() => {})
  .then(() => watch(document));
