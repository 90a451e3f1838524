import { html } from 'hono/html';
import { centsOf, MAX_QUANTITY, type CartLine } from '../cart.ts';
import { earnLine } from './points.ts';
import { formatPrice, signInLink, type Markup, type PageContent, type Visit } from './page.ts';

/** @param points that the cart earns; `undefined` if they are not known */
export function cartPage(visit: Visit, lines: readonly CartLine[], points?: number): PageContent {
  return {
    title: 'Your cart',
    main: html`<header class="page-head"><h1>Your cart</h1></header>
      ${
        lines.length
          ? html`<ul class="cart-lines">
                ${lines.map(cartLine)}
              </ul>
              <p class="cart-sum">
                <span>Together</span> <strong>${formatPrice(centsOf(lines) / 100)}</strong>
              </p>
              ${points ? earnLine(visit, points) : ''}
              <p class="cart-points">
                <loyalty-balance class="cart-balance"
                  ><a slot="signed-out" href="${signInLink(visit)}">Sign in for points</a></loyalty-balance
                >
                <a href="/account">Use a reward with this order</a>
              </p>
              <p class="quiet">This is a demo: the way ends here, nothing is ordered and nothing is paid.</p>`
          : html`<p>Your cart is empty. <a href="/products">See all products</a>.</p>`
      }`,
  };
}

function cartLine({ product, quantity }: CartLine): Markup {
  const field = `quantity-${product.id}`;
  return html`<li class="cart-line">
    <a href="/products/${product.handle}" tabindex="-1" aria-hidden="true"
      ><img src="${product.imagePath}" alt="" width="400" height="500" loading="lazy"
    /></a>
    <div>
      <h2><a href="/products/${product.handle}">${product.name}</a></h2>
      <p class="price">${formatPrice(product.price)}</p>
      <form method="post" action="/cart/items/${product.id}" class="cart-quantity">
        <label for="${field}">Quantity</label>
        <input
          id="${field}"
          name="quantity"
          type="number"
          inputmode="numeric"
          min="0"
          max="${MAX_QUANTITY}"
          value="${quantity}"
          required
        />
        <button class="button ghost small">Update</button>
        <button
          class="link-button"
          name="remove"
          value="1"
          aria-label="Remove ${product.name}"
          formnovalidate
        >
          Remove
        </button>
      </form>
    </div>
  </li>`;
}
