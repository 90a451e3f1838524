import { LoyaltyError } from './errors.ts';
import { lastPageOf, pageQuery } from './paging.ts';
import type { Query } from './query.ts';
import { record, text } from './read.ts';

/** Nobody reads further in a shop page, and a service that never ends must not hold the page. */
const MAX_PAGES = 10;

/**
 * Every record of a browse reply: the first page, then those that its `next` link or its `meta` say there are (G7). Of a link only the
 * query is used, so a token cannot be led to another host.
 */
export async function allPages(browse: (query: Query) => Promise<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  let query = pageQuery(1);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const reply = record(await browse(query));
    if (!Array.isArray(reply.data)) throw new LoyaltyError('bad_response', 'No list.');
    found.push(...(reply.data as unknown[]));
    const next = text(record(reply.links).next)?.split('?')[1];
    if (page >= (lastPageOf(reply) ?? (next ? MAX_PAGES : 1))) break;
    query = next ? Object.fromEntries(new URLSearchParams(next)) : pageQuery(page + 1);
  }
  return found;
}
