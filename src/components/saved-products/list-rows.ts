import { html, nothing, type TemplateResult } from 'lit';
import { piecesLeft, piecesTaken, type ListProduct, type ListSummary } from '../../services/index.ts';
import { daysUntil, formatDaysUntil } from '../internal/format-day.ts';
import { formatMoney } from '../internal/format-money.ts';
import { renderListEnd } from '../internal/list-end.ts';
import { renderMoreButton } from '../internal/more-button.ts';
import { pageLink } from '../internal/page-link.ts';
import { localize } from '../internal/texts/messages.ts';
import { joinTexts } from './join-texts.ts';
import { nameOf } from './product-name.ts';
import { noteTextOf } from './note-text.ts';
import { statusOf } from './item-status.ts';
import { renderProductPicture } from './product-picture.ts';

/** Days of lists have no time: they are the same day everywhere. */
export const formatEventDay = (day: Date, language: string | undefined): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);

/** `June 12, 2031 · in 198 days`, without the days after the occasion. */
function occasionText(day: Date, language: string | undefined): string {
  const days = daysUntil(new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()));
  return joinTexts([formatEventDay(day, language), days >= 0 && formatDaysUntil(days, language)]);
}

/** Name and day of a list, and what follows them. */
export const renderHead = (
  { name, eventAt }: ListSummary,
  level: number,
  language: string | undefined,
  more?: unknown,
): TemplateResult =>
  html`<div class="head">
    <div class="title" part="heading" role="heading" aria-level=${level || 2}>
      <bdi>${name}</bdi>
    </div>
    <p part="day" class="quiet">${eventAt ? occasionText(eventAt, language) : nothing}</p>
    ${more}
  </div>`;

/** Skeleton rows that fill the reserved box. */
export const renderListLoading = (rows: number): TemplateResult =>
  html`<div class="head" aria-hidden="true">
      <span part="skeleton" class="title skeleton">Name of the list</span>
    </div>
    <ul part="list" aria-busy="true">
      <li class="hidden">${localize('Loading this list')}</li>
      ${Array.from(
        { length: rows },
        () =>
          html`<li class="row" part="item" aria-hidden="true">
            <span part="skeleton" class="picture skeleton"></span>
            <span class="texts"
              ><span part="skeleton" class="skeleton">Name of a product</span
              ><span part="skeleton" class="skeleton small">€00.00</span></span
            >
          </li>`,
      )}
    </ul>`;

/** A product: picture, name, price and note, what is wanted and reserved, and what the shopper can do. */
export function renderRow(
  item: ListProduct,
  view: {
    readonly language: string | undefined;
    /** Of a registry: see `renderQuantities`. */
    readonly quantities?: unknown;
    readonly actions?: TemplateResult | undefined;
    readonly form?: TemplateResult | undefined;
  },
): TemplateResult {
  const { url, price, currency, variantName } = item;
  const { language } = view;
  const name = nameOf(item);
  const about = joinTexts([
    variantName,
    price !== undefined && formatMoney(price, currency, language),
    statusOf(item, language),
    noteTextOf(item),
    item.addedBy && localize('Added by {name}', { name: item.addedBy }),
  ]);
  return html`<li class="row" part="item" data-item=${item.id}>
    <span class="picture" part="picture">${renderProductPicture(item.imageUrl)}</span>
    <div class="texts">
      ${
        url
          ? html`<a class="name line" part="name" href=${url} title=${name} dir="auto">${name}</a>`
          : html`<bdi class="name line" part="name" title=${name}>${name}</bdi>`
      }
      <bdi class="quiet small line" part="price" title=${about}>${about}</bdi>
      ${view.quantities ?? nothing}
    </div>
    ${view.actions ? html`<div class="actions" part="actions">${view.actions}</div>` : nothing}
    ${view.form ?? nothing}
  </li>`;
}

