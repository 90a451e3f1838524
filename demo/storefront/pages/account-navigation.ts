import { html } from 'hono/html';
import type { Markup, Visit } from './page.ts';

/** Pages of an account, in the order of the navigation. A new page needs a row here and a route. */
const PAGES: readonly { readonly path: string; readonly name: string }[] = [
  { path: '/account', name: 'Overview' },
  { path: '/account/card', name: 'Card' },
  { path: '/account/benefits', name: 'Benefits' },
  { path: '/account/lists', name: 'Lists' },
  { path: '/account/activity', name: 'Activity' },
];

/** Links to the pages of the account, below the heading of each of them. */
export function accountNavigation({ path, settings }: Visit): Markup {
  const here = new URL(path, settings.publicUrl).pathname;
  return html`<nav class="account-nav" aria-label="Account">
    <ul>
      ${PAGES.map(
        (page) =>
          html`<li>
            <a href="${page.path}" ${page.path === here ? html`aria-current="page"` : ''}>${page.name}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}
