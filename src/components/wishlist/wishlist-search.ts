import { css, html, type LitElement, type TemplateResult } from 'lit';
import type { WishlistItem } from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { addStyles } from '../internal/add-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import { languageOf } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';
import { isKnownPriority } from '../saved-products/note-text.ts';

// `searchable` of `<loyalty-wishlist>`. Part of `wishlist-options.ts`.

const ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  cheapest: 'Price, low to high',
  dearest: 'Price, high to low',
  priority: 'Priority',
} as const;
type Order = keyof typeof ORDERS;

/** Fewer products need no search. */
const SEARCHED_FROM = 7;

const RANKS = { high: 0, medium: 1, low: 3 } as const;
/** Between medium and low: the owner has said nothing about it. */
const NO_RANK = 2;

const styles = css`
  .controls {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 14em);
    gap: 0.75em;
    align-items: start;
  }
  .controls > * {
    box-sizing: border-box;
  }
  .controls > span {
    align-self: center;
  }
  /* Right below the field, not in the middle of the reserved rows. */
  .nothing-found {
    min-block-size: 0;
  }
  @container (inline-size < 28em) {
    .controls {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  /* Very large text: nothing is cut off. */
  @container (inline-size < 16em) {
    .controls {
      grid-template-columns: minmax(0, 1fr);
      margin-block-end: 1em;
    }
  }
`;

/** The field and the choice above the products, which say which products are shown, and in which order. */
export class WishlistSearch {
  readonly #host: LitElement;
  readonly #announce: (text: string) => void;
  #words: readonly string[] = [];
  #text = '';
  #order: Order = 'newest';
  /** Whether there were so many products in this view: removing one takes no field away. */
  #isLong = false;

  /** @param announce sets the text for screen readers about the result */
  constructor(host: LitElement, announce: (text: string) => void) {
    this.#host = host;
    this.#announce = announce;
    addStyles(host, fieldStyles, styles);
    containKeys(host);
  }

  /** The products that have all words in their name, options or note, in the chosen order; `items` are the newest first. */
  find<Item extends WishlistItem>(items: readonly Item[]): readonly Item[] {
    const found = this.#words.length
      ? items.filter((item) => {
          const text = fold([item.name, item.variantName, item.note].join(' '));
          return this.#words.every((word) => text.includes(word));
        })
      : items;
    if (this.#order === 'newest') return found;
    if (this.#order === 'oldest') return [...found].reverse();
    return [...found].sort(comparisonBy(this.#order, languageOf(this.#host)));
  }

  /** Whether it needs all products: it shows others than the newest ones, or in another order. */
  get isUsed(): boolean {
    return this.#words.length > 0 || this.#order !== 'newest';
  }

  /** @param items all products */
  announceFound(items: readonly WishlistItem[]): void {
    const count = this.find(items).length;
    this.#announce(
      count
        ? localize('{n} products found', { n: count }, languageOf(this.#host), '{n} product found')
        : this.#nothingFound,
    );
    this.#host.requestUpdate();
  }

  /**
   * The field and the choice; where all products can be seen at once, how many there are.
   * @param n number of all products; `undefined` where it is not known
   * @param onChange called after the words or the order were changed
   */
  render(n: number | undefined, onChange: () => void): TemplateResult {
    this.#isLong ||= n === undefined || n >= SEARCHED_FROM;
    if (!this.#isLong)
      return html`<span class="quiet small"
        >${localize('{n} products', { n: n! }, languageOf(this.#host), '{n} product')}</span
      >`;
    return html`<input
        part="input search-input"
        type="search"
        autocomplete="off"
        placeholder=${localize('Search')}
        aria-label=${localize('Search')}
        @input=${({ target }: Event) => {
          this.#text = (target as HTMLInputElement).value.trim();
          this.#words = fold(this.#text).split(/\s+/).filter(Boolean);
          onChange();
        }}
      /><select
        part="input sort-select"
        aria-label=${localize('Sort by')}
        @change=${({ target }: Event) => {
          this.#order = (target as HTMLSelectElement).value as Order;
          onChange();
        }}
      >
        ${Object.entries(ORDERS).map(([order, text]) => html`<option value=${order}>${localize(text)}</option>`)}
      </select>`;
  }

  /** Shown instead of the products where none contains the searched words. */
  renderNothing(): TemplateResult {
    return html`<div class="notice nothing-found" part="notice" tabindex="-1">
      <p part="message">${this.#nothingFound}</p>
    </div>`;
  }

  get #nothingFound(): string {
    return localize('No results for “{text}”', { text: this.#text });
  }
}

/** Without accents and capitals: a shopper who writes "creme" finds "Crème". */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

type Comparison = (one: WishlistItem, other: WishlistItem) => number;

/** What has no name, price or currency comes last. Prices in several currencies are not compared: each currency has its own part. */
function comparisonBy(order: Exclude<Order, 'newest' | 'oldest'>, language: string | undefined): Comparison {
  if (order === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return (one, other) => Number(!one.name) - Number(!other.name) || compare(titleOf(one), titleOf(other));
  }
  if (order === 'priority') return (one, other) => rankOf(one) - rankOf(other);
  const direction = order === 'cheapest' ? 1 : -1;
  return (one, other) => {
    const [price, otherPrice] = [priceOf(one), priceOf(other)];
    if (price === undefined || otherPrice === undefined)
      return Number(price === undefined) - Number(otherPrice === undefined);
    return (
      (one.currency ?? '').localeCompare(other.currency ?? '') || Math.sign(price - otherPrice) * direction
    );
  };
}

const titleOf = ({ name = '', variantName = '' }: WishlistItem): string => `${name} ${variantName}`;
const rankOf = ({ priority }: WishlistItem): number =>
  isKnownPriority(priority) ? RANKS[priority] : NO_RANK;
const priceOf = ({ price }: WishlistItem): number | undefined => {
  const amount = price === undefined ? NaN : Number(price);
  return Number.isNaN(amount) ? undefined : amount;
};
