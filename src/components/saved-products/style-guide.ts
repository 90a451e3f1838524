import { css, html, type TemplateResult } from 'lit';
import type { ListProduct } from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { localize } from '../internal/texts/messages.ts';
import { amountOf, unitsOf } from './item-status.ts';
import { joinTexts } from './join-texts.ts';
import { nameOf } from './product-name.ts';
import { renderProductPicture } from './product-picture.ts';

export const styleGuideStyles = css`
  .set {
    display: flex;
    gap: 0.75em;
    margin: 0;
    padding: 0 0 0.5em;
    overflow-x: auto;
    list-style: none;
  }
  .set li {
    flex: 1 0 8em;
    max-inline-size: 14em;
    min-inline-size: 0;
  }
  @container (inline-size < 20em) {
    .set {
      display: grid;
    }
  }
  .set .picture {
    margin-block-end: 0.25em;
  }
  .total {
    font-weight: 600;
  }
`;

/** The products of a style guide as a set: one row of pictures, each a link, and what they cost together. */
export const renderStyleGuide = (
  items: readonly ListProduct[],
  name: string,
  language: string | undefined,
): TemplateResult =>
  html`<ul class="set" part="set" tabindex="0" aria-label=${name}>
      ${items.map(
        (item) =>
          html`<li part="item">
            ${item.url ? html`<a href=${item.url}>${product(item, language)}</a>` : product(item, language)}
          </li>`,
      )}
    </ul>
    <p class="total" part="total">${totalOf(items, language)}</p>`;

const product = (item: ListProduct, language: string | undefined) => {
  const { imageUrl, variantName, price, currency } = item;
  return html`<span class="picture" part="picture">${renderProductPicture(imageUrl)}</span
    ><bdi class="line" part="name">${nameOf(item)}</bdi
    ><bdi class="line quiet small" part="price"
      >${joinTexts([variantName, price !== undefined && formatMoney(price, currency, language)])}</bdi
    >`;
};

/** The total of products that all have a price in the same currency; otherwise nothing. */
export function totalOf(items: readonly ListProduct[], language: string | undefined): string {
  const sold = items.filter(({ isGone }) => !isGone);
  const currency = sold[0]?.currency;
  let sum = 0n;
  for (const { price, currency: own } of sold) {
    const units = unitsOf(price);
    if (units === undefined || !currency || own !== currency) return '';
    sum += units;
  }
  return sold.length
    ? localize('{price} in total', { price: formatMoney(amountOf(sum), currency, language) })
    : '';
}
