import { reportMistakes } from './markup-mistakes.ts';
import { preparePresses } from './prepare-presses.ts';
import { keepFocusAfterRetry } from './retry-focus.ts';

/** What each element of the page gets once it is idle. */
export function checkElements(references: readonly WeakRef<Element>[]): void {
  const elements = references.flatMap((reference) => reference.deref() ?? []);
  elements.forEach(keepFocusAfterRetry);
  preparePresses(elements);
  reportMistakes(elements);
}
