import { ContextEvent } from '@lit/context';
import type { LitElement } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import { loyaltyContext, loyaltyOf, providers } from '../internal/context.ts';

// Stores how many rows the lists of a customer have, so that the next page does not reserve room for more. Part of `page-policy.ts`. The
// inline script of `docs/guides/install.md` reads the numbers before the first paint: without it nothing changes.

/** Lists of the customer that are the same on every page. A registry or a shared list is the one that its page names. */
const LISTS = ['rewards', 'benefits', 'achievements', 'history', 'credits', 'redeem'];

/** The style sheet of the inline script, with the owner of the record from which it has the numbers. */
type RowsSheet = CSSStyleSheet & { readonly loyaltyOwner?: string };

/**
 * Number of rows that the next page reserves for a list: of all its records, where the box has room for more. 0 stands for the usual number;
 * `undefined` where it is not known, such as while the list loads.
 */
function rowsOf(element: Element, stored: number | undefined): number | undefined {
  const { localName, shadowRoot: root } = element;
  if (!root || root.querySelector('[aria-busy=true], .cards')) return undefined;
  const set = getComputedStyle(element).getPropertyValue(`--${localName}-rows`);
  if (set && Number(set) !== stored) return undefined; // by the page, for itself
  if (root.querySelector('slot[name=empty]')) return 1; // the sentence is in the place of a row
  // The history of one kind has fewer entries than the next page shows.
  if ([...root.querySelectorAll('select')].some(({ selectedIndex }) => selectedIndex > 0)) return undefined;
  const count = root.querySelectorAll('[part~=row]').length;
  if (!count) return undefined;
  return count === stored || root.querySelector('[part=end]') ? count : 0;
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

/** Stores the numbers of the lists on this page, of the first where there are several; those of other lists remain. */
function storeRows(): void {
  const [loyalty] = providers.values();
  const record = loyalty?.config?.snapshot && loyalty.cache.read();
  if (!record) return;
  const before = Object(record.rows) as Record<string, number>;
  const found: Record<string, number> = {};
  for (const name of LISTS) {
    const element = document.querySelector<HTMLElement>(`loyalty-${name}`);
    if (!element) continue;
    const keep = (its?: Loyalty): void => {
      const rows = its === loyalty ? rowsOf(element, before[name]) : undefined;
      if (rows !== undefined) found[name] = rows;
    };
    withLoyalty(element, keep, false);
  }
  const rows = Object.fromEntries(Object.entries({ ...before, ...found }).filter(([, count]) => count));
  if (JSON.stringify(rows) !== JSON.stringify(before)) loyalty!.cache.save({ rows });
}

const controller = { hostUpdated: storeRows };

/**
 * Stores the numbers from then on. Not when the page is left: the next one may run in another process by then, whose own changes of the
 * record replace what this page stores.
 */
export function watchRows(elements: readonly Element[]): void {
  const lists = elements.filter(({ localName }) => LISTS.includes(localName.slice('loyalty-'.length)));
  for (const list of lists as LitElement[]) list.addController(controller);
  if (lists.length) storeRows();
}

/** Removes what the script has set where it is of another customer. */
function removeRows(loyalty?: Loyalty): void {
  const isOther = ({ loyaltyOwner }: RowsSheet): boolean =>
    !!loyalty && !!loyaltyOwner && loyaltyOwner !== loyalty.cache.owner;
  const { adoptedStyleSheets: sheets = [] } = document as Partial<Document>; // a simulated page has none
  if (sheets.some(isOther)) document.adoptedStyleSheets = sheets.filter((sheet) => !isOther(sheet));
}

withLoyalty(document.body, removeRows, true);
