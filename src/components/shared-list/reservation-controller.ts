import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import {
  outlookOf,
  ownReservations,
  piecesLeft,
  reserveItem,
  setBought,
  sharedList,
  toLoyaltyError,
  undoReservation,
  withKey,
  type ListProduct,
  type Loyalty,
  type LoyaltyError,
  type OwnReservation,
  type ReservationRequest,
  type SharedList,
  type Id,
} from '../../services/index.ts';
import {
  readRequests,
  readReservations,
  storeRequests,
  storeReservations,
  type OpenRequests,
} from './device-reservations.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText, unansweredText } from '../internal/failure-text.ts';
import { LoyaltyReservationEvent } from '../saved-products/list-events.ts';
import { formatEventDay, renderReserve } from '../saved-products/list-rows.ts';
import { nameOf } from '../saved-products/product-name.ts';
import { restoreFocus } from '../internal/lists.ts';
import { languageOf } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

/** What a registry is, when a giver reserves. */
export interface OpenRegistry {
  readonly loyalty: Loyalty;
  readonly share: string;
  readonly list: SharedList;
}

type Given = Parameters<typeof withKey>[0];

/** What is said of a pledge, where it differs from a reservation. */
export interface PledgeTexts {
  readonly doneText: (made: OwnReservation) => string;
  readonly problemOf: (error: LoyaltyError, item: ListProduct) => ReservationController['fieldProblem'];
  /** Why it was refused, where no field can be corrected. */
  readonly failureOf: (item: ListProduct) => string;
}

/** Reserves items of a registry for the giver, and undoes that. */
export class ReservationController {
  readonly #host: LitElement;
  /** The registry that is shown. */
  readonly registry: () => OpenRegistry | undefined;
  /** Customer and share of the fields below. */
  #owner: Loyalty | undefined;
  #share: string | undefined;
  #list: SharedList | undefined;
  /** The giver's reservations by item. Another map after each change. */
  own: ReadonlyMap<Id, OwnReservation> = new Map();
  /** The list was loaded again since they were found. */
  #isOutdated = false;
  /** Items that the giver had reserved when the list was opened: they stand first, and stay there. */
  #first: ReadonlySet<Id> = new Set();
  /** The item with an open form. */
  opened: Id | undefined;
  /** The open form is that of a pledge. */
  isPledge = false;
  /** A change is being sent. */
  busy = false;
  /** Why the form was not sent, or was refused. */
  fieldProblem: { readonly field?: 'name' | 'quantity' | 'amount'; readonly sentence: string } | undefined;
  /** The next request for an item repeats the one without an answer, so that it reserves once. Another map after each change. */
  unanswered: OpenRequests = new Map();
  /** Why the last press had no effect. */
  problem: string | undefined;
  /** Text for screen readers about the last change. */
  announcement = '';

  constructor(host: LitElement, registry: () => OpenRegistry | undefined) {
    this.#host = host;
    this.registry = registry;
    containKeys(host);
  }

