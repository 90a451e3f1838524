/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`. It connects the page's customer and requests what the page shows, while Lit
 * and the elements are loaded beside it: those that the page contains now or later, also inside the shadow roots of other components.
 */
import './components/provider/loyalty-provider.ts';
import { CATALOGUE } from './components/catalogue.ts';
import { preloadLanguageData } from './components/internal/format.ts';

const ELEMENTS = new Map(CATALOGUE.map((entry) => [`loyalty-${entry.name}`, entry]));

/** How long the elements wait at most for the first request. Another tab may be fetching the token, or a lock may not be granted. */
const FIRST_REQUEST_MS = 50;

const isOurs = ({ localName }: Element): boolean => localName.startsWith('loyalty-');

const missingElements = (root: Node): Element[] =>
  // `getRootNode()` returns a document, a shadow root or the topmost element of a detached tree: each has `querySelectorAll()`.
  [...(root as ParentNode).querySelectorAll(':not(:defined)')].filter(isOurs);

/** Whether the element is above, visible, hidden, or at most a page length below. */
const isNear = (element: Element): boolean => element.getBoundingClientRect().top <= innerHeight * 2;

/** Requests the data of the elements. Resolves when the first request is sent, or cannot be sent. */
async function preload(): Promise<void> {
  const [provider, second] = document.querySelectorAll('loyalty-provider');
  if (!provider || second) return; // with several, each element may belong to another one
  await provider.updateComplete;
  const missing = missingElements(document);
  // Not before the token is requested: reading positions makes the browser lay out the page, which takes as long as a small answer.
  const sent = provider.loyalty?.preload(() => [
    ...new Set(missing.filter(isNear).flatMap(({ localName }) => ELEMENTS.get(localName)?.parts ?? [])),
  ]);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, FIRST_REQUEST_MS))]);
}

function load(root: Node): void {
  const missing = missingElements(root);
  // Read for all before the first file is requested.
  const near = new Set(missing.filter(isNear).map(({ localName }) => localName));
  for (const tag of near) {
    // After a lost connection the next change of the page imports it again. The browser combines imports of a module that is loading.
    ELEMENTS.get(tag)
      ?.define()
      .catch(() =>
        import('./components/internal/missing-element.ts')
          .then(({ showMissing }) => showMissing(tag, missing))
          .catch(() => {}),
      );
  }
  for (const element of missing) if (!near.has(element.localName)) distantElements.observe(element);
}

const loadAround = (changes: readonly { readonly target: Node }[]): void =>
  new Set(changes.map(({ target }) => target.getRootNode())).forEach(load);

const observer = new MutationObserver(loadAround);
/** Loads the files of elements far below when they come near: a page length before they are visible. */
const distantElements = new IntersectionObserver(loadAround, { rootMargin: '100%' });

/** A printed page has all its elements. The next print has those whose files were not loaded in time for this one. */
addEventListener('beforeprint', () => {
  for (const tag of new Set(missingElements(document).map(({ localName }) => localName)))
    void ELEMENTS.get(tag)?.define();
});

function watch(root: ParentNode & Node): void {
  observer.observe(root, { childList: true, subtree: true });
  load(root);
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
}

// Attaching a shadow root is not a mutation of the document, so an observer does not get it.
const { attachShadow } = Element.prototype;
try {
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    if (!isOurs(this)) watch(root);
    return root;
  };
} catch {
  // The page has frozen its prototypes: only elements outside of shadow roots are found.
}
// Elements are defined while the first answer is on its way. Before the request, that would delay it. An error is shown by the elements.
void preload()
  .catch(() => {})
  .then(() =>
    setTimeout(() => {
      // On the next page the elements show the stored number at once, in the task that defines them.
      preloadLanguageData();
      watch(document);
    }),
  );
