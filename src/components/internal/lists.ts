import { inBrowser, isHydrating } from './in-browser.ts';

/** Number of rows where the box cannot be measured. The styles hide rows that do not fit the reserved box. */
const UNMEASURED_ROWS = 8;

/** Number of rows in the reserved box: the styles and the template take it from the same custom property. */
export function reservedRows(element: Element, property = '--_rows', usual = 4): number {
  // A server has no styles to measure, and hydration must render what the server rendered.
  if (!inBrowser || isHydrating()) return UNMEASURED_ROWS;
  return Number(getComputedStyle(element).getPropertyValue(property)) || usual;
}

/**
 * Number of rows that are shown at first: those that fit. Where a single one would be hidden, the button that shows all takes the place of
 * another.
 */
export const firstCount = (all: number, fits: number): number =>
  all === fits + 1 && fits > 1 ? fits - 1 : Math.min(all, fits);

/** Focuses `target` after the focused control was removed, unless the shopper has focused something else on the page. */
export function restoreFocus(host: HTMLElement, target: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body || host.matches(':focus-within')) target?.focus();
}
