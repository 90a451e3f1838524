import { html } from 'hono/html';
import type { ListItem, Reservation, SharedList } from '../../../src/services/contract/lists.ts';
import type { OwnRegistry, ReservationKey } from '../registry-service.ts';
import type { Markup, PageContent, Visit } from './page.ts';

const availableOf = ({ quantity, quantity_reserved, quantity_purchased }: ListItem): number =>
  Math.max(0, (quantity ?? 1) - (quantity_reserved ?? 0) - (quantity_purchased ?? 0));

const nameOf = ({ product, product_id }: ListItem): string => product?.name ?? product_id;

const dayOf = (moment: string | null | undefined): Markup | '' =>
  moment
    ? html`<time datetime="${moment}"
        >${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(moment),
        )}</time
      >`
    : '';

const pictureOf = ({ settings }: Visit, item: ListItem): Markup | '' => {
  const product = settings.products.find(({ id }) => id === item.product_id);
  return product
    ? html`<img src="${product.imagePath}" alt="" width="400" height="500" loading="lazy" />`
    : '';
};

/** The picture of the product, with its name below. */
const productHead = (visit: Visit, item: ListItem): Markup =>
  html`${pictureOf(visit, item)}
    <h2>${nameOf(item)}</h2>`;

type ChipIn = NonNullable<ListItem['chip_in']>;

/** What several givers pay for this product; `undefined` where one giver has reserved or bought it. */
function chipInOf(item: ListItem): ChipIn | undefined {
  const isWhole = (item.quantity_reserved ?? 0) + (item.quantity_purchased ?? 0) > 0;
  return isWhole ? undefined : (item.chip_in ?? undefined);
}

/** What givers have pledged. */
function pledgedText({ target, currency, pledged, pledges }: ChipIn): Markup {
  const money = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const [given, all] = [money.format(Number(pledged)), money.format(Number(target))];
  return html`<bdi>${given} of ${all}, ${pledges} ${pledges === 1 ? 'contribution' : 'contributions'}</bdi>`;
}

/** What the owner reads of an item. */
function progressOf(item: ListItem): Markup {
  const chipIn = chipInOf(item);
  if (chipIn) return html`<p class="quantities">${pledgedText(chipIn)}</p>`;
  const { quantity, quantity_reserved, quantity_purchased } = item;
  const wanted = quantity ?? 1;
  const parts = [
    quantity_reserved ? `${quantity_reserved} reserved` : '',
    quantity_purchased ? `${quantity_purchased} bought` : '',
  ].filter(Boolean);
  const progress = parts.length ? parts.join(', ') : 'nothing reserved yet';
  return html`<p class="quantities"><bdi>${wanted === 1 ? 'One' : wanted} wanted: ${progress}</bdi></p>`;
}

/** The owner's page: quantities, and from the day of the registry on the names of the givers. */
export function ownerPage(visit: Visit, registry: OwnRegistry | undefined): PageContent {
  if (!registry) return newRegistryPage();
  const { list, items, share, reservations } = registry;
  const address = `${visit.settings.publicUrl}/gifts/${share}`;
  return {
    title: list.name,
    main: html`<header class="page-head">
        <h1>${list.name}</h1>
        <p>${dayOf(list.event_at)}</p>
      </header>
      <p class="registry-link">Send this link to your guests: <a href="/gifts/${share}">${address}</a></p>
      ${items.length ? '' : html`<p class="registry-empty">Nothing is on it yet. Choose the first product below.</p>`}
      <ul class="registry">
        ${items.map(
          (item) =>
            html`<li>
              ${productHead(visit, item)} ${progressOf(item)} ${giverNames(reservations.get(item.id) ?? [])}
              <form method="post" action="/registry/items/remove">
                <input type="hidden" name="list" value="${list.id}" />
                <input type="hidden" name="item" value="${item.id}" />
                <button class="link-button">Remove ${nameOf(item)}</button>
              </form>
            </li>`,
        )}
      </ul>
      <form method="post" action="/registry/items" class="registry-form">
        <input type="hidden" name="list" value="${list.id}" />
        <label
          >Product
          <select name="product">
            ${visit.settings.products.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
          </select></label
        >
        <label>How many <input name="quantity" type="number" min="1" max="99" value="1" required /></label>
        <button class="button">Add to the registry</button>
      </form>`,
  };
}

const giverNames = (reservations: readonly Reservation[]): Markup =>
  reservations.length === 0
    ? html`<p class="quiet">Names are shown from the day on.</p>`
    : html`<ul class="givers">
        ${reservations.map(({ name, quantity, message }) => html`<li>${name} (${quantity}) ${message ?? ''}</li>`)}
      </ul>`;

const newRegistryPage = (): PageContent => ({
  title: 'Gift registry',
  main: html`<header class="page-head">
      <h1>Gift registry</h1>
      <p>Say what you wish for, and send the link. Your guests need no account.</p>
    </header>
    <form method="post" action="/registry" class="registry-form">
      <label>Name <input name="name" maxlength="200" required placeholder="Our wedding" /></label>
      <label>Date <input name="day" type="date" required /></label>
      <button class="button">Make a registry</button>
    </form>`,
});

