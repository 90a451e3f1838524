import { html, nothing, type TemplateResult } from 'lit';
import {
  loadWholeList,
  ownList,
  piecesTaken,
  type ListProduct,
  type OwnList,
  type SharedBy,
} from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { define, readFlag } from '../internal/element.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { readId } from '../internal/read-id.ts';
import { languageOf } from '../internal/format.ts';
import {
  renderHead,
  renderShopLink,
  renderBelow,
  renderListLoading,
  renderQuantities,
  renderRow,
  renderToast,
} from '../saved-products/list-rows.ts';
import { nameOf } from '../saved-products/product-name.ts';
import { renderNoteButton } from '../saved-products/note-text.ts';
import { firstCount, reservedRows } from '../internal/lists.ts';
import { whileBusy } from '../internal/while-busy.ts';
import { localize } from '../internal/texts/messages.ts';
import { NamedResourceController } from '../internal/named-resource-controller.ts';
import { errorNotice } from '../internal/notice.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import type { RegistryChanges } from './registry-changes.ts';
import type { ShownList } from './shown-list.ts';
import { registryStyles } from './registry-styles.ts';
import { renderStyleGuide } from '../saved-products/style-guide.ts';

export type { LoyaltyListChangedEvent } from '../saved-products/list-events.ts';
export type { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

const MAX_WANTED = 9_999;

/**
 * A gift registry as its owner sees it: how many pieces of each product are wanted, reserved and bought; by whom, only after the day, with
 * a box to tick for who was thanked. The owner changes the day, how many pieces are wanted, note and priority, and removes products.
 * Another list is shown with its products, a style guide as a set.
 * On the list of another, editors do the same with its products.
 *
 * @summary what is wanted, reserved and bought on the own registry
 * @tag loyalty-registry
 * @guests line
 * @required list
 * @needs own list
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown while nothing is on the list.
 * @csspart heading - The name of the list.
 * @csspart day - The day of the occasion.
 * @csspart form - The form that changes the day.
 * @csspart label - The label of an input.
 * @csspart input - An input.
 * @csspart hint - The sentence that the owner does not see who reserved, or after the day, whose names stay hidden.
 * @csspart thanks-button - The button that opens who gave what, after the day.
 * @csspart delivery-button - The button that opens the form for the address to which gifts go.
 * @csspart remove-address-button - The button in this form that deletes the address.
 * @csspart gifts - The box with who gave what.
 * @csspart gift - What one giver gave.
 * @csspart giver - The name of the giver.
 * @csspart gift-text - The product with its number of pieces, or the amount for it.
 * @csspart gift-message - What the giver wrote.
 * @csspart thanked - The box to tick with its label.
 * @csspart copy-button - The button that copies who gave what as a table.
 * @csspart copied - Whether that was copied.
 * @csspart list - The list of products.
 * @csspart item - A product.
 * @csspart set - The row of pictures of a style guide.
 * @csspart total - What the products of a style guide cost together.
 * @csspart picture - The frame of a product's picture.
 * @csspart image - The picture in it.
 * @csspart skeleton - A grey shape while the list loads.
 * @csspart name - The name of a product, a link if the product has an address.
 * @csspart owner - Whose list it is, where the customer edits that of another.
 * @csspart price - The price of a product, its priority, and the owner's note, and who added it where several edit the list.
 * @csspart quantities - How many pieces are reserved and bought.
 * @csspart progress - The same as a bar, where several are wanted.
 * @csspart actions - The input with the number of wanted pieces, and the button that removes the product.
 * @csspart button - Every button.
 * @csspart save-button - The button that saves the day.
 * @csspart note-button - The button that opens the dialog with note and priority of a product.
 * @csspart dialog - This dialog.
 * @csspart dialog-title - The name of the product in it.
 * @csspart remove-button - The button that removes a product.
 * @csspart more-button - The button that shows all products.
 * @csspart toast - The box with the reason why something did not work, or with a question.
 * @csspart problem - This reason.
 * @csspart question - Whether a reserved product is removed all the same.
 * @csspart confirm-button - The button that removes it all the same, or saves the note.
 * @csspart cancel-button - The button that keeps it, or closes the dialog.
 * @csspart undo - The box that appears over the lower edge after a product was removed.
 * @csspart undo-message - The sentence in it.
 * @csspart undo-button - The button that puts the product back.
 * @csspart close-button - The button that closes this box.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: no such list, signed out, or an error.
 * @csspart message - The sentence in this box.
 * @csspart shop-link - The link to your products while the list is empty (with `shop-url`).
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-registry-rows=4] - Number of products that are shown, and reserved while they load; 3 in a window below 40em.
 * @cssprop [--loyalty-registry-row-size=9em] - Height of a product; 13.75em on narrow screens.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside error messages and around invalid fields; a red that fits the text colour.
 * @cssstate loading - The list is loading.
 * @cssstate failed - The list could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-list-changed - The owner changed the day, how many pieces are wanted, or a note; `detail.list` is the handle of the list.
 * @fires loyalty-wishlist-added - A product was put back on the list `detail.list` after its removal.
 * @fires loyalty-wishlist-removed - A product was removed from the list `detail.list`.
 * @fires loyalty-error - The list could not be loaded or changed.
 * @keyboard Escape - Answers the question whether a reserved product is removed with no; the focus returns to its button.
 */
export class LoyaltyRegistry extends InvitingElement {
  static override properties = {
    list: { converter: readId },
    expanded: { converter: readFlag },
    shopUrl: { attribute: 'shop-url' },
    headingLevel: { attribute: 'heading-level', converter: Number },
  };

  static override styles = registryStyles;

  /** Id or handle of the list. */
  list: string | undefined;
  /** Shows every product instead of the first ones. */
  expanded = false;
  /** Address of a page with your products, on https or the page's own origin: linked while the list is empty. */
  shopUrl: string | undefined;
  /** Level of the heading with the name of the list, 1 to 6. */
  headingLevel = 2;

  #list = new NamedResourceController(this, () => this.list ?? '', ownList);
  #chipIn = lazyImport(this, () => import('../saved-products/chip-in-progress.ts'));
  #changes: RegistryChanges | undefined;
  #changesRequested = false;
  /** The list whose other products were asked for. After a failure they are not asked for again before the owner presses a button. */
  #asked: unknown;
  #loading: Promise<void> | undefined;
  /** The file of a change did not load. */
  #problem: string | undefined;
  /** The list that was shown last, where it was that of another and the customer edited it. */
  #edited: unknown;
  /** Handle of the list that was shown last. */
  #handle = '';

  constructor() {
    super();
    containKeys(this);
  }

  protected override willUpdate(): void {
    this.#changes?.update();
  }

  protected override updated(): void {
    const shown = this.#shown;
    if (!shown) return;
    this.#edited = shown.list.sharedBy && resourceOf(shown);
    this.#handle = shown.list.handle;
    if (!this.#changesRequested) void this.#change();
    const { items, left } = shown.list;
    const needsAll = this.expanded || items.length < this.#rows;
    if (left > 0 && needsAll && this.#asked !== resourceOf(shown)) void this.#loadWhole(shown);
  }

  #loadWhole(shown: ShownList): Promise<void> {
    this.#asked = resourceOf(shown);
    return (this.#loading ??= loadWholeList(shown.loyalty, shown.named).finally(() => {
      this.#loading = undefined;
    }));
  }

  /** Loads what changes need, after the list is shown, and does what the owner has pressed. */
  async #change(press?: (changes: RegistryChanges) => unknown, control: Element = this): Promise<void> {
    const { loyalty } = this.#list;
    const { list } = this;
    this.#changesRequested = true;
    this.#problem = undefined;
    const change = async (): Promise<void> => {
      const { RegistryChanges } = await import('./registry-changes.ts');
      if (this.#list.loyalty !== loyalty || this.list !== list) return; // another customer must not change what this one pressed
      this.#changes ??= new RegistryChanges(this, () => this.#shown);
      this.#changes.update();
      const done = press?.(this.#changes);
      this.requestUpdate();
      await done;
    };
    try {
      await (press ? whileBusy(control, change()) : change());
    } catch (cause) {
      if (!press) return;
      void importPagePolicy().then((policy) => policy?.reportMissing(this, cause));
      this.#problem = localize('Couldn’t load this.');
      this.requestUpdate();
    }
  }

  get #shown(): ShownList | undefined {
    const { loyalty, state } = this.#list;
    const { list: named } = this;
    return loyalty && named && state.status === 'ready' && state.value
      ? { loyalty, named, list: state.value }
      : undefined;
  }

  #onDay = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector('input')!;
    void this.#change((changes) => changes.setDay(input), event.submitter ?? input);
  };

  #onMore = async ({ currentTarget }: Event): Promise<void> => {
    const shown = this.#shown;
    // Expanded, the list has its first products, and the others did not load.
    if (this.expanded && shown) return whileBusy(currentTarget as Element, this.#loadWhole(shown));
    const position = this.renderRoot.querySelectorAll('[part=item]').length;
    this.expanded = true;
    await this.updateComplete;
    const row = this.renderRoot.querySelectorAll('[part=item]')[position];
    row?.querySelector<HTMLElement>('a, input')?.focus({ preventScroll: true });
  };

  #onCloseProblem = (): void => {
    this.#problem = undefined;
    this.#changes?.closeProblem();
    this.requestUpdate();
  };

  /** Number of products that fit the reserved box. */
  get #rows(): number {
    return reservedRows(this);
  }

  protected override render(): TemplateResult {
    const { state } = this.#list;
    // The console says that the page names no list.
    if (this.list === undefined) return html``;
    if (!this.list) return this.#renderGone();
    switch (state.status) {
      case 'loading':
        return renderListLoading(this.#rows);
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your lists.'), state);
      case 'error':
        return errorNotice(this, state.error, localize('Couldn’t load this list.'), () => this.#list.retry());
      case 'ready':
        return state.value ? this.#renderList(state.value) : this.#renderGone();
    }
  }

  /** An editor whom the owner has removed reads what was not saved any more. */
  get #goneSentence(): string {
    const { loyalty } = this.#list;
    const { list: named = '' } = this;
    if (!loyalty || this.#edited !== loyalty.resource(ownList(named)))
      return localize('We can’t find this list. It may have been deleted.');
    const product = this.#changes?.notSaved(loyalty, this.#handle);
    return product
      ? localize('You can’t edit this list any more. Not saved: {product}.', { product })
      : localize('You can’t edit this list any more.');
  }

  #renderGone(): TemplateResult {
    return html`<div class="notice" part="notice" tabindex="-1">
      <p part="message">${this.#goneSentence}</p>
      ${
        this.list
          ? html`<button
              class="ghost"
              part="button retry-button"
              type="button"
              @click=${() => this.#list.retry()}
            >
              ${localize('Try again')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #renderList(list: OwnList): TemplateResult {
    const { items, type, sharedBy } = list;
    // Its rows are shown at once, so that nothing moves.
    if (items.some(({ chipIn }) => chipIn) && this.#chipIn() === undefined)
      return renderListLoading(this.#rows);
    const language = languageOf(this);
    const isRegistry = type === 'registry';
    const shown = this.expanded ? items : items.slice(0, firstCount(items.length, this.#rows));
    const count = items.length + list.left;
    const isSet = type === 'style-guide' && items.length > 0;
    return html`${renderHead(list, this.headingLevel, language, sharedBy && this.#renderOwner(sharedBy))}
      ${isRegistry && !sharedBy && list.eventAt !== undefined ? this.#renderDay(list) : nothing}
      ${this.#changes?.renderDelivery()} ${isAfter(list) ? this.#changes?.renderThanks() : nothing}
      ${
        isSet
          ? renderStyleGuide(items, list.name, language)
          : items.length
            ? html`<ul part="list" class=${shown.length < this.#rows ? nothing : 'full'} tabindex="-1">
                ${shown.map((item) =>
                  renderRow(item, {
                    language,
                    quantities: isRegistry ? this.#renderQuantities(item, list, language) : undefined,
                    actions: this.#renderActions(item, isRegistry),
                  }),
                )}
              </ul>`
            : count
              ? nothing
              : html`<div class="notice" part="notice">
                  <slot name="empty"
                    ><p part="message" tabindex="-1">${localize('This list is empty.')}</p>
                    ${renderShopLink(this.shopUrl)}</slot
                  >
                </div>`
      }
      ${renderBelow({ shown: shown.length, count: count, rows: this.#rows, isSet }, language, this.shopUrl, this.#onMore)}
      ${renderToast(this.#problem ?? this.#changes?.problem, this.#onCloseProblem)} ${this.#changes?.render()}
      ${this.#changes?.renderDialog()}
      <p class="hidden" role="status">${this.#changes?.announcement}</p>`;
  }

  #renderQuantities(item: ListProduct, list: OwnList, language: string | undefined): unknown {
    const { loyalty } = this.#list;
    if (!item.chipIn || piecesTaken(item) || !loyalty) return renderQuantities(item, true, language);
    const chipIn = this.#chipIn();
    return chipIn?.renderChipIn(chipIn.chipInOf(item, loyalty), language, { isAfterDay: isAfter(list) });
  }

  #renderOwner({ name }: SharedBy): TemplateResult {
    return html`<p class="quiet small" part="owner">
      ${localize('Shared by {name}', { name: name ?? localize('Someone') })}
    </p>`;
  }

  #renderDay(list: OwnList): TemplateResult {
    return html`<form part="form" novalidate @submit=${this.#onDay}>
      <label class="day" part="label"
        >${localize('Date of the event')}
        <input part="input" name="day" type="date" max="9999-12-31" value=${dayOf(list)}
      /></label>
      <button class="ghost" part="button save-button" type="submit">${localize('Save date')}</button>
      <p class="quiet small" part="hint">
        ${
          isAfter(list)
            ? html`<button
                class="ghost"
                part="button thanks-button"
                type="button"
                aria-expanded=${!!this.#changes?.shows.thanks}
                @click=${({ currentTarget }: Event) => this.#change((changes) => changes.toggleThanks(), currentTarget as Element)}
              >
                ${localize('Who gave what')}
              </button>`
            : localize('You see how many are reserved, but not who reserved them.')
        }
        ${
          list.hasDelivery === undefined
            ? nothing
            : html`<button
                class="link"
                part="button delivery-button"
                type="button"
                aria-expanded=${!!this.#changes?.shows.delivery}
                @click=${({ currentTarget }: Event) => this.#change((changes) => changes.toggleDelivery(), currentTarget as Element)}
              >
                ${localize(list.hasDelivery ? 'Change delivery address' : 'Add a delivery address')}
              </button>`
        }
      </p>
    </form>`;
  }

  #renderActions(item: ListProduct, isRegistry: boolean): TemplateResult {
    return html`${isRegistry ? this.#renderWanted(item) : nothing}${renderNoteButton(item, nameOf(item), 'ghost', ({ currentTarget }) => this.#change((changes) => changes.writeNote(item), currentTarget as Element))}<button
        class="ghost"
        part="button remove-button"
        type="button"
        aria-disabled=${!!this.#changes?.isRemoving(item)}
        aria-label=${localize('Remove {name}', { name: nameOf(item) })}
        @click=${({ currentTarget }: Event) => this.#change((changes) => changes.remove(item), currentTarget as Element)}
      >
        ${localize('Remove')}
      </button>`;
  }

  #renderWanted(item: ListProduct): TemplateResult {
    const { wanted } = item;
    return html`<label class="number" part="label"
      >${localize('How many')}
      <input
        part="input"
        class="wanted"
        type="number"
        inputmode="numeric"
        min=${Math.max(1, piecesTaken(item))}
        max=${MAX_WANTED}
        value=${wanted ?? ''}
        aria-label=${localize('How many of {product} would you like?', { product: nameOf(item) })}
        @change=${({ target }: Event) => this.#change((changes) => changes.setWanted(target as HTMLInputElement, item), target as Element)}
    /></label>`;
  }
}

/** The same for all elements that show this list of this customer. */
const resourceOf = ({ loyalty, named }: ShownList): unknown => loyalty.resource(ownList(named));

/** The day of the list has begun: from then on its owner reads who reserved. */
const isAfter = ({ eventAt }: OwnList): boolean => !!eventAt && eventAt.getTime() <= Date.now();

/** `2031-06-01`: days of lists are stored in UTC. */
const dayOf = (list: OwnList | null): string => list?.eventAt?.toISOString().slice(0, 10) ?? '';

define('loyalty-registry', LoyaltyRegistry);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-registry': LoyaltyRegistry;
  }
}
