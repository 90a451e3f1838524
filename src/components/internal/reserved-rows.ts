import { inBrowser, isHydrating } from './hydration.ts';

/** Rows drawn where none can be measured; the styles cut off those that do not fit the reserved box. */
const UNMEASURED_ROWS = 8;

/** Rows that fit the box an element reserves: one number for its styles and for its template. */
export function reservedRows(element: Element, property: string, usual: number): number {
  // A server has no styles to measure, and hydration has to draw the same.
  if (!inBrowser || isHydrating()) return UNMEASURED_ROWS;
  return Number(getComputedStyle(element).getPropertyValue(property)) || usual;
}
