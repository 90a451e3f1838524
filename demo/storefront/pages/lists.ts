import { html } from 'hono/html';
import { accountNavigation } from './account-navigation.ts';
import { signInFirst, type Markup, type PageContent, type Visit } from './page.ts';

/** The customer's wishlists, gift registries and style guides. */
export const listsPage = (visit: Visit): PageContent => ({
  title: 'Your lists',
  main: html`<header class="page-head">
      <h1>Your lists</h1>
      <p>Collect ideas, plan an occasion, and share what you like with the people you know.</p>
    </header>
    ${accountNavigation(visit)}
    <loyalty-lists registries editors list-url="/account/lists/{handle}" share-url="/lists/{handle}">
      ${signInFirst(visit, 'to make lists of your own.')}
      <p slot="empty">Begin a list for a room, a season or a feast.</p>
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
              shop-url="/products"
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
        ${signInFirst(visit, 'to see your list.')}
        <p slot="empty"><a href="/products">Look around</a> for something to add to this list.</p>
      </loyalty-registry>
      <section aria-labelledby="share-title">
        <h2 id="share-title">Share it</h2>
        <loyalty-share editors list="${handle}" share-url="/lists/{handle}">
          ${signInFirst(visit, 'to share your list.')}
        </loyalty-share>
      </section>
    </div>`,
});

const gone: Markup = html`<div slot="gone" class="list-gone">
  <h1>This list is no longer shared</h1>
  <p>Ask the person who sent you the link for a new one, or <a href="/products">look around</a>.</p>
</div>`;

/**
 * A shared list, opened by its link. `name`, where it is known, is also the title of link previews. With `isGone` the HTML of the page says
 * that the list is no longer shared. Without it, the element says so when the service answers that.
 */
export const sharedListPage = (
  visit: Visit,
  share: string,
  { name, isGone = false }: { readonly name?: string; readonly isGone?: boolean },
): PageContent => ({
  title: name ?? 'A list for you',
  main: html`<div class="list-frame ${name === undefined ? 'list-unknown' : ''}">
    <loyalty-shared-list share="${share}" list-url="/account/lists/{handle}" heading-level="1">
      ${signInFirst(visit, 'to see this list.')} ${isGone ? gone : ''}
    </loyalty-shared-list>
  </div>`,
});
