import { html } from 'hono/html';
import { accountNavigation } from './account-navigation.ts';
import { signInLink, type PageContent, type Visit } from './page.ts';

/** The customer's wishlists, gift registries and style guides. */
export const listsPage = (visit: Visit): PageContent => ({
  title: 'Your lists',
  main: html`<header class="page-head">
      <h1>Your lists</h1>
      <p>Collect ideas, plan an occasion, and share what you like with the people you know.</p>
    </header>
    ${accountNavigation(visit)}
    <loyalty-lists registries list-url="/account/lists/{handle}" share-url="/lists/{handle}">
      <p slot="signed-out"><a href="${signInLink(visit)}">Sign in</a> to make lists of your own.</p>
      <p slot="empty">No lists yet. Begin one for a room, a season or a feast.</p>
    </loyalty-lists>
    ${
      visit.customer
        ? html`<section aria-labelledby="all-title">
            <h2 id="all-title">All saved products</h2>
            <loyalty-wishlist
              class="all-lists"
              layout="list"
              all-lists
              list-url="/account/lists/{handle}"
            ></loyalty-wishlist>
          </section>`
        : ''
    }`,
});

/** One list of the customer, by its handle. `name`, where it is known, is the title of the tab. */
export const listPage = (visit: Visit, handle: string, name = 'Your list'): PageContent => ({
  title: name,
  main: html`<p class="back"><a href="/account/lists">All your lists</a></p>
    <div class="list-frame">
      <loyalty-registry list="${handle}" heading-level="1">
        <p slot="signed-out"><a href="${signInLink(visit)}">Sign in</a> to see your list.</p>
        <p slot="empty">
          Nothing on this list yet. <a href="/products">Look around</a> for something to add.
        </p>
      </loyalty-registry>
      <section aria-labelledby="share-title">
        <h2 id="share-title">Share it</h2>
        <loyalty-share list="${handle}" share-url="/lists/{handle}">
          <p slot="signed-out"><a href="${signInLink(visit)}">Sign in</a> to share your list.</p>
        </loyalty-share>
      </section>
    </div>`,
});

/** A list that somebody shared, opened by its link. `name`, where it is known, is what previews of the link show, too. */
export const sharedListPage = (visit: Visit, share: string, name?: string): PageContent => ({
  title: name ?? 'A list for you',
  main: html`<div class="list-frame ${name === undefined ? 'list-unknown' : ''}">
    <loyalty-shared-list share="${share}" heading-level="1">
      <p slot="signed-out"><a href="${signInLink(visit)}">Sign in</a> to see this list.</p>
      <div slot="gone" class="list-gone">
        <h1>This list is no longer shared</h1>
        <p>Ask the person who sent you the link for a new one, or <a href="/products">look around</a>.</p>
      </div>
    </loyalty-shared-list>
  </div>`,
});
