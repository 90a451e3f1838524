/** How long an added element waits: before, its check would delay the content of the page. */
const DELAY_MS = 2_000;

/** Elements that wait, weakly: the page may remove one, and its memory is freed at once. */
let waiting: WeakRef<Element>[] = [];

/** Loads what reports mistakes in the attributes of the page's elements, and checks this one with the others that wait. */
export function checkWhenIdle(element: Element): void {
  if (waiting.push(new WeakRef(element)) === 1) setTimeout(checkWaiting, DELAY_MS);
}

function checkWaiting(): void {
  const elements = waiting;
  waiting = [];
  import('./markup-mistakes.ts').then(
    ({ reportMistakes }) => {
      for (const element of elements) {
        const connected = element.deref();
        if (connected?.isConnected) reportMistakes(connected);
      }
    },
    () => {}, // a content blocker may stop the file
  );
}
