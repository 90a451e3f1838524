import { html } from 'hono/html';
import { accountNavigation } from './account-navigation.ts';
import { type PageContent, type Visit } from './page.ts';

/** The card for the till. Guests see the button to sign in. */
export const cardPage = (visit: Visit): PageContent => ({
  title: 'Your card',
  main: html`<header class="page-head">
      <h1>Your card</h1>
      <p>
        Show it in our shops: points and rewards then follow you there, too. It works without a connection.
      </p>
    </header>
    ${accountNavigation(visit)}
    <loyalty-card class="till-card" invites></loyalty-card>`,
});
