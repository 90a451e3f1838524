import { LoyaltyError, unreadable } from './errors.ts';
import { MAX_PAGE_SIZE, PAGE_NUMBER, PAGE_SIZE, type Query } from './query.ts';
import { integer, record, text } from './read.ts';

// Pages of a browse. The interface does not define them; clients and the reference service share these definitions.

/** Where a tenant pages with other parameters: `{ number: 'page', size: 'per_page', maxSize: 50 }`. */
export interface PagingSettings {
  /** Name of the parameter with the page's number, counted from 1. */
  readonly number?: string | undefined;
  /** Name of the parameter with the page's size. */
  readonly size?: string | undefined;
  /** Largest size to ask for. */
  readonly maxSize?: number | undefined;
}

const NAME = /^[\w.-]+(\[[\w.-]+\])?$/;

/** The problem of such a setting, as a sentence; `undefined` where it is valid. */
export function pagingProblem(paging: PagingSettings = {}): string | undefined {
  const { number = PAGE_NUMBER, size = PAGE_SIZE, maxSize = 1, ...more } = Object(paging) as PagingSettings;
  const isValid =
    Object.keys(more).length === 0 &&
    [number, size].every((name) => typeof name === 'string' && NAME.test(name)) &&
    number !== size &&
    Number.isSafeInteger(maxSize) &&
    maxSize > 0;
  return isValid
    ? undefined
    : 'may have number and size, two different names of query parameters, and maxSize, a whole number above 0: { "number": "page", "size": "per_page" }.';
}

/** The number of the last page, where the reply names it. */
export const lastPageOf = ({ meta }: Readonly<Record<string, unknown>>): number | undefined =>
  integer(record(meta).last_page);

/** A page of a browse. */
export interface BrowsedPage {
  /** Counted from 1. */
  readonly number: number;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly records: readonly unknown[];
  /** Whether it has the records of the page before it, so that the service does not take the number. */
  readonly isRepeated: boolean;
}

/** Where pages are asked for in another way than by default. */
export interface BrowseOptions {
  readonly operation?: string | undefined;
  readonly paging?: PagingSettings | undefined;
  readonly pageSize?: number | undefined;
  /** The query of a `next` link; `undefined`: the next page is asked for by its number, if the reply has a count. */
  readonly queryOfLink?: (link: string, isCounted: boolean) => Query | undefined;
}

/** The query alone, so that no link can send the token to another host. */
function queryOfLink(link: string): Query | undefined {
  const query = link.split('?')[1];
  return query ? Object.fromEntries(new URLSearchParams(query)) : undefined;
}

/**
 * Page after page of a browse, by the query of the `next` link, or by number where the reply has a count. Without link and count there is
 * one page.
 * @throws LoyaltyError `bad_response` for a reply without a list
 */
export async function* browsePages(
  browse: (query: Query) => Promise<unknown>,
  { operation, paging = {}, pageSize = MAX_PAGE_SIZE, ...options }: BrowseOptions = {},
): AsyncGenerator<BrowsedPage, void> {
  const { number: name = PAGE_NUMBER, size = PAGE_SIZE, maxSize = pageSize } = paging;
  const queryOf = (page: number): Query => ({
    [size]: String(Math.min(pageSize, maxSize)),
    [name]: String(page),
  });
  let before = '';
  let query = queryOf(1);
  for (let number = 1; ; number++) {
    const reply = record(await browse(query));
    const records = listIn(reply, operation);
    const written = JSON.stringify(records);
    yield { number, reply, records, isRepeated: records.length > 0 && written === before };
    before = written;
    const last = lastPageOf(reply);
    if (number >= (last ?? Infinity)) return;
    const link = text(record(reply.links).next);
    const linked = link && (options.queryOfLink ?? queryOfLink)(link, last !== undefined);
    if (!linked && last === undefined) return;
    query = linked || queryOf(number + 1);
  }
}

/** A limit, because a reply may always name a next page. More records than these are not shown on a shop page. */
const MAX_PAGES = 10;

/** The problem of a page that has the records of the page before it. */
export const repeatedPage = (operation: string, page: number): LoyaltyError =>
  new LoyaltyError(
    'bad_response',
    `${operation}: page ${page} equals page ${page - 1}, so the service takes no page[number]. Name its parameter in a tenant file: paging.`,
    { operation },
  );

/** The list in a reply. @throws LoyaltyError `bad_response` where there is none */
export function listIn(reply: unknown, operation?: string): readonly unknown[] {
  const { data } = record(reply);
  if (!Array.isArray(data)) throw unreadable('data', data, operation);
  return data;
}

/**
 * The records of the first ten pages of a browse. A page that equals the one before ends the list: its records would be shown several times.
 * @param operation names the browse in errors, and in the problem of such a page
 */
export async function allPages(
  browse: (query: Query) => Promise<unknown>,
  operation?: string,
  report?: (problem: LoyaltyError) => void,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { number, records, isRepeated } of browsePages(browse, { operation })) {
    if (isRepeated) report?.(repeatedPage(operation ?? '', number));
    else found.push(...records);
    if (isRepeated || number === MAX_PAGES) break;
  }
  return found;
}
