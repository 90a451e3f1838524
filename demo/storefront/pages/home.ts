import { html } from 'hono/html';
import type { Product } from '../../sample/products.ts';
import { signInLink, type Markup, type PageContent, type Visit } from './page.ts';
import { panel, programmeOf } from './points.ts';
import { productGrid } from './product-card.ts';

/** Products in the hero pictures; a shop without them shows its first products. */
const HERO_PRODUCTS = ['wing-lounge-chair', 'gourd-vase', 'linen-lamp'];
/** The product whose picture stands for a category. */
const CATEGORY_PICTURES: Readonly<Record<string, string>> = {
  lighting: 'quay-pendant',
  furniture: 'captain-lounge-chair',
  tableware: 'ember-mug',
  kitchen: 'pine-casserole',
  textiles: 'wave-cushion',
  'vases-and-pots': 'amphora-vase',
  'candles-and-scent': 'beeswax-pillars',
};
const NEW_PRODUCTS = 12;

export function homePage(visit: Visit): PageContent {
  const { products, categories } = visit.settings;
  const byHandle = new Map(products.map((product) => [product.handle, product]));
  const shown = HERO_PRODUCTS.map((handle, at) => byHandle.get(handle) ?? products[at]).filter(
    (found) => !!found,
  );
  return {
    title: 'Homeware for quiet rooms',
    main: html`${visit.customer ? memberBand : ''}
      <section class="hero">
        <div class="hero-text">
          <h1>Quiet things for rooms with weather</h1>
          <p>
            Lamps that stay low, wool that gets better, stoneware for every day. Two hundred pieces from small
            workshops along the coast.
          </p>
          <p class="hero-actions">
            <a class="button" href="/products">See all products</a>
            ${
              visit.customer
                ? html`<a class="button ghost" href="/account">Your rewards</a>`
                : html`<a class="button ghost" href="${signInLink(visit, '/account')}">Sign in for points</a>`
            }
          </p>
        </div>
        <div class="hero-pictures" aria-hidden="true">
          ${shown.map(
            ({ imagePath }) =>
              html`<img
                src="${imagePath}"
                alt=""
                width="400"
                height="500"
                fetchpriority="high"
                decoding="async"
              />`,
          )}
        </div>
      </section>
      <section aria-labelledby="categories-title">
        <h2 id="categories-title">Around the house</h2>
        <ul class="category-tiles">
          ${categories.map((category) => {
            const picture =
              byHandle.get(CATEGORY_PICTURES[category.handle] ?? '') ?? firstOf(products, category.name);
            return html`<li>
              <a href="/categories/${category.handle}">
                ${picture ? html`<img src="${picture.imagePath}" alt="" width="400" height="500" loading="lazy" />` : ''}
                <span>${category.name}</span>
              </a>
            </li>`;
          })}
        </ul>
      </section>
      ${visit.customer ? '' : programmeSection(visit)}
      <section aria-labelledby="new-title">
        <div class="section-head">
          <h2 id="new-title">New this week</h2>
          <a href="/products">All ${products.length} products</a>
        </div>
        ${productGrid(visit, pickAcross(products, NEW_PRODUCTS))}
      </section>
      ${panel(visit)}`,
  };
}

/** The way to the next tier, in one line: the points are in the header. */
const memberBand: Markup = html`<section class="member-band" aria-label="Your tier">
  <loyalty-tier></loyalty-tier>
  <a href="/account">Your rewards</a>
</section>`;

/** Tiers and rewards for guests. With a proxy, a customer who is signed in sees the own status instead. */
const programmeSection = (visit: Visit): Markup =>
  html`<section class="programme">
    <loyalty-status programme="${programmeOf(visit)}">
      <p slot="signed-out">
        A point for every euro, from your first order, and rewards to spend them on.
        <a href="${signInLink(visit, '/account')}">Sign in or join</a>
      </p>
    </loyalty-status>
  </section>`;

const firstOf = (products: readonly Product[], category: string) =>
  products.find((product) => product.category === category);

/** Products at even steps across the catalogue, so that every category is represented. */
export function pickAcross(products: readonly Product[], count: number): readonly Product[] {
  const step = products.length / count;
  return Array.from(
    { length: Math.min(count, products.length) },
    (_, at) => products[Math.floor((at + 0.35) * Math.max(step, 1))],
  ).filter((found) => !!found);
}
