/** How long an added element waits: before, its check would delay the content of the page. */
const DELAY_MS = 2_000;

/** Loads what reports mistakes in the attributes of an element of the page, and checks this one. */
export const checkWhenIdle = (element: Element): unknown =>
  setTimeout(
    () =>
      import('./markup-mistakes.ts').then(
        ({ reportMistakes }) => reportMistakes(element),
        () => {},
      ),
    DELAY_MS,
  );
