import { html } from 'hono/html';
import { centsOf, MAX_QUANTITY, priceOf, type CartDiscount, type CartLine } from '../cart.ts';
import { allOf, earnLine } from './points.ts';
import { formatPrice, signInLinkSlot, type Markup, type PageContent, type Visit } from './page.ts';

/** @param discount of the reward that the cart has */
export function cartPage(visit: Visit, lines: readonly CartLine[], discount?: CartDiscount): PageContent {
  const cents = centsOf(lines);
  return {
    title: 'Your cart',
    main: html`<header class="page-head"><h1>Your cart</h1></header>
      ${
        lines.length
          ? html`<div class="cart">
              <ul class="cart-lines">
                ${lines.map(cartLine)}
              </ul>
              <section class="cart-summary" aria-label="Summary">
                <dl class="cart-sum">
                  <div>
                    <dt>Products</dt>
                    <dd>${formatPrice(cents / 100)}</dd>
                  </div>
                  <div class="cart-discount" data-cart-discount ${discount ? '' : html`data-empty`}>
                    <dt data-cart-reward>${discount?.reward.name ?? 'No reward'}</dt>
                    <dd data-cart-off>${offText(discount)}</dd>
                  </div>
                  <div class="cart-total">
                    <dt>Together</dt>
                    <dd data-cart-total>${formatPrice((cents - (discount?.cents ?? 0)) / 100)}</dd>
                  </div>
                </dl>
                ${earnLine(
                  visit,
                  allOf(lines),
                  lines.map(({ product }) => product),
                )}
                <loyalty-redeem
                  class="${visit.customer || visit.settings.proxyUrl ? '' : 'for-guest'}"
                  total="${(cents / 100).toFixed(2)}"
                  currency="EUR"
                  applied-code="${discount?.reward.code ?? ''}"
                  >${signInLinkSlot(visit, 'Sign in to use a reward')}</loyalty-redeem
                >
                <p class="quiet">This is a demo: you can’t check out. Nothing is ordered or paid.</p>
              </section>
            </div>`
          : html`<p>Your cart is empty. <a href="/products">See all products</a>.</p>`
      }`,
  };
}

const offText = (discount: CartDiscount | undefined): string =>
  discount?.problem ?? (discount?.cents ? formatPrice(-discount.cents / 100) : 'with this order');

function cartLine(line: CartLine): Markup {
  const { id, product, variant, quantity } = line;
  const field = `quantity-${id}`;
  const name = variant ? `${product.name}, ${variant.name}` : product.name;
  return html`<li class="cart-line">
    <a href="/products/${product.handle}" tabindex="-1" aria-hidden="true"
      ><img src="${product.imagePath}" alt="" width="400" height="500" loading="lazy"
    /></a>
    <div>
      <h2><a href="/products/${product.handle}">${product.name}</a></h2>
      ${variant ? html`<p class="quiet">${variant.name}</p>` : ''}
      <p class="price">${formatPrice(priceOf(line))}</p>
      <form method="post" action="/cart/items/${id}" class="cart-quantity">
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
        <button class="link-button" name="remove" value="1" aria-label="Remove ${name}" formnovalidate>
          Remove
        </button>
      </form>
    </div>
  </li>`;
}