/** Givers read how many pieces are still wanted, the owner how many are reserved and bought. */
export function renderQuantities(
  item: ListProduct,
  isOwner: boolean,
  language: string | undefined,
): TemplateResult | typeof nothing {
  const text = isOwner ? ownerQuantities(item, language) : giverQuantities(item, language);
  if (!text) return nothing;
  const { wanted } = item;
  return html`<span class="quiet small" part="quantities">${text}</span> ${
      wanted! > 1
        ? html`<progress
            part="progress"
            value=${piecesTaken(item)}
            max=${wanted}
            aria-hidden="true"
          ></progress>`
        : nothing
    }`;
}

function giverQuantities(item: ListProduct, language: string | undefined): string | undefined {
  const n = piecesLeft(item);
  if (!n) return undefined; // where its button would be, it says why
  return item.wanted === 1
    ? localize('Still wanted')
    : localize('{n} of {all} still wanted', { n, all: item.wanted! }, language);
}

function ownerQuantities(
  { wanted, reserved, bought }: ListProduct,
  language: string | undefined,
): string | undefined {
  if (wanted === undefined || reserved === undefined || bought === undefined) return undefined;
  if (!reserved && !bought) return localize('Not reserved yet');
  if (wanted === 1) return localize(bought ? 'Bought' : 'Reserved');
  if (!bought) return localize('{n} of {all} reserved', { n: reserved, all: wanted }, language);
  if (!reserved) return localize('{n} of {all} bought', { n: bought, all: wanted }, language);
  return localize('{n} of {all} reserved, {bought} bought', { n: reserved, all: wanted, bought }, language);
}

/** What is below the first products: the button that shows all, or the end of a list that leaves room in the reserved box. */
export function renderBelow(
  { shown, count, rows, isSet }: Readonly<Record<'shown' | 'count' | 'rows', number>> & { isSet: boolean },
  language: string | undefined,
  shopUrl: string | undefined,
  onMore: (event: Event) => void,
): TemplateResult | typeof nothing {
  if (!isSet && shown < count)
    return renderMoreButton({
      n: count,
      name: 'Show all {n} products',
      language,
      takesRow: shown < rows,
      onMore,
    });
  return isSet || (count && count < rows) ? renderListEnd(renderShopLink(shopUrl)) : nothing;
}

/** The link to the page with the products of the shop, for an empty list. */
export function renderShopLink(address: string | undefined): TemplateResult | typeof nothing {
  const link = pageLink(address);
  return link ? html`<a part="shop-link" href=${link}>${localize('Discover products')}</a>` : nothing;
}

/** A sentence above the lower edge of the visible part, until the shopper closes it or does something else. */
export const renderToast = (
  problem: string | undefined,
  onClose: () => void,
): TemplateResult | typeof nothing =>
  problem
    ? html`<div class="toast">
        <div part="toast">
          <p part="problem" role="alert">${problem}</p>
          <button class="ghost" part="button close-button" type="button" @click=${onClose}>
            ${localize('Close')}
          </button>
        </div>
      </div>`
    : nothing;

/** The link to the page of a product, on a list whose products are not reserved. */
export const renderProductLink = (item: ListProduct): TemplateResult | undefined =>
  item.url
    ? html`<a
        class="button ghost"
        part="product-link"
        href=${item.url}
        aria-label=${localize('View {product}', { product: nameOf(item) })}
        >${localize('View product')}</a
      >`
    : undefined;

/** The button that opens the form, or the sentence why nothing is left; neither for a product that the shop no longer has. */
export function renderReserve(
  item: ListProduct,
  language: string | undefined,
  onOpen: () => void,
): TemplateResult | undefined {
  if (item.isGone) return undefined;
  if (piecesLeft(item) === 0)
    return html`<span class="small quiet" part="full"
      >${item.bought || item.wanted === 1 ? ownerQuantities(item, language) : localize('All reserved')}</span
    >`;
  return html`<button
    class="ghost"
    part="button reserve-button"
    type="button"
    aria-label=${localize('Reserve {product}', { product: nameOf(item) })}
    @click=${onOpen}
  >
    ${localize('Reserve')}
  </button>`;
}
