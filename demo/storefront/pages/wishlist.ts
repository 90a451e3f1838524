import { html } from 'hono/html';
import { signInLink, type PageContent, type Visit } from './page.ts';

export function wishlistPage(visit: Visit): PageContent {
  return {
    title: 'Your wishlist',
    main: html`<header class="page-head">
        <h1>Your wishlist</h1>
        <p>Saved for later. Hearts work on every page of the shop.</p>
      </header>
      <div class="wishlist-frame">
        <loyalty-wishlist class="wishlist" layout="grid" move-to-cart>
          <p slot="signed-out">
            <a href="${signInLink(visit)}">Sign in</a> to keep what you like, on every device.
          </p>
          <p slot="empty">Nothing saved yet. <a href="/products">Look around</a> and tap a heart.</p>
        </loyalty-wishlist>
      </div>
      <p role="status" class="quiet" data-cart-result></p>`,
  };
}
