import type { SelectQueryBuilder } from 'kysely';
import type { Call } from './route.ts';
import { invalid } from './problem.ts';

/** Records per page: ASSUMPTION G8. */
const DEFAULT_SIZE = 25;
const MAX_SIZE = 100;
const MAX_PAGE = 1_000_000;

/** One page of a query, which brings its own order, in the envelope of ASSUMPTION G7. `views` shapes its rows. */
export async function browse<Joined, From extends keyof Joined, Row, View>(
  call: Pick<Call, 'url'>,
  query: SelectQueryBuilder<Joined, From, Row>,
  views: (rows: Row[]) => View[] | Promise<View[]>,
) {
  const number = pageParameter(call.url, 'number', 1, MAX_PAGE);
  const size = Math.min(pageParameter(call.url, 'size', DEFAULT_SIZE, Number.MAX_SAFE_INTEGER), MAX_SIZE);
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const offset = (number - 1) * size;
  const rows = await query.limit(size).offset(offset).execute();
  const last = Math.max(1, Math.ceil(total / size));
  const link = (page: number) => {
    const url = new URL(call.url);
    url.searchParams.set('page[number]', String(page));
    return url.href;
  };
  return {
    data: await views(rows),
    links: {
      first: link(1),
      last: link(last),
      prev: number > 1 ? link(Math.min(number - 1, last)) : null,
      next: number < last ? link(number + 1) : null,
    },
    meta: {
      current_page: number,
      from: rows.length ? offset + 1 : null,
      last_page: last,
      path: call.url.origin + call.url.pathname,
      per_page: size,
      to: rows.length ? offset + rows.length : null,
      total,
    },
  };
}

function pageParameter(url: URL, name: string, fallback: number, max: number): number {
  const text = url.searchParams.get(`page[${name}]`);
  if (text === null) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    throw invalid({ [`page.${name}`]: [`page[${name}] has to be a whole number from 1 to ${max}.`] });
  }
  return value;
}
