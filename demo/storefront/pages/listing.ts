import { html } from 'hono/html';
import type { Product } from '../../sample/products.ts';
import type { Markup, PageContent, Visit } from './page.ts';
import { productGrid } from './product-card.ts';

const PAGE_SIZE = 24;

export interface Listing {
  readonly title: string;
  readonly about: string;
  /** Path without a query, for the links between its pages. */
  readonly path: string;
  readonly products: readonly Product[];
}

/** Products in pages of 24; undefined for a page that does not exist. */
export function listingPage(listing: Listing, page: number): ((visit: Visit) => PageContent) | undefined {
  const { title, about, path, products } = listing;
  const pages = Math.max(1, Math.ceil(products.length / PAGE_SIZE));
  if (!Number.isInteger(page) || page < 1 || page > pages) return undefined;
  const shown = products.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (visit) => ({
    title: page > 1 ? `${title}, page ${page}` : title,
    description: about,
    main: html`<header class="page-head">
        <h1>${title}</h1>
        <p>${about}</p>
        <p class="quiet">${products.length} products</p>
      </header>
      <h2 class="visually-hidden">Products</h2>
      ${productGrid(visit, shown)} ${pages > 1 ? paging(path, page, pages) : ''}`,
  });
}

function paging(path: string, page: number, pages: number): Markup {
  const address = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  return html`<nav class="paging" aria-label="Pages">
    ${page > 1 ? html`<a rel="prev" href="${address(page - 1)}">Previous</a>` : html`<span></span>`}
    <ol>
      ${Array.from({ length: pages }, (_, at) => at + 1).map(
        (number) =>
          html`<li>
            <a href="${address(number)}" ${number === page ? html`aria-current="page"` : ''}
              ><span class="visually-hidden">Page </span>${number}</a
            >
          </li>`,
      )}
    </ol>
    ${page < pages ? html`<a rel="next" href="${address(page + 1)}">Next</a>` : html`<span></span>`}
  </nav>`;
}
