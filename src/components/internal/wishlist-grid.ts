import { html, nothing, type TemplateResult } from 'lit';
import type { WishlistItem } from '../../services/index.ts';
import { say } from './messages.ts';
import { renderWishlistItem, type WishlistItemView } from './wishlist-item.ts';

export interface WishlistGridView extends WishlistItemView {
  /** At most so many products until the shopper asks for all. */
  readonly limit: number;
  /** What a screen reader is to say about the last product taken off. */
  readonly announcement: string;
  readonly onMore: () => void;
}

/** Products that fill the reserved box until the real ones are there. */
export function renderWishlistLoading(products: number): TemplateResult {
  return html`<ul part="list" aria-busy="true">
    <li class="hidden">${say('Loading your wishlist')}</li>
    ${Array.from(
      { length: products },
      () =>
        html`<li class="item" part="item" aria-hidden="true">
          <span class="picture skeleton"></span>
          <span class="texts"
            ><span class="skeleton">Name</span><span class="skeleton small">€00.00</span></span
          >
        </li>`,
    )}
  </ul>`;
}

/** The products, as many as fit, or the note that there are none. */
export function renderWishlistGrid(items: readonly WishlistItem[], view: WishlistGridView): TemplateResult {
  const shown = items.slice(0, view.limit);
  return html`${
      items.length
        ? html`<ul part="list" tabindex="-1">
            ${shown.map((item) => renderWishlistItem(item, view))}
          </ul>`
        : html`<div class="notice" part="notice" tabindex="-1">
            <slot name="empty"><p>${say('Nothing saved yet. Tap a heart to keep a product here.')}</p></slot>
          </div>`
    }
    ${
      shown.length < items.length
        ? html`<button class="ghost more" part="button more-button" type="button" @click=${view.onMore}>
            ${say('Show all {n}', { n: items.length }, view.language)}
          </button>`
        : nothing
    }
    <p class="hidden" role="status">${view.announcement}</p>`;
}
