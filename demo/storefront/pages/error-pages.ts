import { html } from 'hono/html';
import type { PageContent } from './page.ts';

export function notFoundPage(): PageContent {
  return {
    title: 'Page not found',
    main: html`<header class="page-head">
      <h1>Washed away</h1>
      <p>We can’t find this page. It may have been removed.</p>
      <p><a class="button" href="/products">See all products</a></p>
    </header>`,
  };
}

export function serverErrorPage(): PageContent {
  return {
    title: 'Something broke',
    main: html`<header class="page-head">
      <h1>Something broke on our side</h1>
      <p>Try again in a moment.</p>
      <p><a class="button" href="/">Back to the shop</a></p>
    </header>`,
  };
}