/** The page for givers, opened by the link. */
export const sharedRegistryPage = (visit: Visit, registry: SharedList, share: string): PageContent => ({
  title: registry.name,
  main: html`<header class="page-head">
      <h1>${registry.name}</h1>
      <p>${dayOf(registry.event_at)}</p>
      <p>Reserve a gift, so that nobody else buys it. You need no account.</p>
    </header>
    ${
      registry.items?.length
        ? ''
        : html`<p class="registry-empty">
            Nothing is on this list yet. <a href="/products">Look around</a> until then.
          </p>`
    }
    <ul class="registry">
      ${(registry.items ?? []).map(
        (item) =>
          html`<li>
            ${productHead(visit, item)} ${chipInLink(item, share)}
            ${availableOf(item) === 0 ? html`<p class="quiet">All reserved.</p>` : ''}
            ${mayReserve(item) ? reserveForm(item, share) : ''}
          </li>`,
      )}
    </ul>`,
});

/** The page of the element takes pledges: this one has no script. */
function chipInLink(item: ListItem, share: string): Markup | '' {
  const chipIn = chipInOf(item);
  return chipIn
    ? html`<p class="quantities">${pledgedText(chipIn)}</p>
        <p><a href="/lists/${share}" aria-label="Chip in for ${nameOf(item)}">Chip in</a></p>`
    : '';
}

const mayReserve = (item: ListItem): boolean => availableOf(item) > 0 && !chipInOf(item)?.pledges;

function reserveForm(item: ListItem, share: string): Markup {
  const left = availableOf(item);
  const wanted = item.quantity ?? 1;
  return html`<p class="quiet">
      <bdi>${wanted === 1 ? 'Still wanted' : `${left} of ${wanted} still wanted`}</bdi>
    </p>
    <form method="post" action="/gifts/${share}" class="registry-form">
      <input type="hidden" name="item" value="${item.id}" />
      <label>Your name <input name="name" maxlength="255" required autocomplete="name" /></label>
      ${
        left === 1
          ? html`<input type="hidden" name="quantity" value="1" />`
          : html`<label
              >How many <input name="quantity" type="number" min="1" max="${left}" value="1" required
            /></label>`
      }
      <button class="button" aria-label="Reserve ${nameOf(item)}">Reserve</button>
    </form>`;
}

interface ReservedGift {
  readonly reservation: Reservation;
  readonly key: ReservationKey;
  readonly share: string;
  /** Undefined if the list is not shared any more. */
  readonly item: ListItem | undefined;
}

/** The page after reserving. Its address contains the secret of the reservation, so the giver can return to it. */
export function reservedPage(visit: Visit, { reservation, key, share, item }: ReservedGift): PageContent {
  const { name, quantity, status } = reservation;
  const isBought = status === 'purchased';
  const gift = item ? `${quantity} × ${nameOf(item)}` : quantity === 1 ? 'one piece' : `${quantity} pieces`;
  return {
    title: 'Your reservation',
    main: html`<div class="reserved">
      ${item ? pictureOf(visit, item) : ''}
      <div>
        <header class="page-head">
          <h1>${isBought ? 'Thank you for your gift' : 'It is reserved for you'}</h1>
          <p><bdi>${name}</bdi>, <bdi>${gift}</bdi>. Keep this page as a bookmark: it is the way back.</p>
        </header>
        <form method="post" action="/gifts/reserved" class="registry-form registry-actions">
          <input type="hidden" name="item" value="${key.item}" />
          <input type="hidden" name="reservation" value="${key.id}" />
          <input type="hidden" name="secret" value="${key.secret}" />
          <input type="hidden" name="link" value="${share}" />
          ${isBought ? '' : html`<button class="button" name="action" value="buy">I bought it</button>`}
          <button class="link-button" name="action" value="undo">Undo the reservation</button>
          ${item ? html`<a href="/gifts/${share}">All gifts</a>` : ''}
        </form>
      </div>
    </div>`,
  };
}

export const cancelledPage = (share: string): PageContent => ({
  title: 'Reservation undone',
  main: html`<header class="page-head">
    <h1>The reservation is undone</h1>
    <p><a href="/gifts/${share}">Back to the gifts</a></p>
  </header>`,
});

/** Removing an item cancels its reservations, so the owner has to confirm. */
export const confirmRemovalPage = ({
  list,
  item,
}: {
  readonly list: string;
  readonly item: string;
}): PageContent => ({
  title: 'Remove a reserved gift?',
  main: html`<header class="page-head">
      <h1>Remove a reserved gift?</h1>
      <p>It’s reserved. Removing it cancels the reservation.</p>
    </header>
    <form method="post" action="/registry/items/remove" class="registry-form registry-actions">
      <input type="hidden" name="list" value="${list}" />
      <input type="hidden" name="item" value="${item}" />
      <input type="hidden" name="confirm" value="true" />
      <button class="button">Remove it</button>
      <a href="/registry">Keep it</a>
    </form>`,
});

export const refusedPage = (message: string, back: string): PageContent => ({
  title: 'That did not work',
  main: html`<header class="page-head">
    <h1>That did not work</h1>
    <p>${message} <a href="${back}">Back</a></p>
  </header>`,
});
