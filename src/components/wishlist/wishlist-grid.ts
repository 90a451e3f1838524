import { html, nothing, type TemplateResult } from 'lit';
import { choiceKey, type WishlistItem } from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { heart } from '../saved-products/icons.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { firstCount } from '../internal/lists.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { localize } from '../internal/texts/messages.ts';
import { nameOf } from '../saved-products/product-name.ts';
import { renderProductPicture } from '../saved-products/product-picture.ts';

export interface RemovalProblem {
  /** Of the product and variant. */
  readonly key: string;
  readonly message: string;
}

export interface WishlistGridView extends WishlistItemView {
  /** Number of all products, which may not be loaded yet; `undefined` where it is not known. */
  readonly count: number | undefined;
  /** Number of products that are shown until the shopper presses "Show all". */
  readonly limit: number;
  /** Number of rows that the reserved box has room for and the products do not need; below 0 where they need more. */
  readonly rowsLeft: number;
  /** Text for screen readers about the last removed product. */
  readonly announcement: string | undefined;
  /** For guests, whose products are on this device: the sentence that says so, as a link where the provider has one. */
  readonly renderSentence: ((sentence: string) => unknown) | undefined;
  /** A page with products, linked while nothing is saved. */
  readonly shopUrl: string | undefined;
  readonly onMore: () => void;
  /** Instead of the products, where a search finds none. */
  readonly notFound: unknown;
  /** What is below the products, before the button that shows all. */
  readonly below: unknown;
}

/** Skeleton products that fill the reserved box while the wishlist loads. */
export function renderWishlistLoading(products: number): TemplateResult {
  return html`<ul part="list" aria-busy="true">
    <li class="hidden">${localize('Loading your wishlist')}</li>
    ${Array.from(
      { length: products },
      () =>
        html`<li class="item" part="item" aria-hidden="true">
          <span part="skeleton" class="picture skeleton"></span>
          <span class="texts"
            ><span part="skeleton" class="skeleton">Name</span
            ><span part="skeleton" class="skeleton small">€00.00</span></span
          >
        </li>`,
    )}
  </ul>`;
}

/** The products up to the limit, or the notice that there are none. */
export function renderWishlistGrid(items: readonly WishlistItem[], view: WishlistGridView): TemplateResult {
  const { count = Infinity, limit, below } = view;
  const first = firstCount(count, limit);
  const shown = items.slice(0, first);
  /** Whether the button takes the place of a product, so that a single one is not hidden. */
  const takesPlace = first < Math.min(count, limit);
  const more = renderMoreButton({
    n: view.count,
    name: 'Show all {n} products',
    language: view.language,
    classes: 'ghost',
    takesRow: takesPlace,
    onMore: view.onMore,
  });
  const shopLink = view.shopUrl
    ? html`<a part="shop-link" href=${view.shopUrl}>${localize('Discover products')}</a>`
    : undefined;
  const isWhole = items.length > 0 && shown.length === view.count;
  // In the place of a row, or else of the button.
  const hasEnd = isWhole && view.rowsLeft >= (below || shopLink ? 1 : 0);
  return html`${
      view.count !== 0
        ? html`<ul part="list" class=${takesPlace && !below ? 'whole' : nothing} tabindex="-1">
            ${shown.map((item) => renderWishlistItem(item, view))}
            ${takesPlace ? html`<li class="all">${more}</li>` : nothing}
          </ul>`
        : (view.notFound ??
          html`<div class="notice" part="notice" tabindex="-1">
            ${heart}<slot name="empty"
              ><p part="message">
                ${localize('Nothing saved yet. Tap the heart on a product to keep it here.')}
              </p>
              ${shopLink}</slot
            >
          </div>`)
    }
    <div
      class=${isWhole ? (hasEnd && !below ? nothing : 'below whole') : items.length && (below || !takesPlace) ? 'below' : nothing}
    >
      ${shown.length === view.count || takesPlace ? nothing : more} ${below}
      ${isWhole && !hasEnd ? shopLink : nothing}
    </div>
    ${hasEnd ? renderListEnd(shopLink) : nothing}
    ${
      view.renderSentence
        ? html`<div>
            <slot name="signed-out"
              ><span class="quiet small" part="device"
                >${view.renderSentence(localize('Saved on this device. Sign in to see it everywhere.'))}</span
              ></slot
            >
          </div>`
        : nothing
    }
    <p class="hidden" role="status">${view.announcement ?? ''}</p>`;
}

