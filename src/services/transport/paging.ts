import { LoyaltyError, unreadable } from './errors.ts';
import { PAGE_NUMBER, PAGE_SIZE, pageQuery, type Query } from './query.ts';
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
 * The records of all pages of a browse. Further pages follow from the `next` link or the count in `meta`. Only the query of a link is
 * used, so that no link can send the token to another host. A page that equals the one before ends the list: the service ignores the
 * parameter, and the records would be shown several times.
 * @param operation names the browse in errors, and in the line for such a page
 */
export async function allPages(
  browse: (query: Query) => Promise<unknown>,
  operation = '',
  report?: (problem: LoyaltyError) => void,
): Promise<unknown[]> {
  let last: readonly unknown[] = [];
  const found: unknown[] = [];
  let query = pageQuery(1);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const reply = record(await browse(query));
    const records = listIn(reply, operation);
    if (page > 1 && records.length && JSON.stringify(records) === JSON.stringify(last)) {
      report?.(repeatedPage(operation, page));
      break;
    }
    last = records;
    found.push(...records);
    const next = text(record(reply.links).next)?.split('?')[1];
    if (page >= (lastPageOf(reply) ?? (next ? MAX_PAGES : 1))) break;
    query = next ? Object.fromEntries(new URLSearchParams(next)) : pageQuery(page + 1);
  }
  return found;
}
