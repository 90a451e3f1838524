import { html } from 'hono/html';
import type { Product } from '../../sample/products.ts';
import { formatPrice } from './format.ts';
import type { Markup } from './page.ts';

/** Pictures of the first rows load at once: they are what the shopper sees first. */
const EAGER_PICTURES = 4;

export function productGrid(products: readonly Product[]): Markup {
  return html`<ul class="product-grid">
    ${products.map((product, position) => html`<li>${productCard(product, position < EAGER_PICTURES)}</li>`)}
  </ul>`;
}

/** A product with its heart. The heart lies beside the link, not in it: a button inside a link is no button. */
function productCard(product: Product, eager: boolean): Markup {
  return html`<article class="product-card">
    <a href="/products/${product.handle}">
      <img
        src="${product.imagePath}"
        alt=""
        width="400"
        height="500"
        ${eager ? html`fetchpriority="high"` : html`loading="lazy"`}
        decoding="async"
      />
      <h3>${product.name}</h3>
      <p class="price">${formatPrice(product.price)}</p>
    </a>
    <loyalty-wishlist-button
      product-id="${product.id}"
      product-name="${product.name}"
    ></loyalty-wishlist-button>
  </article>`;
}
