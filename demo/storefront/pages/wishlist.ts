import { html } from 'hono/html';
import { pickAcross } from './home.ts';
import { signInFirst, type PageContent, type Visit } from './page.ts';
import { productGrid } from './product-card.ts';

const SUGGESTIONS = 4;

/** @param saved number of products on the customer's wishlist, where the shop's server knows it */
export function wishlistPage(visit: Visit, saved?: number): PageContent {
  const { customer, settings } = visit;
  const rows = saved === undefined ? '' : `saved-${saved}`;
  return {
    title: 'Your wishlist',
    main: html`<header class="page-head">
        <h1>Your wishlist</h1>
        <p>Saved for later. Hearts work on every page of the shop.</p>
      </header>
      <p role="status" class="cart-result" data-cart-result></p>
      <div class="wishlist-frame">
        <loyalty-wishlist
          class="wishlist ${rows} ${customer || settings.proxyUrl ? '' : 'for-guest'}"
          layout="grid"
          move-to-cart
          all-to-cart
          notes
          searchable
          shop-url="/products"
        >
          ${signInFirst(visit, 'to keep what you like, on every device.')}
        </loyalty-wishlist>
      </div>
      ${
        customer
          ? ''
          : html`<section aria-labelledby="suggestions-title">
              <h2 id="suggestions-title">Worth a heart</h2>
              ${productGrid(visit, pickAcross(settings.products, SUGGESTIONS))}
            </section>`
      }`,
  };
}
