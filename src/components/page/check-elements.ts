import type { LitElement } from 'lit';
import { reportMistakes } from './markup-mistakes.ts';
import { showFailure } from './outage.ts';
import { preparePresses } from './prepare-presses.ts';
import { keepFocusAfterRetry } from './retry-focus.ts';
import { watchRows } from './stored-rows.ts';

/** What each element of the page gets once it is idle. */
export function checkElements(references: readonly WeakRef<Element>[]): void {
  const elements = references.flatMap((reference) => reference.deref() ?? []);
  elements.forEach(keepFocusAfterRetry);
  elements.forEach((element) => void showFailure(element as LitElement));
  preparePresses(elements);
  watchRows(elements);
  reportMistakes(elements);
}
