import { ContextEvent } from '@lit/context';
import type { LitElement } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { loyaltyContext, loyaltyOf, providers } from '../internal/context.ts';

// Stores how many rows and groups the lists of a customer have, so that the next page does not reserve room for more. Part of
// `page-policy.ts`. The inline script of `docs/guides/install.md` reads the numbers before the first paint: without it nothing changes.

/** Lists of the customer that are the same on every page. A registry or a shared list is the one that its page names. */
const LISTS = [
  'rewards',
  'benefits',
  'achievements',
  'history',
  'credits',
  'redeem',
  'earn',
  'lists',
  'receipt',
  'dates',
];

/** A row of any of these lists. */
const ROWS = '[part~=row], [part~=way], [part=item], [part=receipt], [part=date]';

/** Numbers by property without its prefix, such as `benefits-rows`. 0 stands for the usual number. */
type Sizes = Readonly<Record<string, number>>;

/** The style sheet of the inline script, with the owner of the record from which it has the numbers. */
type RowsSheet = CSSStyleSheet & { readonly loyaltyOwner?: string };

/**
 * What the next page reserves for a list: room for all its records, where the box has room for more, or lacks that of one. Nothing where that
 * is not known, such as while the list loads.
 */
function sizesOf(element: Element, stored: Sizes): Sizes {
  const { localName, shadowRoot: root } = element;
  if (!root || root.querySelector('[aria-busy=true], .cards')) return {};
  // The history of one kind has fewer entries than the next page shows.
  if ([...root.querySelectorAll('select')].some(({ selectedIndex }) => selectedIndex > 0)) return {};
  const name = localName.slice('loyalty-'.length);
  const before = stored[`${name}-rows`];
  const set = getComputedStyle(element).getPropertyValue(`--${localName}-rows`);
  const count = root.querySelectorAll(ROWS).length;
  const isEmpty = root.querySelector('slot[name=empty]');
  if (!count && !isEmpty) return {};
  const groups = root.querySelectorAll('[part=group]').length;
  const more = root.querySelector<HTMLButtonElement>('[part~=more-button]');
  // All rows and groups are shown, of which the next page shows the first.
  if (more?.getAttribute('aria-expanded') === 'true') return set ? { [`${name}-rows`]: 0 } : {};
  const rowsOf = (): number | undefined => {
    if (set && Number(set) !== before) return before; // by the page, for itself
    if (isEmpty) return 1; // the sentence is in the place of a row
    // One row lacks room. There is room for one more than is usual, not for one more than on each page before.
    const n = Number(more?.value);
    if (more) return !set && (n === count + 1 || more.matches('.takes-row')) ? n : 0;
    return count === before || root.querySelector('[part=end]') ? count : 0;
  };
  return {
    [`${name}-rows`]: rowsOf() ?? 0,
    // One row of each group is shown first.
    [`${name}-groups`]: more && groups === count ? 0 : groups,
  };
}

/** Calls back with the customer of an element; with `subscribe` also with the next ones. */
const withLoyalty = (
  element: HTMLElement,
  callback: (loyalty?: Loyalty) => void,
  subscribe: boolean,
): unknown =>
  element.dispatchEvent(
    new ContextEvent(loyaltyContext, element, (customer) => callback(loyaltyOf(customer)), subscribe),
  );

/** Stores the numbers of a list, of the first where the page has several of its kind; those of other lists remain. */
function storeSizes(list: HTMLElement): void {
  const [loyalty] = providers.values();
  const record = loyalty?.config?.snapshot && loyalty.cache.read();
  if (!record || document.querySelector(list.localName) !== list) return;
  const before = Object(record.rows) as Sizes;
  const store = (its?: Loyalty): void => {
    if (its !== loyalty) return;
    const all = Object.entries({ ...before, ...sizesOf(list, before) });
    const rows = Object.fromEntries(all.filter(([, count]) => count));
    if (JSON.stringify(rows) !== JSON.stringify(before)) loyalty!.cache.save({ rows });
  };
  withLoyalty(list, store, false);
}

/**
 * Stores the numbers from then on. Not when the page is left: the next one may run in another process by then, whose own changes of the
 * record replace what this page stores.
 */
export function watchRows(elements: readonly Element[]): void {
  for (const list of elements as readonly LitElement[]) {
    if (!LISTS.includes(list.localName.slice('loyalty-'.length))) continue;
    list.addController({ hostUpdated: () => storeSizes(list) });
    storeSizes(list);
  }
}

/** Removes what the script has set where it is of another customer. */
function removeRows(loyalty?: Loyalty): void {
  const isOther = ({ loyaltyOwner }: RowsSheet): boolean =>
    !!loyalty && !!loyaltyOwner && loyaltyOwner !== loyalty.cache.owner;
  const { adoptedStyleSheets: sheets = [] } = document as Partial<Document>; // a simulated page has none
  if (sheets.some(isOther)) document.adoptedStyleSheets = sheets.filter((sheet) => !isOther(sheet));
}

withLoyalty(document.body, removeRows, true);
