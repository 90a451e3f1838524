import { html, nothing, type TemplateResult } from 'lit';
import { sharedList, type ListProduct, type SharedList } from '../../services/index.ts';
import type { AcceptInvitation, OpenedLink } from './accept-invitation.ts';
import { ReservationController, type OpenRegistry } from './reservation-controller.ts';
import { define, readFlag } from '../internal/element.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { readId } from '../internal/read-id.ts';
import { languageOf } from '../internal/format.ts';
import {
  renderHead,
  renderBelow,
  renderListLoading,
  renderProductLink,
  renderQuantities,
  renderRow,
  renderToast,
  renderShopLink,
} from '../saved-products/list-rows.ts';
import { firstCount, reservedRows } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { NamedResourceController } from '../internal/named-resource-controller.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { sharedListStyles } from './shared-list-styles.ts';
import { setState } from '../internal/states.ts';
import { renderStyleGuide } from '../saved-products/style-guide.ts';

export type { LoyaltyListEvent, LoyaltyReservationEvent } from '../saved-products/list-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * What a visitor with the link to a list sees: its products, without the name of its owner. On a gift registry givers reserve products
 * and undo that, with or without an account. A style guide is shown as a set. Where the link is an invitation to edit the list, members
 * accept it here.
 *
 * @summary what the receiver of the link sees
 * @tag loyalty-shared-list
 * @guests notice
 * @required share
 * @needs shared list
 * @slot signed-out - Shown to guests where the service lets nobody in without an account: your sign-in link.
 * @slot gone - Shown when the link opens nothing: the list is not shared any more.
 * @slot empty - Shown while nothing is on the list.
 * @csspart heading - The name of the list.
 * @csspart day - The day of the occasion.
 * @csspart description - What the owner writes about the list: a greeting.
 * @csspart list - The list of products.
 * @csspart item - A product.
 * @csspart set - The row of pictures of a style guide.
 * @csspart total - What the products of a style guide cost together.
 * @csspart picture - The frame of a product's picture.
 * @csspart image - The picture in it.
 * @csspart skeleton - A grey shape while the list loads.
 * @csspart name - The name of a product, a link if the product has an address.
 * @csspart price - The price of a product, and the owner's note.
 * @csspart quantities - How many pieces are still wanted.
 * @csspart progress - How many of the wanted pieces are reserved or bought, as a bar.
 * @csspart product-link - The link to a product, on a list that is no registry.
 * @csspart actions - The buttons of a product.
 * @csspart own - How many pieces the giver has reserved or bought.
 * @csspart full - The sentence that all pieces are reserved.
 * @csspart button - Every button.
 * @csspart received - The box above the products of a link that is an invitation to edit the list.
 * @csspart accept-button - The button in it that accepts the invitation.
 * @csspart open-link - The link in it to the page of the list (with `list-url`), for those who edit it.
 * @csspart reserve-button - The button that opens the form.
 * @csspart bought-button - The button by which givers say that they bought what they reserved.
 * @csspart undo-button - The button that undoes a reservation.
 * @csspart chip-in-button - The button that opens the form for an amount.
 * @csspart pay-link - The link to the page of `pay-url`.
 * @csspart form - The form with the giver's name and the number of pieces, or the amount.
 * @csspart hint - The sentence about how reserving works, or in the form about what the owner sees.
 * @csspart label - The label of an input.
 * @csspart input - An input.
 * @csspart confirm-button - The button that reserves.
 * @csspart cancel-button - The button that closes the form.
 * @csspart toast - The box with the reason why something did not work.
 * @csspart problem - This reason.
 * @csspart close-button - The button that closes this box.
 * @csspart more-button - The button that shows all products.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: not shared any more, signed out, or an error.
 * @csspart message - The sentence in this box.
 * @csspart shop-link - The link to your products where the link to the list opens nothing (with `shop-url`).
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-shared-list-rows=4] - Number of products that are shown, and reserved while they load.
 * @cssprop [--loyalty-shared-list-row-size=9em] - Height of a product; 10em on narrow screens.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssstate loading - The list is loading.
 * @cssstate failed - The list could not be loaded.
 * @cssstate signed-out - The shopper is a guest, and the service needs an account.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate gone - The list is no longer shared.
 * @fires loyalty-list-joined - The customer accepted the invitation to edit the list.
 * @fires loyalty-item-reserved - A giver reserved a product.
 * @fires loyalty-item-pledged - A giver chipped in for a product.
 * @fires loyalty-item-bought - A giver said that a reserved product is bought.
 * @fires loyalty-item-undone - A giver undid a reservation.
 * @fires loyalty-error - The list could not be loaded, or a reservation failed.
 * @keyboard Enter, Space - On Reserve: opens the form below the product, and focuses its first field.
 * @keyboard Escape - Closes the form; the focus returns to the button.
 */
