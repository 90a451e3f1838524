import type { SelectQueryBuilder } from 'kysely';
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  PAGE_NUMBER,
  PAGE_SIZE,
} from '../../../src/services/transport/query.ts';
import type { Attributes } from './query/attribute.ts';
import { conditionOf } from './query/condition.ts';
import { checkParameters, readFilters } from './query/filter.ts';
import { orderOf } from './query/sort.ts';
import type { Call } from './route.ts';
import { invalid } from './problem.ts';

const MAX_PAGE = 1_000_000;

export interface Browsing {
  /** Attributes for filters and sorting; without it there are none. */
  readonly attributes?: Attributes;
  /** The order without `sort`; the query's own if it has no attributes. */
  readonly order?: string;
  /** The reply has all records if the request has no page parameters (spec 4.2: "all"). */
  readonly complete?: boolean;
  /** The query contains the filters already, because they select records and it returns something else, such as groups. */
  readonly filtered?: boolean;
  /** Query parameters that only this list has, such as `group_by`. */
  readonly parameters?: readonly string[];
}

const NO_ATTRIBUTES: Attributes = new Map();

/** One page of a query, filtered and in order, in an envelope with `links` and `meta`. `views` shapes its rows. */
export const browse = <Joined, From extends keyof Joined, Row, View>(
  call: Pick<Call, 'url'>,
  query: SelectQueryBuilder<Joined, From, Row>,
  views: (rows: Row[]) => View[] | Promise<View[]>,
  options: Browsing = {},
) => browsePages(call, query, async (page) => views(await page.execute()), options);

/** The same for views that need more than the rows of the query: `viewsOf` executes the query of a page, as a part of its own. */
export async function browsePages<Joined, From extends keyof Joined, Row, View>(
  call: Pick<Call, 'url'>,
  query: SelectQueryBuilder<Joined, From, Row>,
  viewsOf: (page: SelectQueryBuilder<Joined, From, Row>) => Promise<View[]>,
  { attributes, order, complete = false, filtered = false, parameters = [] }: Browsing = {},
) {
  const { url } = call;
  checkParameters(url, parameters);
  const paged = url.searchParams.has(PAGE_NUMBER) || url.searchParams.has(PAGE_SIZE);
  const number = pageParameter(url, PAGE_NUMBER, 1, MAX_PAGE);
  const size = Math.min(
    pageParameter(url, PAGE_SIZE, DEFAULT_PAGE_SIZE, Number.MAX_SAFE_INTEGER),
    MAX_PAGE_SIZE,
  );
  let chosen = query;
  const filters = filtered ? [] : readFilters(url, attributes ?? NO_ATTRIBUTES);
  for (const filter of filters) chosen = chosen.where(conditionOf(filter));
  if (attributes || url.searchParams.has('sort')) {
    chosen = chosen.clearOrderBy().orderBy(orderOf(url, attributes ?? NO_ATTRIBUTES, order));
  }
  if (complete && !paged) return { data: await viewsOf(chosen) };

  const { total } = await chosen
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const offset = (number - 1) * size;
  const data = await viewsOf(chosen.limit(size).offset(offset));
  return { data, ...envelope(url, { number, size, total, shown: data.length }) };
}

interface Page {
  readonly number: number;
  readonly size: number;
  readonly total: number;
  readonly shown: number;
}

function envelope(address: URL, { number, size, total, shown }: Page) {
  const last = Math.max(1, Math.ceil(total / size));
  const from = (number - 1) * size + 1;
  const link = (page: number) => {
    const url = new URL(address);
    url.searchParams.set(PAGE_NUMBER, String(page));
    return url.href;
  };
  return {
    links: {
      first: link(1),
      last: link(last),
      prev: number > 1 ? link(Math.min(number - 1, last)) : null,
      next: number < last ? link(number + 1) : null,
    },
    meta: {
      current_page: number,
      from: shown ? from : null,
      last_page: last,
      path: address.origin + address.pathname,
      per_page: size,
      to: shown ? from - 1 + shown : null,
      total,
    },
  };
}

function pageParameter(url: URL, name: string, fallback: number, max: number): number {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    throw invalid({
      [name.replace('[', '.').replace(']', '')]: [`${name} has to be a whole number from 1 to ${max}.`],
    });
  }
  return value;
}