/** A product with its options, as screen readers read it. */
const fullName = (name: string, { variantName }: WishlistItem): string =>
  variantName ? `${name}, ${variantName}` : name;

export interface WishlistItemView {
  readonly language: string | undefined;
  readonly moveToCart: boolean;
  /** What is being removed, by `choiceKey`. */
  readonly busy: ReadonlySet<string>;
  /** Why products could not be removed or moved: shown instead of their prices. */
  readonly problems: readonly RemovalProblem[];
  /** What is said about a product that cannot be bought, or costs less now. */
  readonly status: ((item: WishlistItem, language: string | undefined) => unknown) | undefined;
  /** Whether it can be removed and moved here; by default it can. */
  readonly isOwn: ((item: WishlistItem) => boolean) | undefined;
  /** What is said about it below its price. */
  readonly renderDetails: ((item: WishlistItem, label: string) => unknown) | undefined;
  readonly onRemove: (item: WishlistItem) => void;
  readonly onMove: (item: WishlistItem) => void;
}

/** Whether there is more to say about a product than its price: it cannot be bought, or its price has changed. */
export const hasStatus = ({ unavailable, price, savedPrice }: WishlistItem): boolean =>
  !!unavailable || (!!savedPrice && savedPrice !== price);

/** One product: its picture, name and price, and the buttons that remove it. */
export function renderWishlistItem(item: WishlistItem, view: WishlistItemView): TemplateResult {
  const { imageUrl } = item;
  const key = choiceKey(item);
  const name = nameOf(item);
  const label = fullName(name, item);
  const problem = view.problems.find((other) => other.key === key);
  const busy = view.busy.has(key);
  const isOwn = view.isOwn?.(item) ?? true;
  return html`<li class="item" part="item">
    <span class="picture" part="picture"> ${renderProductPicture(imageUrl)} </span>
    <span class="texts">
      ${
        item.url
          ? html`<a class="line" part="name" href=${item.url} title=${name} dir="auto">${name}</a>`
          : html`<bdi class="line" part="name" title=${name}>${name}</bdi>`
      }
      ${item.variantName ? html`<bdi class="quiet small line" part="variant" title=${item.variantName}>${item.variantName}</bdi>` : nothing}
      ${problem ? renderProblem(problem) : renderPrice(item, view)} ${view.renderDetails?.(item, label)}
    </span>
    ${
      isOwn
        ? html`<button
            class="heart"
            part="heart-button remove-button"
            type="button"
            aria-disabled=${busy}
            aria-label=${localize('Remove {product} from your wishlist', { product: label })}
            @click=${() => view.onRemove(item)}
          >
            ${heart}
          </button>`
        : nothing
    }
    ${
      view.moveToCart && !item.isGone && !item.unavailable && isOwn
        ? html`<button
            class="ghost move"
            part="button move-button"
            type="button"
            aria-disabled=${busy}
            aria-label=${localize('Move to cart: {product}', { product: label })}
            @click=${() => view.onMove(item)}
          >
            ${localize('Move to cart')}
          </button>`
        : nothing
    }
  </li>`;
}

function renderProblem({ message }: RemovalProblem): TemplateResult {
  return html`<bdi class="small line" part="problem" role="alert" title=${message}>${message}</bdi>`;
}

function renderPrice(item: WishlistItem, { language, status }: WishlistItemView): TemplateResult {
  const { price, currency } = item;
  return html`<span class="quiet small line" part="price" dir="auto">
    ${price === undefined ? nothing : formatMoney(price, currency, language)}${status?.(item, language)}
  </span>`;
}
