import { html, nothing, type TemplateResult } from 'lit';
import type { WishlistItem } from '../../services/index.ts';
import { formatMoney } from './format-money.ts';
import { heart } from './icons.ts';
import { say } from './messages.ts';
import type { RemovalProblem } from './removal-controller.ts';

export interface WishlistItemView {
  readonly language: string | undefined;
  readonly moveToCart: boolean;
  /** Products that are on their way off the list. */
  readonly busy: ReadonlySet<string>;
  /** Why a product could not be removed or moved: said in its place. */
  readonly problem: RemovalProblem | undefined;
  readonly onRemove: (item: WishlistItem) => void;
  readonly onMove: (item: WishlistItem) => void;
}

/** One product: its picture, name and price, and how it leaves the list. */
export function renderWishlistItem(item: WishlistItem, view: WishlistItemView): TemplateResult {
  const { productId, imageUrl } = item;
  const name = item.name ?? say('No longer in the shop');
  const busy = view.busy.has(productId);
  return html`<li class="item" part="item">
    <span class="picture" part="picture">
      ${imageUrl ? html`<img src=${imageUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />` : nothing}
    </span>
    <span class="texts">
      ${
        item.url
          ? html`<a class="line" part="name" href=${item.url} title=${name}><bdi>${name}</bdi></a>`
          : html`<span class="line" part="name" title=${name}><bdi>${name}</bdi></span>`
      }
      ${view.problem?.productId === productId ? renderProblem(view.problem) : renderPrice(item, view.language)}
    </span>
    <button
      class="heart"
      part="button remove-button"
      type="button"
      aria-disabled=${busy}
      aria-label=${say('Remove {product} from your wishlist', { product: name })}
      @click=${() => view.onRemove(item)}
    >
      ${heart}
    </button>
    ${
      view.moveToCart && item.name
        ? html`<button
            class="ghost move"
            part="button move-button"
            type="button"
            aria-disabled=${busy}
            aria-label=${say('Move to cart: {product}', { product: name })}
            @click=${() => view.onMove(item)}
          >
            ${say('Move to cart')}
          </button>`
        : nothing
    }
  </li>`;
}

function renderProblem({ message }: RemovalProblem): TemplateResult {
  return html`<span class="small line" part="problem" role="alert" title=${message}>${message}</span>`;
}

function renderPrice({ price, currency }: WishlistItem, language: string | undefined): TemplateResult {
  return html`<span class="quiet small line" part="price">
    ${price === undefined ? nothing : formatMoney(price, currency, language)}
  </span>`;
}
