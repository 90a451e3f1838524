import { LoyaltyError } from '../services/transport/errors.ts';
import { browsePages, lastPageOf, repeatedPage, type PagingSettings } from '../services/transport/paging.ts';
import { PAGE_NUMBER, PAGE_SIZE, type Query } from '../services/transport/query.ts';
import { integer, record } from '../services/transport/read.ts';
import type { Page } from '../services/contract/envelope.ts';

interface PagesOptions {
  readonly operation: string;
  /** The address of the browse: links to other addresses are not followed. */
  readonly address: string;
  readonly paging?: PagingSettings | undefined;
  readonly pageSize?: number | undefined;
}

/**
 * The pages of a browse. It reads every page or throws, because a script must not miss records. An empty page is the last one, even if the
 * count says otherwise: records may have been deleted meanwhile.
 * @throws LoyaltyError `bad_response` for a link to another address, a page that was already read, or another page than requested
 */
export async function* pagesOf<Item>(
  browse: (query: Query) => Promise<unknown>,
  { address, operation, paging, pageSize }: PagesOptions,
): AsyncGenerator<Page<Item>> {
  const seen = new Set<string>();
  let first: number | undefined;
  const browseOnce = (query: Query): Promise<unknown> => {
    const key = JSON.stringify(query);
    if (seen.has(key))
      throw new LoyaltyError('bad_response', 'The next page is one that was read already.', { operation });
    seen.add(key);
    return browse(query);
  };
  const queryOfLink = (link: string, isCounted: boolean) => linkedQuery(link, address, isCounted);
  const pages = browsePages(browseOnce, { operation, paging, pageSize, queryOfLink });
  for await (const { number, reply, records, isRepeated } of pages) {
    const current = integer(record(reply.meta).current_page);
    first ??= current;
    if (current !== undefined && current !== first! + number - 1)
      throw new LoyaltyError(
        'bad_response',
        `Page ${number} was asked for, and page ${current} came. Set paging to the names that the service has for ${paging?.number ?? PAGE_NUMBER} and ${paging?.size ?? PAGE_SIZE}.`,
        { operation, field: 'meta.current_page', received: current },
      );
    if (isRepeated) throw repeatedPage(operation, number);
    yield reply as unknown as Page<Item>;
    if (!records.length && lastPageOf(reply) !== undefined) return;
  }
}

/** The query of the `next` link. A link to another address is an error, unless the pages can be requested by number. */
function linkedQuery(next: string, address: string, isCounted: boolean): Query | undefined {
  const here = new URL(address);
  const there = URL.canParse(next, here) ? new URL(next, here) : undefined;
  if (there?.origin === here.origin && there.pathname === here.pathname)
    return Object.fromEntries(there.searchParams);
  if (isCounted) return undefined;
  throw new LoyaltyError('bad_response', 'The link to the next page leads elsewhere, and is not followed.');
}
