import { html } from 'hono/html';
import type { Product } from '../../sample/products.ts';
import { earnLine, oneOf, panel } from './points.ts';
import { formatPrice, type PageContent, type Visit } from './page.ts';
import { productGrid, saved } from './product-card.ts';
import { soldOut, variants } from '../../sample/variants.ts';

const RELATED_PRODUCTS = 4;

export function productPage(visit: Visit, product: Product): PageContent {
  const { settings } = visit;
  const { products, categories, publicUrl } = settings;
  const category = categories.find(({ name }) => name === product.category);
  const related = relatedTo(products, product);
  return {
    title: product.name,
    description: product.description,
    image: publicUrl + product.imagePath,
    main: html`<nav class="breadcrumb" aria-label="Breadcrumb">
        <ol>
          <li><a href="/">Home</a></li>
          ${category ? html`<li><a href="/categories/${category.handle}">${category.name}</a></li>` : ''}
          <li><span aria-current="page">${product.name}</span></li>
        </ol>
      </nav>
      <article class="product">
        <img
          class="product-picture"
          src="${product.imagePath}"
          alt="${product.name}"
          width="400"
          height="500"
          fetchpriority="high"
        />
        <div class="product-text">
          <h1>${product.name}</h1>
          <p class="product-price">${formatPrice(product.price)}</p>
          ${earnLine(
            visit,
            html`${oneOf(product)} ${variants[product.id] ? html`for="#product-form"` : ''}`,
            [product],
          )}
          <p class="product-about">${product.description}</p>
          <div class="product-actions">
            <form
              id="product-form"
              method="post"
              action="/cart/items"
              data-loyalty-event="cart-product-added"
              data-loyalty-data="${JSON.stringify({ product_id: product.id })}"
            >
              <input type="hidden" name="product_id" value="${product.id}" />
              ${chooser(product)}
              ${
                soldOut.has(product.id)
                  ? html`<button class="button" disabled>Sold out</button>`
                  : html`<button class="button">Add to cart</button>`
              }
            </form>
            <loyalty-wishlist-button
              class="with-frame"
              lists
              ${saved(product)}
              ${variants[product.id] ? html`for="#product-form"` : ''}
            ></loyalty-wishlist-button>
          </div>
          <loyalty-alert
            guests
            kind="${soldOut.has(product.id) ? 'stock' : 'price'}"
            ${saved(product)}
            ${variants[product.id] ? html`for="#product-form"` : ''}
          ></loyalty-alert>
          <details>
            <summary>Delivery and returns</summary>
            <p>
              Sent within two days in cardboard only. Thirty days to change your mind. If this were a real
              shop.
            </p>
          </details>
          <details>
            <summary>Care</summary>
            <p>Treat it the way you treat a good coat: often used, now and then brushed, never in a hurry.</p>
          </details>
        </div>
      </article>
      ${
        related.length
          ? html`<section aria-labelledby="related-title">
              <h2 id="related-title">Goes well with</h2>
              ${productGrid(visit, related)}
            </section>`
          : ''
      }
      ${panel(visit)}`,
  };
}

/** The choice of a variant, where the product has several. None is selected at first. */
function chooser({ id, name, price }: Product) {
  const choices = variants[id];
  if (!choices) return '';
  return html`<label class="product-choice"
    >Colour and size
    <select name="id" required aria-label="Colour and size of ${name}">
      <option value="">Choose an option</option>
      ${choices.map((variant) => html`<option value="${variant.id}" data-price="${variant.price ?? price}">${variant.name}</option>`)}
    </select></label
  >`;
}

/** The products that follow in the same category, from its start again after the last one. */
function relatedTo(products: readonly Product[], product: Product): readonly Product[] {
  const sameCategory = products.filter(({ category }) => category === product.category);
  const at = sameCategory.indexOf(product);
  return [...sameCategory.slice(at + 1), ...sameCategory.slice(0, Math.max(at, 0))].slice(
    0,
    RELATED_PRODUCTS,
  );
}
