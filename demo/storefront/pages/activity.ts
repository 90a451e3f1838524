import { html } from 'hono/html';
import { accountNavigation } from './account-navigation.ts';
import { signInLink, type PageContent, type Visit } from './page.ts';

/** Points over time, gift cards and store credit. Guests see the same elements with sign-in links. */
export function activityPage(visit: Visit): PageContent {
  const { customer, settings } = visit;
  const link = (text: string) =>
    html`<p slot="signed-out"><a href="${signInLink(visit)}">Sign in</a> ${text}</p>`;
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
          <loyalty-history>${link('to see where your points came from.')}</loyalty-history>
        </section>
        <section aria-labelledby="credits-title">
          <h2 id="credits-title">Gift cards and store credit</h2>
          <loyalty-credits>
            ${link('to see your gift cards.')}
            <p slot="empty">No gift cards at the moment.</p>
          </loyalty-credits>
        </section>
      </div>`,
  };
}
