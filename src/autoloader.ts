/**
 * CDN entry, for `<script type="module" src="…/loyalty.js">`. It connects the page's customer and requests what the page shows, while Lit
 * and the elements are loaded beside it: those that the page contains now or later.
 */
import './components/provider/loyalty-provider.ts';
import { CATALOGUE } from './components/catalogue.ts';
import { preloadLanguageData } from './components/internal/format.ts';
import { importPagePolicy } from './components/page/import-page-policy.ts';

const ELEMENTS = new Map(CATALOGUE.map((entry) => [`loyalty-${entry.name}`, entry]));

/** How long the elements wait at most for the first request. Another tab may be fetching the token, or a lock may not be granted. */
const FIRST_REQUEST_MS = 50;

/** Elements of ours among these nodes and inside them that are not defined. */
const missingElements = (nodes: Iterable<Node>): Element[] =>
  [...nodes]
    .flatMap((node) => [node as Element, ...(node as ParentNode).querySelectorAll(':not(:defined)')])
    .filter(({ localName }) => ELEMENTS.has(localName) && !customElements.get(localName));

/** Whether the element is above, visible, hidden, or at most a page length below. */
const isNear = (element: Element): boolean => element.getBoundingClientRect().top <= innerHeight * 2;

/** Requests the data of the elements. Resolves when the first request is sent, or cannot be sent. */
async function preload(): Promise<void> {
  const [provider, second] = document.querySelectorAll('loyalty-provider');
  if (!provider || second) return; // with several, each element may belong to another one
  await provider.updateComplete;
  const missing = missingElements([document]);
  // Not before the token is requested: reading positions makes the browser lay out the page, which takes as long as a small answer.
  const sent = provider.loyalty?.preload(() => [
    ...new Set(missing.filter(isNear).flatMap(({ localName }) => ELEMENTS.get(localName)?.parts ?? [])),
  ]);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, FIRST_REQUEST_MS))]);
}

function load(nodes: Iterable<Node>, isWanted: (element: Element) => boolean = isNear): void {
  const missing = missingElements(nodes);
  // Read for all before the first file is requested.
  const wanted = new Set(missing.filter(isWanted).map(({ localName }) => localName));
  for (const tag of wanted) {
    // The browser combines imports of a module that is loading.
    ELEMENTS.get(tag)!
      .define()
      .catch(async () => (await importPagePolicy())?.showMissing(tag, missing));
  }
  for (const element of missing)
    distantElements[wanted.has(element.localName) ? 'unobserve' : 'observe'](element);
}

/** Nodes that the page has added since the last frame. Without elements inside them, only those of ours. */
const added = new Set<Element>();
const observer = new MutationObserver((records) => {
  const isWaiting = added.size > 0;
  for (const { addedNodes } of records)
    for (const node of addedNodes as NodeListOf<Element>)
      if (node.firstElementChild || ELEMENTS.has(node.localName)) added.add(node);
  if (added.size && !isWaiting) requestAnimationFrame(loadAdded);
});

function loadAdded(): void {
  // A node inside another one of them is found with that one.
  const nodes = [...added].filter((node) => node.isConnected && !added.has(node.parentElement!));
  added.clear();
  load(nodes);
}

/** Loads the files of elements far below when they come near: a page length before they are visible. */
const distantElements = new IntersectionObserver((entries) => load(entries.map(({ target }) => target)), {
  rootMargin: '100%',
});

/** Files that were not loaded because the connection was lost. */
addEventListener('online', () => load([document]));

/** A printed page has all its elements. The next print has those whose files were not loaded in time for this one. */
addEventListener('beforeprint', () => load([document], Boolean));

/**
 * Loads the elements inside a shadow root of another component, now and when it adds some. The script tag finds elements in the document
 * only: a component that has elements in its shadow root calls this, such as `loadElements(this.shadowRoot)`.
 */
export function loadElements(root: ShadowRoot | Document): void {
  observer.observe(root, { childList: true, subtree: true });
  load([root]);
}

// Elements are defined while the first answer is on its way. Before the request, that would delay it. An error is shown by the elements.
void preload()
  .catch(() => {})
  .then(() =>
    setTimeout(() => {
      // On the next page the elements show the stored number at once, in the task that defines them.
      preloadLanguageData();
      loadElements(document);
    }),
  );
