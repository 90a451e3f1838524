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

/** The number of the last page, where the reply counts its pages. */
export const lastPageOf = ({ meta }: Readonly<Record<string, unknown>>): number | undefined =>
  integer(record(meta).last_page);
