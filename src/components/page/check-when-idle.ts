import { importPagePolicy } from './import-page-policy.ts';

/** How long an added element waits: before, its check would delay the content of the page. */
const DELAY_MS = 2_000;

/** Elements that wait, weakly: the page may remove one, and its memory is freed at once. */
let waiting: WeakRef<Element>[] = [];

/** Keeps the page up to date from then on, and reports mistakes in its markup: of this element and the others that wait. */
export function checkWhenIdle(element: Element): void {
  if (waiting.push(new WeakRef(element)) === 1) setTimeout(checkWaiting, DELAY_MS);
}

function checkWaiting(): void {
  const elements = waiting;
  waiting = [];
  void importPagePolicy().then((policy) => policy?.checkElements(elements));
}
