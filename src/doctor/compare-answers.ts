import { profileLedgers } from '../services/contract/endpoints/platform.ts';
import type { HistoryPage } from '../services/customer/resources/history.ts';
import { loadFilteredHistory, type HistoryFilter } from '../services/customer/resources/history-pages.ts';
import { pointsLedger } from '../services/customer/resources/history.ts';
import type { CustomerList } from '../services/customer/resources/lists.ts';
import { toLoyaltyError } from '../services/transport/errors.ts';
import { pageQuery } from '../services/transport/query.ts';
import { integer, record, text } from '../services/transport/read.ts';
import { atPointer } from '../services/transport/tenant/sources.ts';
import type { TenantFile } from '../services/transport/tenant/tenant-file.ts';
import { connect, recordsOf, type ExamineOptions, type Findings } from './examine.ts';
import { patiently } from './patience.ts';
import { addressOf, readProblem, refusalText } from './problem.ts';
import type { Exchange } from './recorded-fetch.ts';
import { leavesOf } from './records.ts';
import { hasPages, largestPageOf, mapsField } from './tenant-rules.ts';
import { note, ok, wrong, type Check } from './checks.ts';

// What no answer says alone: two answers that contradict each other, and requests of other pages of a shop.

const ITEMS = 'profiles.lists.items.index';
/** Small enough that the history of most customers has two pages. */
const TRIED_SIZE = 5;

export async function compareAnswers(options: ExamineOptions, findings: Findings): Promise<Check[]> {
  const file = options.settings.tenantFile ?? undefined;
  return [
    ...compareWishlist(findings, file),
    ...compareProductIds(findings, file),
    ...(await comparePages(options, findings)),
    ...compareSizes(options.recorder.exchanges, file),
    ...(await tryFilters(options, findings)),
    ...refusedQueries(options.recorder.exchanges),
  ];
}

/** The items of the wishlist beside those of the lists: 404 for a handle that the service does not know is not an empty wishlist. */
function compareWishlist(findings: Findings, file: TenantFile | undefined): Check[] {
  const { value, status } = findings.get('lists')!;
  const wishlist = findings.get('wishlist')!;
  if (status !== 'loaded') return [];
  const lists = value as readonly CustomerList[];
  const own = lists.filter(({ type }) => type === 'wishlist');
  const count = own.reduce((sum, list) => sum + (list.count ?? 0), 0);
  const saved = wishlist.status === 'loaded' ? (wishlist.value as readonly unknown[]).length : undefined;
  if (saved !== undefined && saved >= count)
    return own.length ? [ok(`the wishlist has ${saved} items, and so have the lists of the customer`)] : [];
  const names = own.map(({ handle, id }) => `"${handle}" (id ${String(id)})`).join(', ');
  return [
    wrong(
      `The lists of the customer have ${count} items in ${names}, and the wishlist of the elements ${saved === undefined ? 'does not load' : `has ${saved}`}. ${file?.wishlist ? 'The tenant file names another list as wishlist' : "Name it in the tenant file: wishlist: { type: 'wishlist' }"}.`,
    ),
  ];
}

/** Items with two ids of their product: pages know the shop's. */
function compareProductIds(findings: Findings, file: TenantFile | undefined): Check[] {
  const exchanges = [...findings.values()].flatMap((finding) => finding.exchanges);
  const [item] = recordsOf(ITEMS, exchanges);
  if (item === undefined || mapsField(file, ITEMS, 'product_id')) return [];
  const ids = leavesOf(item).filter(({ pointer }) =>
    /product\/?_?(external_?)?id$|external_?id$|sku$/i.test(pointer),
  );
  const lists = (findings.get('lists')?.value ?? []) as readonly CustomerList[];
  const saved = (findings.get('wishlist')?.value ?? lists.flatMap(({ items }) => items)) as readonly {
    readonly productId?: string;
  }[];
  const shop = ids.find(({ pointer }) => /external|sku/i.test(pointer));
  const used = saved[0]?.productId ?? text(record(item)['product_id']);
  if (!shop || used === undefined) return [];
  const isShops = exchanges.some(({ body }) => JSON.stringify(body ?? '').includes(JSON.stringify(used)));
  const own = recordsOf(ITEMS, exchanges).map((one) => text(atPointer(one, shop.pointer)));
  return own.includes(used)
    ? [ok(`items name products by ${shop.pointer}, as pages of the shop do`)]
    : [
        wrong(
          `Items have two ids of their product: the elements read ${used}${isShops ? '' : ' (from nowhere in the answers)'}, and ${shop.pointer} is ${text(shop.value)}. If pages know products by the second, hearts stay empty: map product_id to ${shop.pointer}.`,
        ),
      ];
}

