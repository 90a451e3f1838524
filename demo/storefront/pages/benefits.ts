import { html } from 'hono/html';
import { unclaimedPurchase } from '../../sample/incentives.ts';
import { accountNavigation } from './account-navigation.ts';
import { formatPrice, type PageContent, type Visit } from './page.ts';

/** Benefits, achievements and dates, and the form for a missing purchase. Guests see the same elements: the first one has the button to sign in. */
export function benefitsPage(visit: Visit): PageContent {
  const { customer, settings } = visit;
  const maybeMember = customer || settings.proxyUrl;
  const { receipt, total } = unclaimedPurchase;
  return {
    title: 'Your benefits',
    main: html`<header class="page-head">
        <h1>Your benefits</h1>
        <p>What is yours to use, what you have reached, and the days we would like to know.</p>
      </header>
      ${accountNavigation(visit)}
      <div class="account benefits ${maybeMember ? '' : 'for-guest'}">
        <section aria-labelledby="benefits-title">
          <h2 id="benefits-title">Benefits</h2>
          <loyalty-benefits invites>
            <p slot="empty">Benefits come with each tier.</p>
          </loyalty-benefits>
        </section>
        <section aria-labelledby="achievements-title">
          <h2 id="achievements-title">Achievements</h2>
          <loyalty-achievements>
            <p slot="empty">Your first order is the first one.</p>
          </loyalty-achievements>
        </section>
        <section aria-labelledby="dates-title">
          <h2 id="dates-title">Your dates</h2>
          <loyalty-dates names="Birthday, Moving day">
            <span slot="birthday">Lighthouse members get a gift that month.</span>
          </loyalty-dates>
        </section>
        <section aria-labelledby="why-title">
          <h2 id="why-title">Why we ask</h2>
          <p class="quiet">
            A birthday brings a gift to Lighthouse members, and a card to everyone. On your moving day we
            write with ideas for the new rooms. Nobody else sees these days, and you can remove them at any
            time.
          </p>
        </section>
        <section aria-labelledby="receipt-title" class="wide">
          <h2 id="receipt-title">Is a purchase missing?</h2>
          <p class="quiet">
            Submit the receipt and we’ll add its points. In this demo one purchase from the shop’s till is
            unclaimed: <b class="no-break">${receipt}</b>, ${formatPrice(total)}.
          </p>
          <loyalty-receipt></loyalty-receipt>
        </section>
      </div>`,
  };
}
