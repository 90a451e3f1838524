import { html } from 'hono/html';
import type { Product } from '../../sample/products.ts';
import { formatPrice, type Markup, type Visit } from './page.ts';
import { earningOf, oneOf } from './points.ts';

/** Pictures of the first row load at once; the browser loads the others when they come into view. */
const EAGER_PICTURES = 4;

export function productGrid(visit: Visit, products: readonly Product[]): Markup {
  return html`<ul class="product-grid">
    ${products.map((product, position) => html`<li>${productCard(visit, product, position < EAGER_PICTURES)}</li>`)}
  </ul>`;
}

/** A product with its wishlist button, which is beside the link: HTML does not allow a button inside a link. */
function productCard(visit: Visit, product: Product, eager: boolean): Markup {
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
    <loyalty-earn
      class="card-earn"
      programme="${earningOf(visit, [product])}"
      currency="EUR"
      ${oneOf(product)}
    ></loyalty-earn>
    <loyalty-wishlist-button ${saved(product)}></loyalty-wishlist-button>
  </article>`;
}

/** The attributes of a heart: a guest's list is on the device, and shows what the page said of the product. */
export const saved = ({ id, name, handle, imagePath, price, currency }: Product): Markup =>
  html`product-id="${id}" product-name="${name}" product-url="/products/${handle}"
  product-image="${imagePath}" product-price="${price}" product-currency="${currency}"`;