/** Whether the second page is another one, and a page has the size that was asked for. */
export async function comparePages(options: ExamineOptions, findings: Findings): Promise<Check[]> {
  const history = findings.get('history');
  if (history?.status !== 'loaded') return [];
  if (!hasPages(options.settings.tenantFile ?? undefined, profileLedgers.id))
    return [note('pages were not compared: the tenant file says that all records come at once')];
  const { entries } = history.value as HistoryPage;
  if (entries.length <= TRIED_SIZE)
    return [note('pages were not compared: the history of the customer has too few entries')];
  const page = async (number: number) => {
    const { result } = await patiently(options, () =>
      options.recorder.during(profileLedgers.id, async () => {
        const loyalty = connect(options.settings, options);
        const profile = await loyalty.profileId();
        const query = { ...pointsLedger.query, ...pageQuery(number, TRIED_SIZE) };
        return loyalty.call(profileLedgers, { profile, query }).then(
          (reply) => ({ data: record(reply).data as unknown[], error: undefined }),
          (thrown: unknown) => ({ data: [], error: toLoyaltyError(thrown) }),
        );
      }),
    );
    if (result.error) throw result.error;
    return result.data;
  };
  try {
    const [first, second] = [await page(1), await page(2)];
    const checks: Check[] = [];
    if (JSON.stringify(first) === JSON.stringify(second))
      checks.push(
        wrong(
          'Page 2 of the history equals page 1: the service takes no page[number]. Name its parameter in the tenant file: paging.number.',
        ),
      );
    else checks.push(ok('page 2 of the history is another one than page 1'));
    checks.push(
      first.length > TRIED_SIZE
        ? wrong(
            `${TRIED_SIZE} entries a page were asked for, and ${first.length} came: the service takes no page[size]. Name its parameter in the tenant file: paging.size.`,
          )
        : ok(`a page has the ${TRIED_SIZE} entries that were asked for`),
    );
    return checks;
  } catch (error) {
    return [wrong(`Pages could not be compared: ${toLoyaltyError(error).message}`)];
  }
}

export const SIZE_NAME = /^(per_?page|per|page_?size|size|limit)$/i;

/** Lists that came with another size than was asked for. */
function compareSizes(exchanges: readonly Exchange[], file: TenantFile | undefined): Check[] {
  const seen = new Set<string>();
  return exchanges.flatMap(({ url, body, operation, status }) => {
    const { searchParams } = new URL(url);
    const asked = [...searchParams].find(([name]) => SIZE_NAME.test(name.replace(/^page\[(\w+)\]$/, '$1')));
    const given = leavesOf(body).find(({ pointer }) => SIZE_NAME.test(pointer.split('/').at(-1)!));
    const size = integer(given?.value);
    if (!asked || status >= 300 || size === undefined || String(size) === asked[1]) return [];
    if (size === largestPageOf(file, operation ?? '')) return [];
    const line = `${asked[0]}=${asked[1]} was asked for, and ${given!.pointer} is ${size}`;
    if (seen.has(line)) return [];
    seen.add(line);
    return [
      wrong(
        `${operation}: ${line}. If this is the largest page, set paging.maxSize: ${size}; otherwise name the parameter: paging.size.`,
      ),
    ];
  });
}

const FILTERS: readonly HistoryFilter[] = ['earned', 'spent', 'expired', 'redeemed'];

/** The filters and sorts of the history, which a shopper can choose. */
async function tryFilters(options: ExamineOptions, findings: Findings): Promise<Check[]> {
  if (findings.get('history')?.status !== 'loaded') return [];
  const checks: Check[] = [];
  for (const filter of ['all', ...FILTERS] as const) {
    const words = filter === 'all' ? 'oldest first' : `"${filter}"`;
    const { result, exchanges } = await patiently(options, () =>
      loadFilteredHistory(
        connect(options.settings, options),
        { filter, oldestFirst: filter === 'all' },
        1,
      ).then(
        ({ entries }) => ({ entries: entries.length }),
        (thrown: unknown) => toLoyaltyError(thrown),
      ),
    );
    if ('entries' in result) checks.push(ok(`the history can be shown ${words}: ${result.entries} entries`));
    else if (result.code === 'unsupported')
      checks.push(note(`the history is not offered ${words}: ${result.message}`));
    else
      checks.push(
        wrong(
          `The history cannot be shown ${words}: ${readProblem(result, exchanges).message.replace(/\.$/, '')}. Say so in the tenant file, by query or with the operation as false.`,
        ),
      );
  }
  return checks;
}

/** Refusals of a query, with the text of the service: it often lists what is allowed. */
function refusedQueries(exchanges: readonly Exchange[]): Check[] {
  const refused = exchanges.filter(
    ({ status, url }) => (status === 400 || status === 422) && url.includes('?'),
  );
  const lines = refused.map(
    (exchange) => `${addressOf(exchange)} → ${exchange.status}: ${refusalText(exchange)}`,
  );
  return [...new Set(lines)].map(wrong);
}
