import { html } from 'hono/html';
import { accountNavigation } from './account-navigation.ts';
import { programmeOf } from './points.ts';
import { signInLink, type Markup, type PageContent, type Visit } from './page.ts';

/** Points, tier and rewards. Guests see the same elements with sign-in links. */
export function accountPage(visit: Visit): PageContent {
  const { customer, settings } = visit;
  // With a proxy the shop's server does not know whether the shopper is signed in: the page suits both.
  const maybeMember = customer || settings.proxyUrl;
  return {
    title: 'Your account',
    main: html`<header class="page-head account-head">
        ${
          customer
            ? html`<h1>Good to see you, <bdi class="person">${customer.firstName}</bdi></h1>
                <p class="quiet">
                  <span>Signed in as <bdi>${customer.firstName} ${customer.lastName}</bdi></span>
                  <span class="no-break">${customer.email}</span>
                </p>
                <form method="post" action="/sign-out">
                  <button class="button ghost small">Sign out</button>
                </form>`
            : html`<h1>Your account</h1>
                <p>Members collect points with every order and turn them into rewards.</p>
                ${
                  maybeMember
                    ? html`<p><a class="button" href="${signInLink(visit)}">Sign in or out</a></p>`
                    : ''
                }`
        }
      </header>
      ${accountNavigation(visit)}
      <div class="account ${maybeMember ? '' : 'for-guest'}">
        <section aria-label="Points and tier">
          <loyalty-status programme="${programmeOf(visit)}"></loyalty-status>
        </section>
        <section aria-labelledby="rewards-title">
          <h2 id="rewards-title">Rewards</h2>
          <loyalty-rewards use-button layout="cards">
            <p slot="empty">New rewards come with every season.</p>
          </loyalty-rewards>
        </section>
      </div>
      ${maybeMember ? '' : howItWorks()} ${rewardDialog()}`,
  };
}

function howItWorks(): Markup {
  return html`<section aria-labelledby="steps-title">
    <h2 id="steps-title">How it works</h2>
    <ol class="steps">
      <li>
        <h3>Collect</h3>
        <p>Every order brings points. They show up beside your name on every page.</p>
      </li>
      <li>
        <h3>Climb</h3>
        <p>The more you collect, the higher your tier, and what comes with it.</p>
      </li>
      <li>
        <h3>Choose</h3>
        <p>Turn points into what you like: a discount, a mug, a day in a workshop.</p>
      </li>
    </ol>
  </section>`;
}

/** The theme's script fills and opens it when a shopper uses a reward. */
function rewardDialog(): Markup {
  return html`<dialog id="reward-dialog" aria-labelledby="reward-title">
    <form method="dialog">
      <h2 id="reward-title" data-reward-name>Your reward</h2>
      <p data-with-code>Type this code at checkout, or show it in the shop.</p>
      <p data-with-code class="reward-code"><code data-reward-code></code></p>
      <p data-without-code>No code needed: it is taken into account with your next order.</p>
      <p class="dialog-actions">
        <button class="button" type="button" data-with-code data-copy-code>Copy code</button>
        <button class="button ghost">Close</button>
      </p>
      <p role="status" class="quiet" data-copy-result></p>
    </form>
  </dialog>`;
}
