import { html } from 'hono/html';
import { accountNavigation } from './account-navigation.ts';
import type { PageContent, Visit } from './page.ts';

/** Points over time, gift cards and store credit. Guests see the same elements: the first one has the button to sign in. */
export function activityPage(visit: Visit): PageContent {
  const { customer, settings } = visit;
  return {
    title: 'Your activity',
    main: html`<header class="page-head">
        <h1>Your activity</h1>
        <p>Every point that came and went, and what is left on your cards.</p>
      </header>
      ${accountNavigation(visit)}
      <div class="activity ${customer || settings.proxyUrl ? '' : 'for-guest'}">
        <section aria-labelledby="history-title">
          <h2 id="history-title">Points</h2>
          <loyalty-history invites></loyalty-history>
        </section>
        <section aria-labelledby="credits-title">
          <h2 id="credits-title">Gift cards and store credit</h2>
          <loyalty-credits>
            <p slot="empty">Gift cards that you add appear here.</p>
          </loyalty-credits>
        </section>
      </div>`,
  };
}
