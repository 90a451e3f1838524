import { LoyaltyError } from '../services/errors.ts';
import { lastPageOf, MAX_PAGE_SIZE, PAGE_NUMBER, pageQuery } from '../services/paging.ts';
import type { Query } from '../services/query.ts';
import { record } from '../services/read.ts';
import type { Page } from '../services/shapes/envelope.ts';

/**
 * Page after page of a browse (G7): by number where the reply counts its pages, else by the query of its `next`
 * link, never by its address: a token reaches no other host (rule D9). Without either there is one page.
 * @throws LoyaltyError `bad_response` for a link to elsewhere, or one that leads back
 */
export async function* pagesOf<Item>(
  browse: (query: Query) => Promise<unknown>,
  address: string,
  pageSize = MAX_PAGE_SIZE,
): AsyncGenerator<Page<Item>> {
  let query: Query | undefined = pageQuery(1, pageSize);
  const seen = new Set<string>();
  while (query) {
    seen.add(JSON.stringify(query));
    const reply = record(await browse(query));
    if (!Array.isArray(reply.data)) throw new LoyaltyError('bad_response', 'The reply has no list in data.');
    yield reply as unknown as Page<Item>;
    query = nextQuery(query, reply, address);
    if (query && seen.has(JSON.stringify(query)))
      throw new LoyaltyError('bad_response', 'The next page is one that was read already.');
  }
}

function nextQuery(
  query: Query,
  reply: Readonly<Record<string, unknown>>,
  address: string,
): Query | undefined {
  const { data, links } = reply;
  const last = lastPageOf(reply);
  if (last !== undefined) {
    const number = Number(query[PAGE_NUMBER]);
    // An empty page is the end, whatever it says: records may have been deleted since the first one.
    return number < last && (data as unknown[]).length > 0
      ? { ...query, [PAGE_NUMBER]: String(number + 1) }
      : undefined;
  }
  const { next } = record(links);
  if (typeof next !== 'string' || next === '') return undefined;
  const here = new URL(address);
  const there = URL.canParse(next, here) ? new URL(next, here) : undefined;
  if (there?.origin !== here.origin || there.pathname !== here.pathname)
    throw new LoyaltyError('bad_response', 'The link to the next page leads elsewhere, and is not followed.');
  return Object.fromEntries(there.searchParams);
}
