import { html } from 'hono/html';
import type { PageContent } from './page.ts';

export function notFoundPage(): PageContent {
  return {
    title: 'Not here',
    main: html`<header class="page-head">
      <h1>Washed away</h1>
      <p>There is no page at this address, or not any more.</p>
      <p><a class="button" href="/products">See all products</a></p>
    </header>`,
  };
}

export function serverErrorPage(): PageContent {
  return {
    title: 'Something broke',
    main: html`<header class="page-head">
      <h1>Something broke on our side</h1>
      <p>Please try again in a moment.</p>
      <p><a class="button" href="/">Back to the shop</a></p>
    </header>`,
  };
}