export class LoyaltySharedList extends InvitingElement {
  static override properties = {
    share: { converter: readId },
    expanded: { converter: readFlag },
    shopUrl: { attribute: 'shop-url' },
    payUrl: { attribute: 'pay-url' },
    listUrl: { attribute: 'list-url' },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = sharedListStyles;

  /** The handle of the share, from the address of the page. */
  share: string | undefined;
  /** Shows every product instead of the first ones. */
  expanded = false;
  /** Address of a page with your products, on https or the page's own origin: linked where the list is empty, or its link opens nothing. */
  shopUrl: string | undefined;
  /** Address of a page that says how givers pay what they chip in, on https or the page's own origin: linked beside it. */
  payUrl: string | undefined;
  /** Address of your page for one list; `{handle}` is replaced by its handle. Linked for those who edit the list together. */
  listUrl: string | undefined;
  /** Level of the heading with the name of the list, 1 to 6. */
  headingLevel = 2;

  #list = new NamedResourceController(this, () => this.share ?? '', sharedList);
  #chipIn = lazyImport(this, () => import('./chip-in-row.ts'));
  #giving = new ReservationController(this, () => this.#registry);

  #loadInvitation = lazyImport(
    this,
    async () => new (await import('./accept-invitation.ts')).AcceptInvitation(this, () => this.#opened),
  );

  /** Of a link that is an invitation, or opens nothing; `null` where its file did not load. */
  get #received(): AcceptInvitation | null | undefined {
    const opened = this.#opened;
    return opened && (!opened.list || opened.list.isInvitation) ? this.#loadInvitation() : null;
  }

  get #opened(): OpenedLink | undefined {
    const { loyalty, state } = this.#list;
    const { share } = this;
    return loyalty && share && state.status === 'ready' ? { loyalty, share, list: state.value } : undefined;
  }

  protected override updated(): void {
    setState(this, 'gone', this.#isGone);
    this.#giving.update();
  }

  /** The link opens nothing, or the page has none. */
  get #isGone(): boolean {
    return this.#opened?.list === null || this.share === '';
  }

  get #registry(): OpenRegistry | undefined {
    const opened = this.#opened;
    return opened?.list?.type === 'registry' ? (opened as OpenRegistry) : undefined;
  }

  #onMore = async (): Promise<void> => {
    const position = this.renderRoot.querySelectorAll('[part=item]').length;
    this.expanded = true;
    await this.updateComplete;
    const row = this.renderRoot.querySelectorAll('[part=item]')[position];
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  };

  /** Number of products that fit the reserved box. */
  get #rows(): number {
    return this.#received?.rows ?? reservedRows(this, '--loyalty-shared-list-rows', 4);
  }

  protected override render(): TemplateResult {
    const { state } = this.#list;
    if (this.#isGone) return this.#renderGone();
    // The console says that the page names no share.
    if (this.share === undefined) return html``;
    switch (state.status) {
      case 'loading':
        return renderListLoading(this.#rows);
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see this list.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load this list.'), () => this.#list.retry());
      case 'ready':
        // With the list at once, so that nothing moves.
        return this.#received === null || this.#received?.isReady
          ? this.#renderList(state.value!)
          : renderListLoading(this.#rows);
    }
  }

  #renderGone(): TemplateResult {
    return html`<div class="notice" part="notice" role="status" tabindex="-1">
      <slot name="gone"
        ><p part="message">
          ${this.#received?.reason ?? localize('This list is no longer shared. Ask the person who sent you the link for a new one.')}
        </p>
        ${renderShopLink(this.shopUrl)}</slot
      >
    </div>`;
  }

  #renderList(list: SharedList): TemplateResult {
    const { type, description } = list;
    const language = languageOf(this);
    const isRegistry = type === 'registry';
    // Its rows are shown at once, so that nothing moves.
    if (list.items.some(({ chipIn }) => chipIn) && this.#chipIn() === undefined)
      return renderListLoading(this.#rows);
    const items = isRegistry ? this.#giving.sort(list.items) : list.items;
    const shown = this.expanded ? items : items.slice(0, firstCount(items.length, this.#rows));
    const isSet = type === 'style-guide' && items.length > 0;
    const about = html`${description ? html`<p part="description"><bdi>${description}</bdi></p>` : nothing}
    ${
      isRegistry
        ? html`<p class="quiet small" part="hint">
            ${localize('Reserve a gift so that no one else gives it.')}
            ${list.hasDelivery ? localize('Ships to the owner’s address.') : nothing}
          </p>`
        : nothing
    }${this.#received?.render()}`;
    return html`<div class="base">
        ${renderHead(list, this.headingLevel, language, about)}
        <div class="with-end">
          ${isSet ? renderStyleGuide(items, list.name, language) : this.#renderRows(shown, list, language)}
          ${renderBelow({ shown: shown.length, count: items.length, rows: this.#rows, isSet }, language, this.shopUrl, this.#onMore)}
        </div>
      </div>
      ${renderToast(this.#giving.problem, this.#giving.closeProblem)}
      <p class="hidden" role="status">${this.#giving.announcement}</p>`;
  }

  #renderRows(shown: readonly ListProduct[], list: SharedList, language: string | undefined): TemplateResult {
    if (!shown.length)
      return html`<div class="notice" part="notice">
        <slot name="empty"
          ><p part="message">${localize('This list is empty.')}</p>
          ${renderShopLink(this.shopUrl)}</slot
        >
      </div>`;
    return html`<ul part="list" class=${shown.length < this.#rows ? nothing : 'full'} tabindex="-1">
      ${shown.map((item) => {
        if (list.type !== 'registry') return renderRow(item, { language, actions: renderProductLink(item) });
        // Where the code did not load, the row has neither amounts nor a button.
        if (item.chipIn)
          return (
            this.#chipIn()?.renderChipInRow(this.#giving, item, language, this.payUrl) ??
            renderRow(item, { language })
          );
        const form = this.#giving.renderForm(item, list, language);
        return renderRow(item, {
          language,
          quantities: renderQuantities(item, false, language),
          actions: form ? undefined : this.#giving.renderActions(item),
          form,
        });
      })}
    </ul>`;
  }
}

define('loyalty-shared-list', LoyaltySharedList);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-shared-list': LoyaltySharedList;
  }
}