  /** Finds the giver's reservations, again whenever the list was loaded: they may have changed in another tab. */
  update(): void {
    const registry = this.registry();
    if (!registry) return;
    const { loyalty, share, list } = registry;
    if (!this.#isOf(registry)) {
      this.#owner = loyalty;
      this.#share = share;
      this.opened = this.problem = undefined;
      this.unanswered = loyalty.cache.owner ? new Map() : readRequests(share);
      this.busy = false;
      this.announcement = '';
      this.own = this.#withDevice([]);
      this.#first = new Set(this.own.keys());
      this.#host.requestUpdate();
    }
    // While a change of this giver is sent, its own code reads the outcome: the new list needs no request.
    if (list !== this.#list) this.#isOutdated ||= !this.busy;
    this.#list = list;
    if (this.#isOutdated && !this.busy) void this.#find(registry);
  }

  async #find(registry: OpenRegistry): Promise<void> {
    const { loyalty, share, list } = registry;
    const before = this.own;
    this.#isOutdated = false;
    const given = list.items
      .filter(({ reserved, bought }) => reserved !== 0 || bought !== 0)
      .map(({ id }) => id);
    const found = await ownReservations(loyalty, share, given).catch(() => undefined);
    if (!found || !this.#isOf(registry)) return; // after a failure the giver can still reserve
    if (this.busy || this.own !== before) this.#isOutdated = true;
    else this.own = this.#withDevice(found);
    this.#host.requestUpdate();
  }

  /** These reservations of a customer, and those of the device, by item. */
  #withDevice(found: readonly OwnReservation[]): Map<Id, OwnReservation> {
    const all = [...readReservations(this.#share!), ...found];
    return new Map(all.map((reservation) => [reservation.itemId, reservation]));
  }

  /** The items of the list, those of the giver first. */
  sort(items: readonly ListProduct[]): readonly ListProduct[] {
    const rank = ({ id }: ListProduct) => +this.#first.has(id);
    return [...items].sort((one, other) => rank(other) - rank(one));
  }

  /** Opens the form of an item, and focuses its first field. */
  open(item: ListProduct, isPledge = false): void {
    this.opened = item.id;
    this.isPledge = isPledge;
    this.problem = this.fieldProblem = undefined;
    void this.#focus('input');
  }

  closeProblem = (): void => {
    this.problem = undefined;
    void this.#focus('[part~=list]');
  };

  /** The buttons of an item. */
  renderActions(item: ListProduct): TemplateResult | undefined {
    const own = this.own.get(item.id);
    const name = nameOf(item);
    if (!own) {
      // The last piece may be that of a request without an answer, which can be repeated.
      const shown = this.unanswered.has(item.id) ? { ...item, reserved: 0, bought: 0 } : item;
      return renderReserve(shown, languageOf(this.#host), () => this.open(item));
    }
    const one = own.isBought ? 'You bought this. Thank you!' : 'You reserved this. Thank you!';
    const many = own.isBought ? 'You bought {n}. Thank you!' : 'You reserved {n}. Thank you!';
    return html`<span class="small" part="own"
        >${own.quantity === 1 ? localize(one) : localize(many, { n: own.quantity }, languageOf(this.#host))}</span
      >
      ${
        own.isBought || !own.id
          ? nothing
          : html`<button
              class="ghost"
              part="button bought-button"
              type="button"
              aria-disabled=${this.busy}
              aria-label=${localize('I bought it: {product}', { product: name })}
              @click=${() => this.change(item, own, () => setBought(this.#owner!, this.#share!, own))}
            >
              ${localize('I bought it')}
            </button>`
      }
      ${own.id ? this.#renderUndo(item, own) : nothing}`;
  }

  #renderUndo(item: ListProduct, own: OwnReservation): TemplateResult {
    const name = nameOf(item);
    return html`<button
      class="ghost"
      part="button undo-button"
      type="button"
      aria-disabled=${this.busy}
      aria-label=${localize('Undo the reservation of {product}', { product: name })}
      @click=${() => this.change(item, own, () => undoReservation(this.#owner!, this.#share!, own))}
    >
      ${localize('Undo')}
    </button>`;
  }

  /** The form of the item for which the giver pressed Reserve. */
  renderForm(item: ListProduct, { eventAt }: SharedList, language: string | undefined) {
    if (this.opened !== item.id || this.own.has(item.id) || item.isGone) return undefined;
    const left = piecesLeft(item) ?? 1; // not known: one piece, which the service may refuse
    const isHidden = eventAt === null || Number(eventAt) > Date.now();
    const problem = this.fieldProblem;
    return html`<form
      part="form"
      novalidate
      @submit=${(event: SubmitEvent) => this.#onSubmit(event, item)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.close(item)}
    >
      ${
        isHidden
          ? html`<p class="quiet small" part="hint">
              ${
                eventAt
                  ? localize(
                      'Until {day}, the owner sees how many are reserved, but not who reserved them.',
                      {
                        day: formatEventDay(eventAt, language),
                      },
                    )
                  : localize('The owner sees how many are reserved, but not who reserved them.')
              }
            </p>`
          : nothing
      }
      <label part="label"
        >${localize('Your name')}
        <input
          part="input"
          name="name"
          maxlength="255"
          autocomplete="name"
          required
          aria-invalid=${problem?.field === 'name'}
          aria-describedby=${problem ? 'problem' : nothing}
      /></label>
      ${
        left > 1
          ? html`<label class="number" part="label"
              >${localize('How many')}
              <input
                part="input"
                name="quantity"
                type="number"
                inputmode="numeric"
                min="1"
                max=${left}
                value="1"
                aria-invalid=${problem?.field === 'quantity'}
                aria-describedby=${problem ? 'problem' : nothing}
            /></label>`
          : nothing
      }
      ${problem ? html`<p class="problem small" part="problem" id="problem" role="alert">${problem.sentence}</p>` : nothing}
      <button class="filled" part="button confirm-button" type="submit" aria-disabled=${this.busy}>
        <span>${localize('Reserve')}</span>
      </button>
      <button class="ghost" part="button cancel-button" type="button" @click=${() => this.close(item)}>
        ${localize('Cancel')}
      </button>
    </form>`;
  }

  #onSubmit(event: SubmitEvent, item: ListProduct): void {
    event.preventDefault();
    const input = new FormData(event.target as HTMLFormElement);
    const name = String(input.get('name')).trim();
    const quantity = Number(input.get('quantity') ?? 1);
    const left = piecesLeft(item) ?? 1;
    this.fieldProblem = !name
      ? { field: 'name', sentence: localize('Enter your name.') }
      : quantity % 1 || !(quantity >= 1 && quantity <= left)
        ? {
            field: 'quantity',
            sentence: localize('{n} left to reserve', { n: left }, languageOf(this.#host)),
          }
        : undefined;
    void this.send(item, { name, quantity });
  }

  /** Sends what the giver has written, unless it has a problem. A request without an answer is repeated as it was. */
  async send(item: ListProduct, given: Given, pledge?: PledgeTexts): Promise<void> {
    const registry = this.registry();
    const unanswered = this.unanswered.get(item.id);
    if (this.busy || !registry) return;
    if (this.fieldProblem && !unanswered) return this.#focus('[aria-invalid=true]');
    const { loyalty, share } = registry;
    const asked = unanswered ?? given;
    this.#begin();
    try {
      const request = await withKey(asked);
      // Before it is sent: the page may be left meanwhile.
      this.#setUnanswered(registry, item, { ...request, sentAt: Date.now() });
      const reservation = await reserveItem(loyalty, share, item.id, request);
      this.#setUnanswered(registry, item);
      if (reservation.secret) storeReservations(share, [...readReservations(share), reservation]);
      if (!this.#isOf(registry)) return;
      this.own = new Map(this.own).set(item.id, reservation);
      this.announcement =
        pledge?.doneText(reservation) ??
        localize('{product} is reserved for you.', { product: nameOf(item) });
      this.#host.dispatchEvent(
        new LoyaltyReservationEvent(pledge ? 'pledged' : 'reserved', item.productId, registry.list),
      );
      this.opened = undefined;
      await this.#reload(registry);
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      const sentence = unansweredText(outlookOf(error), false);
      if (!sentence) this.#setUnanswered(registry, item);
      if (!this.#isOf(registry)) return;
      await this.#reload(registry);
      const shown = this.#shown(item);
      const problem = shown && (sentence ? { sentence } : pledge?.problemOf(error, shown));
      if (problem) {
        this.fieldProblem = problem;
      } else {
        this.opened = undefined;
        this.problem = this.#isGone(registry)
          ? undefined
          : shown && pledge
            ? pledge.failureOf(shown)
            : this.#reasonOf(error, item, asked.quantity);
      }
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    }
    await this.#end(registry, item);
  }

  #setUnanswered(registry: OpenRegistry, { id }: ListProduct, request?: ReservationRequest): void {
    const { loyalty, share } = registry;
    const isGuest = !loyalty.cache.owner; // a customer's reservation is found by reading
    const isShown = this.#isOf(registry);
    const requests = new Map(isShown ? this.unanswered : readRequests(share));
    if (request) requests.set(id, request);
    else requests.delete(id);
    if (isShown) this.unanswered = requests;
    if (isGuest) storeRequests(share, requests);
  }

  /** Why a reservation failed, by what the service shows after it. */
  #reasonOf(error: LoyaltyError, item: ListProduct, wanted: number): string {
    const product = nameOf(item);
    const shown = this.#shown(item);
    if (!shown) return localize('{product} is no longer on this list. Choose something else.', { product });
    const left = piecesLeft(shown);
    // `validation` does not say why: only the pieces that are left show that others have reserved them.
    if (left === undefined || left >= wanted || (error.code !== 'validation' && left))
      return localize('Couldn’t reserve {product}. Try again.', { product });
    return left
      ? localize(
          'Someone was just ahead of you. {n} of {product} left.',
          { product, n: left },
          languageOf(this.#host),
        )
      : localize(
          'Someone was just ahead of you: {product} is fully reserved. Please choose something else.',
          { product },
        );
  }

  /** The item as the list has it after it was loaded again. */
  #shown({ id }: ListProduct): ListProduct | undefined {
    return this.registry()?.list.items.find((item) => item.id === id);
  }

  /** Marks a reservation as bought, or undoes it. */
  async change(
    item: ListProduct,
    own: OwnReservation,
    change: () => Promise<OwnReservation | void>,
    undone?: string,
  ): Promise<void> {
    const registry = this.registry();
    if (this.busy || !registry) return;
    this.#begin();
    try {
      const changed = await change().catch((thrown) => {
        if (toLoyaltyError(thrown).code !== 'not_found') throw thrown; // it is gone: shown as undone
      });
      const others = readReservations(registry.share).filter(({ id }) => id !== own.id);
      storeReservations(registry.share, changed ? [...others, changed] : others);
      if (!this.#isOf(registry)) return;
      const kept = [...this.own].filter(([id]) => id !== item.id);
      this.own = new Map(changed ? [...kept, [item.id, changed]] : kept);
      const product = nameOf(item);
      this.announcement = changed
        ? localize('You bought {n}', { n: own.quantity }, languageOf(this.#host))
        : (undone ?? localize('{product} is no longer reserved for you.', { product }));
      this.#host.dispatchEvent(
        new LoyaltyReservationEvent(changed ? 'bought' : 'undone', item.productId, registry.list),
      );
      await this.#reload(registry);
    } catch (thrown) {
      if (!this.#isOf(registry)) return;
      const error = toLoyaltyError(thrown);
      this.problem = failureText(error, localize('Couldn’t change your reservation. Try again.'));
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    }
    await this.#end(registry, item);
  }

  #begin(): void {
    void importPagePolicy();
    this.busy = true;
    this.problem = undefined;
    this.announcement = '';
    this.#host.requestUpdate();
  }

  /** Ends the change, and focuses the item's first button, or that of its form: what was pressed may be gone. */
  async #end(registry: OpenRegistry, item: ListProduct): Promise<void> {
    if (!this.#isOf(registry)) return;
    this.busy = false;
    const inForm = this.opened === item.id ? 'form [type=submit]' : '.actions button';
    await this.#focus(`[data-item="${item.id}"] ${inForm}`);
  }

  close(item: ListProduct): void {
    this.opened = undefined;
    void this.#focus(`[data-item="${item.id}"] .actions button`);
  }

  /** The true quantities, after every change. */
  #reload({ loyalty, share }: OpenRegistry): Promise<void> {
    return loyalty.resource(sharedList(share)).refresh();
  }

  #isGone({ loyalty, share }: OpenRegistry): boolean {
    return loyalty.resource(sharedList(share)).state.value === null;
  }

  /** Whether the element still shows this customer and share. */
  #isOf({ loyalty, share }: OpenRegistry): boolean {
    return this.#owner === loyalty && this.#share === share;
  }

  async #focus(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const find = (target: string) => this.#host.renderRoot.querySelector<HTMLElement>(target);
    restoreFocus(this.#host, find(selector) ?? find('[part~=list], [part~=notice]'));
  }
}
