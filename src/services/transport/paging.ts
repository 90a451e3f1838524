import type { Query } from './query.ts';
import { integer, record } from './read.ts';

// How a browse reply comes in pages: none of it is shown, and clients and the reference service have to agree on it. The shapes
// of `links` and `meta` are in `shapes/envelope.ts`.

/** The parameters that ask for a page: ASSUMPTION G7. */
export const PAGE_NUMBER = 'page[number]';
export const PAGE_SIZE = 'page[size]';

/** Records on the largest page, and on one that nobody gave a size: ASSUMPTION G8. */
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;

/** The query of one page, counted from 1. */
export const pageQuery = (number: number, size = MAX_PAGE_SIZE): Query => ({
  [PAGE_SIZE]: String(size),
  [PAGE_NUMBER]: String(number),
});

/** Where a tenant pages with other parameters (G7, G8): `{ number: 'page', size: 'per_page', maxSize: 50 }`. */
export interface PagingSettings {
  /** Name of the parameter with the page's number, counted from 1. */
  readonly number?: string | undefined;
  /** Name of the parameter with the page's size. */
  readonly size?: string | undefined;
  /** Largest size to ask for. */
  readonly maxSize?: number | undefined;
}

const NAME = /^[\w.-]+(\[[\w.-]+\])?$/;

/** What is wrong with such a setting, in a sentence; `undefined` for none. */
export function pagingProblem(paging: PagingSettings = {}): string | undefined {
  const { number = PAGE_NUMBER, size = PAGE_SIZE, maxSize = 1, ...more } = Object(paging) as PagingSettings;
  const isSound =
    Object.keys(more).length === 0 &&
    [number, size].every((name) => typeof name === 'string' && NAME.test(name)) &&
    number !== size &&
    Number.isSafeInteger(maxSize) &&
    maxSize > 0;
  return isSound
    ? undefined
    : 'may have number and size, two different names of query parameters, and maxSize, a whole number above 0: { "number": "page", "size": "per_page" }.';
}

/** The number of the last page, where the reply counts its pages. */
export const lastPageOf = ({ meta }: Readonly<Record<string, unknown>>): number | undefined =>
  integer(record(meta).last_page);
