import { LoyaltyError } from '../services/transport/errors.ts';
import { lastPageOf, type PagingSettings } from '../services/transport/paging.ts';
import { MAX_PAGE_SIZE, PAGE_NUMBER, PAGE_SIZE, type Query } from '../services/transport/query.ts';
import { integer, record } from '../services/transport/read.ts';
import type { Page } from '../services/contract/envelope.ts';

interface BrowseOptions {
  /** The address of the browse: links to other addresses are not followed. */
  readonly address: string;
  readonly paging?: PagingSettings | undefined;
  readonly pageSize?: number | undefined;
}

/**
 * The pages of a browse, by the query of the `next` link, or by number where the reply has a count. Only the query of a link is used, so
 * that the token reaches no other host. Without link and count there is one page.
 * It reads every page or throws, because a script must not miss records. `allPages()` of the elements stops after ten pages.
 * @throws LoyaltyError `bad_response` for a link to another address, a page that was already read, or another page than requested
 */
export async function* pagesOf<Item>(
  browse: (query: Query) => Promise<unknown>,
  { address, paging = {}, pageSize = MAX_PAGE_SIZE }: BrowseOptions,
): AsyncGenerator<Page<Item>> {
  const { number = PAGE_NUMBER, size = PAGE_SIZE, maxSize = pageSize } = paging;
  const page = (value: number): Query => ({
    [size]: String(Math.min(pageSize, maxSize)),
    [number]: String(value),
  });
  const seen = new Set<string>();
  let query: Query | undefined = page(1);
  let first: number | undefined;
  for (let count = 1; query; count++) {
    seen.add(JSON.stringify(query));
    const reply = record(await browse(query));
    if (!Array.isArray(reply.data)) throw new LoyaltyError('bad_response', 'The reply has no list in data.');
    const current = integer(record(reply.meta).current_page);
    first ??= current;
    if (current !== undefined && current !== first! + count - 1)
      throw new LoyaltyError(
        'bad_response',
        `Page ${count} was asked for, and page ${current} came. Set paging to the names that the service has for ${number} and ${size}.`,
      );
    yield reply as unknown as Page<Item>;
    // An empty page is the last one, even if the count says otherwise: records may have been deleted meanwhile.
    const isCounted = lastPageOf(reply) !== undefined;
    const isLast = isCounted && (reply.data.length === 0 || count >= lastPageOf(reply)!);
    query = isLast
      ? undefined
      : (linkedQuery(reply, address, isCounted) ?? (isCounted ? page(count + 1) : undefined));
    if (query && seen.has(JSON.stringify(query)))
      throw new LoyaltyError('bad_response', 'The next page is one that was read already.');
  }
}

/** The query of the `next` link. A link to another address is an error, unless the pages can be requested by number. */
function linkedQuery(
  { links }: Readonly<Record<string, unknown>>,
  address: string,
  isCounted: boolean,
): Query | undefined {
  const { next } = record(links);
  if (typeof next !== 'string' || next === '') return undefined;
  const here = new URL(address);
  const there = URL.canParse(next, here) ? new URL(next, here) : undefined;
  if (there?.origin === here.origin && there.pathname === here.pathname)
    return Object.fromEntries(there.searchParams);
  if (isCounted) return undefined;
  throw new LoyaltyError('bad_response', 'The link to the next page leads elsewhere, and is not followed.');
}
