import { LoyaltyError } from './errors.ts';
import { lastPageOf, pageQuery } from './paging.ts';
import type { Query } from './query.ts';
import { record } from './read.ts';

/** Nobody reads further in a shop page, and a service that never ends must not hold the page. */
const MAX_PAGES = 10;

/**
 * Every record of a browse reply: the first page, then what its `meta` says there is more (G7). Pages are asked for
 * by number, never by a link out of the body, so a token cannot be led to another host.
 */
export async function allPages(browse: (query: Query) => Promise<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const reply = record(await browse(pageQuery(page)));
    if (!Array.isArray(reply.data)) throw new LoyaltyError('bad_response', 'No list.');
    found.push(...(reply.data as unknown[]));
    last = Math.min(lastPageOf(reply) ?? 1, MAX_PAGES);
  }
  return found;
}
