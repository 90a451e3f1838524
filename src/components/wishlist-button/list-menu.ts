import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  addToList,
  isSameChoice,
  loadListChoices,
  refusalKey,
  refusedEdits,
  removeFromList,
  toLoyaltyError,
  type ListChoice,
  type Loyalty,
  type LoyaltyError,
  type ProductChoice,
  type SavedProduct,
} from '../../services/index.ts';
import { LoyaltySignInNeededEvent, LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { languageOf } from '../internal/format.ts';
import type { ListActions } from '../saved-products/list-actions.ts';
import { listNameOf } from '../saved-products/list-name.ts';
import { restoreFocus } from '../internal/lists.ts';
import { whileBusy } from '../internal/while-busy.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import type { VariantForm } from '../internal/variant-form.ts';

// The menu of `<loyalty-wishlist-button lists>`, loaded when it is first opened.

/** The heart that the menu belongs to. */
export interface Heart extends LitElement, ProductChoice {
  readonly productName: string;
}

export interface MenuOptions {
  readonly loyalty: () => Loyalty | undefined;
  /** Details of the product that the service may not know. */
  readonly details: () => SavedProduct;
  /** The form of the page with the product's options, where the heart follows one. */
  readonly form: () => VariantForm | undefined;
  /** Why a product could not be saved or removed. */
  readonly sentenceOf: (error: LoyaltyError, save: boolean) => string;
}

const INLINE_SIZE_EM = 18;
/** The menu opens above its button where there is less room below. */
const LEAST_ROOM_EM = 20;
const MARGIN_PX = 8;

const tick = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m4 13 5 5L20 6" /></svg>`;

/** The customer's lists, each with whether the product is on it. A press saves the product on the list, or removes it. */
export class ListMenu {
  readonly #host: Heart;
  readonly #options: MenuOptions;
  /** Customer and product of the fields below. */
  #owner: Loyalty | undefined;
  #choice: ProductChoice = { productId: '' };
  #choices: readonly ListChoice[] | undefined;
  #error: LoyaltyError | undefined;
  /** Handles of the lists whose change was sent and not answered yet. */
  #busy: ReadonlySet<string> = new Set();
  /** Why a list could not be changed. Without a list: it is gone. */
  #problem: { readonly list?: string; readonly sentence: string } | undefined;
  #actions: ListActions | undefined;

  constructor(host: Heart, options: MenuOptions) {
    this.#host = host;
    this.#options = options;
    host.addEventListener('loyalty-list-created', ({ target, detail: { list } }) => {
      if (target !== host || !this.#choices) return;
      const created = { ...list, count: 0, isSaved: false };
      this.#choices = [...this.#choices, created];
      void this.#change(created);
    });
  }

  /** Opens the menu at its button, which the browser lets open and close it from then on. */
  async open(button: HTMLButtonElement): Promise<void> {
    if (button.popoverTargetElement) return;
    this.#setOwner();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const menu = this.#menu;
    if (!menu || !button.isConnected) return;
    button.popoverTargetElement = menu;
    menu.showPopover();
  }

  get #menu(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('[part=menu]');
  }

  /** Another customer or product must not show the last one's lists. Another variant may be chosen in the menu: it stays open. */
  #setOwner(): void {
    const loyalty = this.#options.loyalty();
    const { productId, variantId } = this.#host;
    if (loyalty === this.#owner && isSameChoice(this.#host, this.#choice)) return;
    const isOtherVariant = loyalty === this.#owner && productId === this.#choice.productId;
    this.#owner = loyalty;
    this.#choice = { productId, variantId };
    this.#choices = this.#error = this.#problem = undefined;
    this.#busy = new Set();
    this.#actions?.update();
    const menu = this.#menu;
    if (!menu?.matches(':popover-open')) return;
    if (isOtherVariant) void this.#load();
    else menu.hidePopover();
  }

  #onOpening = (event: ToggleEvent): void => {
    if (event.newState !== 'open') return;
    this.#place(event.target as HTMLElement);
    this.#problem = undefined;
    void this.#load();
  };

  #onOpened = (event: ToggleEvent): void => {
    if (event.newState === 'open') (event.target as HTMLElement).focus({ preventScroll: true });
    // In a shadow root, Chromium leaves the focus nowhere when a popover closes.
    else restoreFocus(this.#host, this.#host.renderRoot.querySelector<HTMLElement>('[part=menu-button]'));
  };

  /** Below the button where there is room, and inside the page. In the document, so that it scrolls with its button. */
  #place(menu: HTMLElement): void {
    const { clientWidth, clientHeight } = document.documentElement;
    const { left, right, top, bottom } = this.#host.getBoundingClientRect();
    const em = parseFloat(getComputedStyle(this.#host).fontSize);
    const width = Math.min(INLINE_SIZE_EM * em, clientWidth - 2 * MARGIN_PX);
    const isRight = left + right > clientWidth;
    const wanted = isRight ? right - width : left;
    const x = Math.max(MARGIN_PX, Math.min(wanted, clientWidth - width - MARGIN_PX)) + scrollX;
    const isAbove = clientHeight - bottom < LEAST_ROOM_EM * em && top > clientHeight - bottom;
    menu.style.setProperty(
      'inset',
      isAbove
        ? `auto auto ${clientHeight - top - scrollY + MARGIN_PX}px ${x}px`
        : `${bottom + scrollY + MARGIN_PX}px auto auto ${x}px`,
    );
  }

  #load = async (): Promise<void> => {
    const loyalty = this.#owner;
    if (!loyalty) return;
    this.#error = undefined;
    this.#host.requestUpdate();
    try {
      const choices = await loadListChoices(loyalty, this.#choice);
      if (this.#isOf(loyalty)) this.#choices = choices;
    } catch (thrown) {
      if (!this.#isOf(loyalty)) return;
      this.#choices = undefined;
      this.#fail(toLoyaltyError(thrown));
    }
    this.#host.requestUpdate();
  };

  #fail(error: LoyaltyError): void {
    if (error.code === 'unauthenticated') {
      this.#menu?.hidePopover();
      this.#host.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', this.#choice.productId));
      return;
    }
    this.#error = error;
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  #onRetry = async (): Promise<void> => {
    await this.#load();
    await this.#focus('[part=menu]');
  };

  /** Saves the product on a list, or removes it. */
  async #change({ handle, isSaved, isShared }: ListChoice): Promise<void> {
    const loyalty = this.#owner;
    const product = this.#choice;
    if (!loyalty || this.#busy.has(handle)) return;
    const save = !isSaved;
    this.#problem = undefined;
    this.#busy = new Set([...this.#busy, handle]);
    this.#host.requestUpdate();
    let isShown = false;
    const show = () => {
      if (isShown || !this.#isOf(loyalty, product)) return;
      isShown = true;
      this.#show(handle, save);
    };
    try {
      await Promise.all([
        save
          ? addToList(loyalty, handle, product, this.#options.details(), show)
          : removeFromList(loyalty, handle, product, show),
        importPagePolicy(),
      ]);
      if (!this.#isOf(loyalty, product)) return;
      show();
      this.#host.dispatchEvent(new LoyaltyWishlistEvent(save ? 'added' : 'removed', product, handle));
    } catch (thrown) {
      if (!this.#isOf(loyalty, product)) return;
      const error = toLoyaltyError(thrown);
      if (isShown) this.#show(handle, isSaved);
      if (error.code === 'not_found') await this.#load();
      if (!this.#isOf(loyalty, product)) return;
      const isGone = !!this.#choices && !this.#choices.some((choice) => choice.handle === handle);
      this.#problem = isGone
        ? {
            sentence: isShared
              ? this.#notSaved()
              : localize('We can’t find this list. It may have been deleted.'),
          }
        : { list: handle, sentence: this.#options.sentenceOf(error, save) };
      if (error.code === 'unauthenticated') this.#fail(error);
      else this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
      if (isGone) void this.#focus('[part=menu]');
    } finally {
      this.#busy = new Set([...this.#busy].filter((other) => other !== handle));
      this.#host.requestUpdate();
    }
  }

  /** The owner of a list has removed this editor of it. */
  #notSaved(name = this.#options.details().name): string {
    const product = name ?? this.#choice.productId;
    return localize('You can’t edit this list any more. Not saved: {product}.', { product });
  }

  /** What was refused later for a list that is no longer one of the customer's. */
  get #lost(): string | undefined {
    const end = refusalKey('', this.#choice);
    const refused = [...(this.#owner?.resource(refusedEdits).state.value ?? [])].find(
      ([key, { save }]) =>
        save && key.endsWith(end) && !this.#choices?.some(({ handle }) => key === `${handle}${end}`),
    );
    return refused && this.#choices ? this.#notSaved(refused[1].name) : undefined;
  }

  /** Shows a change: when the device has stored it, before the service has answered. */
  #show(handle: string, isSaved: boolean | undefined): void {
    this.#choices = this.#choices?.map((choice) => {
      if (choice.handle !== handle) return choice;
      const count = choice.count === undefined ? undefined : choice.count + (isSaved ? 1 : -1);
      return { ...choice, isSaved, count };
    });
    this.#host.requestUpdate();
  }

  #onNew = async ({ currentTarget }: Event): Promise<void> => {
    try {
      const actions = import('../saved-products/list-actions.ts');
      const { ListActions } = await whileBusy(currentTarget as Element, actions);
      this.#actions ??= new ListActions(this.#host, this.#options.loyalty);
      this.#problem = undefined;
      this.#actions.toggle('create');
    } catch (cause) {
      void importPagePolicy().then((policy) => policy?.reportMissing(this.#host, cause));
      this.#problem = { sentence: localize('Couldn’t load this.') };
      this.#host.requestUpdate();
    }
  };

  /** Whether the menu still shows this customer and product. */
  #isOf(loyalty: Loyalty, product = this.#choice): boolean {
    return this.#options.loyalty() === loyalty && isSameChoice(this.#host, product);
  }

  async #focus(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    restoreFocus(this.#host, this.#host.renderRoot.querySelector<HTMLElement>(selector));
  }

  render(): TemplateResult {
    this.#setOwner();
    return html`<div
      class="menu"
      part="menu"
      popover
      role="dialog"
      aria-labelledby="menu-title"
      tabindex="-1"
      @beforetoggle=${this.#onOpening}
      @toggle=${this.#onOpened}
    >
      <p class="title" part="menu-title" id="menu-title">${localize('Choose lists')}</p>
      ${this.#renderVariants()} ${this.#renderLost()}
      ${this.#choices ? this.#renderChoices(this.#choices) : this.#renderNotice()}
    </div>`;
  }

  #renderLost(): TemplateResult | typeof nothing {
    const sentence = this.#problem && !this.#problem.list ? this.#problem.sentence : this.#lost;
    return sentence ? renderReason(sentence) : nothing;
  }

  /** Which variant is saved, where the form of the page offers several. Without a choice it is the product as a whole. */
  #renderVariants(): TemplateResult | typeof nothing {
    const form = this.#options.form();
    const variants = form?.variants ?? [];
    if (!form || variants.length < 2) return nothing;
    const onChange = ({ target }: Event) => form.choose((target as HTMLSelectElement).value);
    return html`<label class="small" part="label"
      >${localize('Variant')}
      <select part="variant-select" .value=${live(this.#host.variantId ?? '')} @change=${onChange}>
        ${this.#host.variantId ? nothing : html`<option value="">${localize('Not chosen yet')}</option>`}
        ${variants.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
      </select>
    </label>`;
  }

  #renderNotice(): TemplateResult {
    if (!this.#error)
      return html`<p class="quiet small" part="message" role="status">${localize('Loading your lists')}</p>`;
    return html`<p part="message" role="alert">${localize('Couldn’t load your lists.')}</p>
      <button part="button retry-button" type="button" @click=${this.#onRetry}>
        ${localize('Try again')}
      </button>`;
  }

  #renderChoices(choices: readonly ListChoice[]): TemplateResult {
    const isNew = this.#actions?.isOpen('create') ?? false;
    return html`<ul part="menu-list">
        ${choices.map((choice) => this.#renderChoice(choice))}
      </ul>
      ${
        isNew
          ? this.#actions!.renderPanel(false)
          : html`<button part="button new-button" type="button" @click=${this.#onNew}>
              + ${localize('New list')}
            </button>`
      }
      <p class="hidden" role="status">${this.#actions?.announcement}</p>`;
  }

  #renderChoice(choice: ListChoice): TemplateResult {
    const { id, handle, count, isSaved } = choice;
    const name = listNameOf(choice);
    const reason = this.#reasonOf(handle);
    return html`<li data-list=${id ?? ''}>
      <button
        class="name"
        part="menu-item"
        type="button"
        role="checkbox"
        aria-checked=${isSaved ?? 'mixed'}
        aria-disabled=${this.#busy.has(handle)}
        title=${name}
        @click=${() => this.#change(choice)}
      >
        <span class="tick" part="tick">${tick}</span><bdi class="line">${name}</bdi>
        <span class="quiet small" part="count"
          >${
            isSaved === undefined
              ? localize('Couldn’t load this.')
              : count === undefined
                ? nothing
                : localize('{n} products', { n: count }, languageOf(this.#host), '{n} product')
          }</span
        >
      </button>
      ${reason ? renderReason(reason) : nothing}
    </li>`;
  }

  /** Why the last change of the list failed, or was refused after it had been shown as done. */
  #reasonOf(handle: string): string | undefined {
    if (this.#problem?.list === handle) return this.#problem.sentence;
    const refused = this.#owner?.resource(refusedEdits).state.value?.get(refusalKey(handle, this.#choice));
    return refused && this.#options.sentenceOf(refused.error, refused.save);
  }
}

const renderReason = (sentence: string): TemplateResult =>
  html`<p class="reason small" part="menu-problem" role="alert">${sentence}</p>`;
