import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  choiceKey,
  isOnDevice,
  ownList,
  piecesTaken,
  putBackItem,
  refusedEdits,
  removeItem,
  setNote,
  setEventDay,
  setWanted,
  toLoyaltyError,
  type ListProduct,
  type Loyalty,
  type LoyaltyError,
  type Id,
} from '../../services/index.ts';
import type { DeliveryForm } from './delivery-form.ts';
import type { ShownList } from './shown-list.ts';
import type { ThankYouList } from './thank-you-list.ts';
import { ChipInFields } from './chip-in-fields.ts';
import { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { LoyaltyListChangedEvent } from '../saved-products/list-events.ts';
import { nameOf } from '../saved-products/product-name.ts';
import { ItemNotes } from '../saved-products/item-notes.ts';
import { restoreFocus } from '../internal/lists.ts';
import { languageOf } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';
import { showStored } from '../saved-products/stored-inputs.ts';
import { UndoRemoval, type UndoList } from '../saved-products/undo-removal.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

void importPagePolicy();

// What the press of a button does with a list. `<loyalty-registry>` loads this file after it has shown the list.

/** Changes a list for its owner, and stores the result for the element. */
export class RegistryChanges {
  readonly #host: LitElement;
  readonly #shown: () => ShownList | undefined;
  readonly #undo: UndoRemoval<ListProduct>;
  readonly #notes: ItemNotes<ListProduct>;
  /** Customer and list of the fields below. */
  #owner: Loyalty | undefined;
  #named: string | undefined;
  #unsubscribe: (() => void) | undefined;
  /** The product that has reservations: whether it is removed all the same. */
  #question: ListProduct | undefined;
  /** Ids of items that are being removed. */
  #busy: ReadonlySet<Id> = new Set();
  /** The customer whose list is gone. */
  #goneOf: Loyalty | undefined;
  /** Who gave what, and where the gifts go, once the owner has asked for it. */
  #thanks: ThankYouList | undefined;
  #delivery: DeliveryForm | undefined;
  /** Why the last change was not saved. */
  problem: string | undefined;
  /** Text for screen readers about the last change. */
  announcement = '';

  constructor(host: LitElement, shown: () => ShownList | undefined) {
    this.#host = host;
    this.#shown = shown;
    host.addController({ hostUpdated: () => showStored(host.renderRoot) });
    this.#undo = new UndoRemoval(host, {
      announce: (text) => (this.announcement = text),
      focusItem: (position) => this.#focusItem(position),
    });
    const fields = new ChipInFields(host);
    const isRegistry = () => this.#shown()?.list.type === 'registry';
    this.#notes = new ItemNotes(host, {
      customer: () => this.#shown()?.loyalty,
      list: () => this.#shown()?.list.handle ?? '',
      save: async (loyalty, item, note, form) => {
        const { note: text, priority } = item;
        if (note.note !== text || note.priority !== priority)
          await setNote(loyalty, this.#named ?? '', item.id, note);
        if (isRegistry()) await fields.save(loyalty, this.#named ?? '', item, form);
      },
      fields: {
        render: (item) => (isRegistry() ? fields.render(item) : nothing),
        problemOf: (form) => fields.problemOf(form),
        refusalOf: (error) => fields.refusalOf(error),
      },
      announce: (text) => (this.announcement = text),
    });
  }

  renderDialog = (): unknown => this.#notes.render();

  /** Opens or closes the list of who gave what. */
  async toggleThanks(): Promise<void> {
    const { ThankYouList } = await import('./thank-you-list.ts');
    this.#thanks ??= new ThankYouList(this.#host);
    this.#thanks.toggle(this.#shown());
  }

  /** Opens or closes the form for the address. */
  async toggleDelivery(): Promise<void> {
    const { DeliveryForm } = await import('./delivery-form.ts');
    this.#delivery ??= new DeliveryForm(this.#host, (text) => (this.announcement = text));
    this.#delivery.toggle(this.#shown());
  }

  get shows(): { readonly thanks: boolean; readonly delivery: boolean } {
    return { thanks: !!this.#thanks?.isOpen, delivery: !!this.#delivery?.isOpen };
  }

  renderThanks = (): unknown => this.#thanks?.render();
  renderDelivery = (): unknown => this.#delivery?.render();

  /** Opens the dialog for note and priority of a product. */
  writeNote(item: ListProduct): void {
    this.#begin();
    void this.#notes.open(item);
  }

  /** Another customer must not see what the last one did. */
  update(): void {
    const { loyalty, named } = this.#shown() ?? {};
    if (loyalty === this.#owner && named === this.#named) return;
    this.#owner = loyalty;
    this.#named = named;
    this.#goneOf = undefined;
    this.#question = this.problem = undefined;
    this.#busy = new Set();
    this.announcement = '';
    this.#thanks?.close();
    this.#delivery?.close();
    this.#unsubscribe?.();
    this.#unsubscribe = loyalty?.resource(refusedEdits).subscribe(this.#onRefused);
    this.#onRefused();
  }

  async setWanted(input: HTMLInputElement, item: ListProduct): Promise<void> {
    const taken = piecesTaken(item);
    const tooFew = localize(
      'At least {n}: already reserved or bought.',
      { n: taken },
      languageOf(this.#host),
    );
    this.#begin();
    if (input.value && input.validity.valid) {
      await this.#change(
        ({ loyalty, named }) => setWanted(loyalty, named, item.id, Number(input.value)),
        ({ code }) =>
          code === 'validation' && Number(input.value) < taken
            ? tooFew
            : code === 'not_found' && !this.#itemOf(item.id)
              ? localize('{product} is no longer on this list. Choose something else.', {
                  product: nameOf(item),
                })
              : localize('Couldn’t save. Try again.'),
      );
    } else this.problem = taken ? tooFew : localize('Couldn’t save. Try again.');
    await this.#updated();
    // The stored number, also after a refusal. The row of the item may have moved.
    const shown = this.#host.renderRoot.querySelector<HTMLInputElement>(`[data-item="${item.id}"] input`);
    if (shown) shown.value = shown.defaultValue;
  }

  /** Whether something on the list is reserved or bought. */
  #isTaken(): boolean {
    return !!this.#shown()?.list.items.some((item) => piecesTaken(item));
  }

  async setDay(input: HTMLInputElement): Promise<void> {
    if (!input.value || !input.validity.valid) return input.focus();
    this.#begin();
    await this.#change(
      ({ loyalty, named }) => setEventDay(loyalty, named, input.value),
      ({ code }) =>
        code === 'validation' && this.#isTaken() && input.value < input.defaultValue
          ? localize('Something is already reserved, so the date can only move later.')
          : localize('Couldn’t save. Try again.'),
    );
    await this.#updated();
    input.value = input.defaultValue; // the stored day, also after a refusal
  }

  async #change(
    change: (shown: ShownList) => Promise<void>,
    sentenceOf: (error: LoyaltyError) => string,
  ): Promise<void> {
    const shown = this.#shown();
    if (!shown) return;
    try {
      await change(shown);
      if (!this.#isOf(shown)) return;
      this.announcement = localize('Saved.');
      this.#host.dispatchEvent(new LoyaltyListChangedEvent(shown.list.handle));
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (!(await this.#reload(shown))) return;
      this.problem = failureText(error, sentenceOf(error));
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    }
  }

  /** Removes a product. Asks before where it is reserved: its reservations are removed with it. */
  remove(item: ListProduct): void {
    if (this.#busy.has(item.id)) return;
    this.#begin();
    if (piecesTaken(item)) this.#ask(item);
    else void this.#remove(item, false);
  }

  isRemoving = ({ id }: ListProduct): boolean => this.#busy.has(id);

  async #remove(item: ListProduct, isConfirmed: boolean): Promise<void> {
    const shown = this.#shown();
    if (!shown || this.#busy.has(item.id)) return;
    const { loyalty, list } = shown;
    const position = list.items.findIndex(({ id }) => id === item.id);
    this.#busy = new Set([...this.#busy, item.id]);
    this.#host.requestUpdate();
    try {
      await removeItem(loyalty, list.handle, item, isConfirmed);
      if (!this.#isOf(shown)) return;
      const own = this.#undoList(shown);
      own.setItems(own.items().filter(({ id }) => id !== item.id));
      this.#question = undefined;
      this.announcement = localize('{product} removed', { product: nameOf(item) });
      this.#host.dispatchEvent(new LoyaltyWishlistEvent('removed', item, list.handle));
      // Reservations cannot be put back, and a product that the shop no longer has cannot be saved again.
      if (!item.isGone && !isConfirmed && !isOnDevice(loyalty)) this.#undo.offer(own, item, position);
      await this.#focusItem(position);
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (await this.#reload(shown)) this.#refuse(choiceKey(item), error, isConfirmed);
    } finally {
      this.#busy = new Set([...this.#busy].filter((id) => id !== item.id));
      this.#host.requestUpdate();
    }
  }

  /** Why a product was not removed: as a question where only its reservations are the reason. */
  #refuse(key: string, error: LoyaltyError, isConfirmed = false): void {
    const item = this.#shown()?.list.items.find((other) => choiceKey(other) === key);
    if (item && error.code === 'conflict' && !isConfirmed) return this.#ask(item);
    this.#question = undefined;
    this.problem = localize('Couldn’t remove it');
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  /**
   * Names of the products that the service refused to save on a list of a customer, for the sentence in the place of the list. The list may
   * be gone before they are refused.
   */
  notSaved(loyalty: Loyalty, list: string): string {
    if (this.#goneOf !== loyalty) {
      this.#goneOf = loyalty;
      this.#unsubscribe?.();
      this.#unsubscribe = loyalty.resource(refusedEdits).subscribe(() => this.#host.requestUpdate());
    }
    return [...(loyalty.resource(refusedEdits).state.value ?? [])]
      .filter(([key, { save }]) => save && key.startsWith(`${list} `))
      .map(([, { name }]) => name)
      .join(', ');
  }

  /** Edits that were shown as done, and that the service refused when they were sent later. */
  #onRefused = (): void => {
    const shown = this.#shown();
    const refused = shown?.loyalty.resource(refusedEdits);
    const start = `${shown?.list.handle} `;
    const own = [...(refused?.state.value ?? [])].find(
      ([key, { save, error }]) => key.startsWith(start) && (!save || error.code === 'not_found'),
    );
    if (!shown || !own) return;
    const [key, { error, save }] = own;
    // The list is gone, or its owner has removed this editor: the element then says what was not saved.
    if (save) return void this.#reload(shown);
    refused!.set(new Map([...refused!.state.value!].filter(([other]) => other !== key)));
    void this.#reload(shown).then((isShown) => isShown && this.#refuse(key.slice(start.length), error));
  };

  #ask(item: ListProduct): void {
    this.#question = item;
    void this.#focus('[part~=cancel-button]');
  }

  #closeQuestion = (): void => {
    const { id } = this.#question ?? {};
    this.#question = undefined;
    void this.#focus(`[data-item="${id}"] [part~=remove-button]`);
  };

  closeProblem(): void {
    this.problem = undefined;
    void this.#focus('[part=list]');
  }

  #undoList({ loyalty, named, list }: ShownList): UndoList<ListProduct> {
    const resource = loyalty.resource(ownList(named));
    return {
      handle: list.handle,
      isShown: () => this.#shown()?.loyalty === loyalty && this.#shown()?.named === named,
      items: () => resource.state.value?.items ?? [],
      setItems: (items) => resource.state.value && resource.set({ ...resource.state.value, items }),
      add: (item, product) => putBackItem(loyalty, list.handle, item, product),
      reload: () => resource.refresh(), // the item has another id now
    };
  }

  /** The question, or the offer to put the last removed product back. */
  render(): TemplateResult | undefined {
    const item = this.#question;
    if (!item) return this.problem ? undefined : this.#undo.render();
    const isBusy = this.#busy.has(item.id);
    return html`<div
      class="toast"
      @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && this.#closeQuestion()}
    >
      <div part="toast">
        <p part="question" role="alert">
          ${localize('{product} is reserved. Remove it anyway?', { product: nameOf(item) })}
        </p>
        <button
          class="filled"
          part="button confirm-button"
          type="button"
          aria-disabled=${isBusy}
          @click=${() => this.#remove(item, true)}
        >
          <span>${localize('Remove')}</span>
        </button>
        <button class="ghost" part="button cancel-button" type="button" @click=${this.#closeQuestion}>
          ${localize('Cancel')}
        </button>
      </div>
    </div>`;
  }

  #begin(): void {
    this.#undo.close();
    this.#question = this.problem = undefined;
    this.announcement = '';
    this.#host.requestUpdate();
  }

  /** Loads the true list after a failure. Resolves to whether the element still shows it. */
  async #reload(shown: ShownList): Promise<boolean> {
    if (this.#isOf(shown)) await shown.loyalty.resource(ownList(shown.named)).refresh();
    return this.#isOf(shown);
  }

  #isOf({ loyalty, named }: ShownList): boolean {
    return this.#owner === loyalty && this.#named === named;
  }

  #itemOf(id: Id): ListProduct | undefined {
    return this.#shown()?.list.items.find((item) => item.id === id);
  }

  /** Focuses the product at this position, or the sentence that there is none. */
  async #focusItem(position: number): Promise<void> {
    await this.#updated();
    const buttons = this.#host.renderRoot.querySelectorAll<HTMLElement>('[part~=remove-button]');
    const empty = this.#host.renderRoot.querySelector<HTMLElement>('[part=message]');
    restoreFocus(this.#host, buttons[Math.min(position, buttons.length - 1)] ?? empty);
  }

  async #focus(selector: string): Promise<void> {
    await this.#updated();
    const find = (target: string) => this.#host.renderRoot.querySelector<HTMLElement>(target);
    restoreFocus(this.#host, find(selector) ?? find('[part=list]'));
  }

  #updated(): Promise<boolean> {
    this.#host.requestUpdate();
    return this.#host.updateComplete;
  }
}
