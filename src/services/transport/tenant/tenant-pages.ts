import { PAGE_NUMBER, PAGE_SIZE, DEFAULT_PAGE_SIZE, pageQuery, type Query } from '../query.ts';
import { integer } from '../read.ts';
import { evaluate, type Scope } from './sources.ts';
import type { PagingRules, Source } from './tenant-file.ts';

// Pages of a browse in the parameters of a tenant. Readers ask for pages by number, and get `meta` and `links` in that form.

/** The page that a reader asks for; `undefined` where it asks for the whole list. */
export interface AskedPage {
  readonly number: number;
  readonly size: number;
}

export function askedPage(query: Query, { maxSize = Infinity, size }: PagingRules): AskedPage | undefined {
  if (query[PAGE_NUMBER] === undefined && query[PAGE_SIZE] === undefined) return undefined;
  const wanted = integer(query[PAGE_SIZE]) ?? DEFAULT_PAGE_SIZE;
  return {
    number: integer(query[PAGE_NUMBER]) ?? 1,
    // Without a parameter the service decides, and the smallest page that it may send is not known.
    size: size === null ? maxSize : Math.min(wanted, maxSize),
  };
}

/** The parameters for a page. A cursor is that of the page before, `undefined` for the first page. */
export function pageParameters({ number, size }: AskedPage, rules: PagingRules, cursor?: string): Query {
  const { kind = 'number', number: name = PAGE_NUMBER, size: sizeName = PAGE_SIZE, first = 1 } = rules;
  if (kind === 'none') return {};
  const query: Record<string, string> =
    sizeName === null || size === Infinity ? {} : { [sizeName]: String(size) };
  if (kind === 'number') query[name] = String(number - 1 + first);
  else if (kind === 'offset') query[name] = String((number - 1) * size);
  else if (cursor !== undefined) query[name] = cursor;
  return query;
}

export interface PagedReply {
  readonly data: readonly unknown[];
  readonly meta?: Readonly<Record<string, number>>;
  readonly links: { readonly next: string | null };
  /** Of the next page, where the service pages by cursors. */
  readonly cursor?: string | undefined;
}

/** The records of a page with `meta` and `links` as readers know them. */
export function pagedReply(
  records: readonly unknown[],
  { number, size }: AskedPage,
  rules: PagingRules,
  scope: Scope,
): PagedReply {
  const { kind = 'number', lastPage = '/meta/last_page', total = '/meta/total' } = rules;
  const next =
    rules.next ?? (kind === 'cursor' ? { from: ['/meta/next_cursor', '/links/next'] } : '/links/next');
  const read = (source: Source) => evaluate(source, scope.reply, scope);
  if (kind === 'none') {
    const start = (number - 1) * size;
    const shown = size === Infinity ? records : records.slice(start, start + size);
    return withMeta(shown, number, size, records.length, Math.max(1, Math.ceil(records.length / size)));
  }
  const count = integer(read(total));
  const last =
    integer(read(lastPage)) ??
    (count !== undefined && size !== Infinity ? Math.ceil(count / size) : undefined);
  const link = read(next);
  const hasLink = link !== undefined && link !== null && link !== '' && link !== false;
  if (kind !== 'cursor' && last !== undefined)
    return withMeta(records, number, size, count, Math.max(1, last));
  const hasNext = hasLink || (kind !== 'cursor' && rules.next === undefined && records.length >= size);
  return {
    data: records,
    links: { next: hasNext ? linkTo(number + 1, size) : null },
    cursor: hasLink && kind === 'cursor' ? cursorOf(link, rules.number ?? PAGE_NUMBER) : undefined,
  };
}

function withMeta(
  data: readonly unknown[],
  number: number,
  size: number,
  total: number | undefined,
  last: number,
): PagedReply {
  return {
    data,
    links: { next: number < last ? linkTo(number + 1, size) : null },
    meta: {
      current_page: number,
      last_page: last,
      per_page: size === Infinity ? data.length : size,
      ...(total !== undefined && { total }),
    },
  };
}

const linkTo = (number: number, size: number): string =>
  `?${new URLSearchParams(pageQuery(number, size === Infinity ? undefined : size))}`;

/** A cursor, or the parameter of an address that has it. */
function cursorOf(link: unknown, name: string): string {
  const text = String(link);
  const query = text.includes('?') ? text.slice(text.indexOf('?')) : undefined;
  return (query && new URLSearchParams(query).get(name)) || text;
}
