import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  choiceKey,
  hasAlert,
  isGuest,
  isSameChoice,
  isWhole,
  loadRest,
  openOutbox,
  setAlert,
  toLoyaltyError,
  WISHLIST,
  wishlist,
  type Alert,
  type Loyalty,
  type LoyaltyError,
  type ProductChoice,
  type SavedProduct,
} from '../../services/index.ts';
import { define, readFlag } from '../internal/element.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText, refusalText } from '../internal/failure-text.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { accountRefusal } from '../internal/notice.ts';
import { readId } from '../internal/read-id.ts';
import { ResourceController, type ElementState } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';
import { localize } from '../internal/texts/messages.ts';
import type { VariantForm } from '../internal/variant-form.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
import { LoyaltyAlertChangedEvent } from './alert-events.ts';
import { alertStyles } from './alert-styles.ts';

export type { LoyaltyAlertChangedEvent } from './alert-events.ts';
export type { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/** What was pressed, for which product, variant and customer: each can change before the service answers. */
interface Change extends ProductChoice, Alert {
  readonly loyalty: Loyalty;
}

/** Why the last change failed. */
interface Problem {
  readonly change: Change;
  readonly sentence: string;
}

/** What the button says, and what guests read in its place. */
const TEXTS = {
  price: {
    label: 'Tell me when it costs less',
    ofProduct: 'Tell me when it costs less: {product}',
    signIn: 'Sign in to be told when it costs less.',
  },
  stock: {
    label: 'Tell me when it’s back',
    ofProduct: 'Tell me when it’s back: {product}',
    signIn: 'Sign in to be told when it’s back.',
  },
} as const;

const bell = html`<svg part="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />
</svg>`;

/**
 * A button with a bell: members are told when a product costs less, or when it can be bought again. The product is saved on the wishlist for
 * it. Guests see a sentence with the link to sign in, or with `guests` the button: it asks for an e-mail address, which they confirm.
 *
 * @summary a message when a product costs less or is back
 * @tag loyalty-alert
 * @guests line
 * @guests-unless [guests]
 * @block none
 * @required product-id
 * @needs wishlist
 * @slot signed-out - Shown to guests: your sign-in link.
 * @csspart base - The button and the line below it.
 * @csspart button - The button, and every other one.
 * @csspart alert-button - The button.
 * @csspart icon - The bell.
 * @csspart skeleton - A grey shape while it is not known who the shopper is.
 * @csspart hint - The line below it: that we send a message, and how to stop it.
 * @csspart problem - The reason why it did not work, in its place.
 * @csspart form - The form for guests, with `guests`.
 * @csspart field - Its field, with label and problem.
 * @csspart label - The label of the field.
 * @csspart input - The field for the e-mail address.
 * @csspart submit-button - The button that sends the form.
 * @csspart notice - The box for guests.
 * @csspart message - The sentence in it.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-alert-block-size] - Height reserved for it: that of the button and a line.
 * @cssprop [--loyalty-alert-layer=2] - `z-index` of the button, above a link that covers a product card.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssprop [--loyalty-color-problem] - Colour of the line beside the reason; a red that fits the text colour.
 * @cssstate on - The customer is told.
 * @cssstate saving - The button was pressed, and the service has not answered yet.
 * @cssstate loading - It is not known yet whether the customer is told.
 * @cssstate failed - The last change failed.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @fires loyalty-alert-changed - The customer asked for it, or no longer; `detail.alerts` is all that is asked for about the product now.
 * @fires loyalty-wishlist-added - The product was saved for it.
 * @fires loyalty-error - It could not be changed, or the wishlist could not be loaded.
 */
export class LoyaltyAlert extends InvitingElement {
  static override properties = {
    kind: {},
    productId: { attribute: 'product-id', converter: readId },
    productName: { attribute: 'product-name' },
    productUrl: { attribute: 'product-url' },
    productImage: { attribute: 'product-image' },
    productPrice: { attribute: 'product-price' },
    productCurrency: { attribute: 'product-currency' },
    variantId: { attribute: 'variant-id', converter: readId },
    variantName: { attribute: 'variant-name' },
    for: {},
    guests: { type: Boolean, converter: readFlag, reflect: true },
    pending: { state: true },
    problem: { state: true },
  };

  static readonly values = { kind: ['price', 'stock'] };

  static override styles = alertStyles;

  /** What the customer is told: `price`, that it costs less, or `stock`, once, that it can be bought again. */
  kind: 'price' | 'stock' = 'price';
  /** Your shop's id of the product. */
  productId = '';
  /** The product's name, for the label that screen readers read. */
  productName = '';
  /** Address of the product's page. With it and `product-name`, a product that is saved for it is sent with its details. */
  productUrl?: string;
  /** Address of the product's picture, sent with `product-url`. */
  productImage?: string;
  /** The product's price as a decimal number, such as `89.00`, sent with `product-url`. */
  productPrice?: string;
  /** The currency of the price (ISO 4217), such as `EUR`, sent with `product-url`. */
  productCurrency?: string;
  /** Your shop's id of the variant that the shopper has chosen. Without it the message is about the product as a whole. */
  variantId?: string | undefined;
  /** Its options as text, such as `Blue, M`. */
  variantName?: string | undefined;
  /** Selector of the form with the product's options, such as `#product-form`: `variant-id` and `variant-name` then follow its field `id`. */
  for?: string;

  /** Guests can ask, too: they give an e-mail address, and confirm it by a link. Set it where your service offers that. */
  guests = false;

  private pending: Change | undefined;
  private problem: Problem | undefined;

  #statusOf = (): string => (this.#isGuest ? 'signed-out' : this.#list.state.status);
  #list = new ResourceController(this, wishlist, this.#statusOf);
  #form: VariantForm | undefined;
  #guestForm = lazyImport(this, async () => {
    const { GuestAlertForm } = await import('./guest-alert-form.ts');
    return new GuestAlertForm(this);
  });
  /** Whether the file that reads the form has not come: then the attributes count. */
  #hasNoForm = false;

  /** Whether the customer is told; `undefined` while it is not known. */
  get on(): boolean | undefined {
    const { state, loyalty } = this.#list;
    // Until the variant is read from the form: the state of the whole product would be shown first, and then that of the variant.
    if (state.status !== 'ready' || (this.for && !this.#form && !this.#hasNoForm)) return undefined;
    const item = state.value.find((other) => isSameChoice(other, this));
    return item || isWhole(loyalty!, WISHLIST) ? hasAlert(item, this.kind) : undefined;
  }

  /** Asks for the message, or ends it. */
  async toggle(): Promise<void> {
    const { loyalty } = this.#list;
    const { productId, variantId, kind, on } = this;
    if (!loyalty || this.#isOfThis(this.pending)) return;
    const change: Change = { loyalty, productId, variantId, kind, isOn: !on };
    this.problem = undefined;
    this.pending = change;
    try {
      const onSaved = () =>
        this.#isShownTo(loyalty) && this.dispatchEvent(new LoyaltyWishlistEvent('added', change));
      const [alerts] = await Promise.all([
        setAlert(loyalty, change, change, this.#details, onSaved),
        importPagePolicy(),
      ]);
      if (this.#isShownTo(loyalty)) this.dispatchEvent(new LoyaltyAlertChangedEvent(change, alerts));
    } catch (thrown) {
      if (this.#isShownTo(loyalty)) this.#fail(toLoyaltyError(thrown), change);
    } finally {
      if (this.pending === change) this.pending = undefined;
    }
  }

  /** The result of another customer's change must not be shown. */
  #isShownTo(loyalty: Loyalty): boolean {
    return this.#list.loyalty === loyalty;
  }

  #isOfThis(change: Change | undefined): boolean {
    return (
      !!change &&
      change.loyalty === this.#list.loyalty &&
      change.kind === this.kind &&
      choiceKey(change) === choiceKey(this)
    );
  }

  #fail(error: LoyaltyError, change: Change): void {
    this.problem = { change, sentence: sentenceOf(error, change) };
    this.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  /** Details of a product that the service may not know. */
  get #details(): SavedProduct {
    return {
      name: this.productName,
      url: this.productUrl,
      image_url: this.productImage,
      price: this.productPrice,
      currency: this.productCurrency,
      variant_name: this.variantName,
    };
  }

  get #isGuest(): boolean {
    const { loyalty, state } = this.#list;
    return state.status === 'signed-out' || (!!loyalty && isGuest(loyalty));
  }

  async #followForm(): Promise<void> {
    const file = await import('../internal/variant-form.ts').catch(() => undefined);
    if (file)
      this.#form ??= new file.VariantForm(this, ({ id, name }) => {
        this.variantId = id;
        this.variantName = name;
      });
    this.#hasNoForm = !file;
    this.#form?.read();
    this.requestUpdate();
  }

  #onPress = (): void => void this.toggle();

  /** What saves the product. */
  protected prepare(): void {
    const { loyalty, state } = this.#list;
    if (loyalty && state.status === 'ready' && !this.#isGuest) void openOutbox(loyalty).catch(() => {});
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { on } = this;
    const { loyalty, state } = this.#list;
    // It may be on a page of the list that is not loaded.
    if (loyalty && on === undefined && state.status === 'ready') loadRest(loyalty, WISHLIST).catch(() => {});
    setState(this, 'on', !!on);
    setState(this, 'saving', this.#isOfThis(this.pending));
    setState(this, 'failed', this.#isOfThis(this.problem?.change));
    if (changed.has('for')) void this.#followForm();
  }

  protected override render(): TemplateResult | typeof nothing {
    const texts = Object.hasOwn(TEXTS, this.kind) ? TEXTS[this.kind] : undefined;
    // The console says which values there are, and that a product is missing.
    if (!texts || !this.productId) return nothing;
    const { state } = this.#list;
    if (!this.#isGuest) return this.#renderButton(texts);
    const signedOut = state.status === 'signed-out' ? state : undefined;
    return this.#renderForGuest(texts, signedOut) ?? this.renderSignedOut(localize(texts.signIn), signedOut);
  }

  /** The button for guests; `undefined` where the sentence about signing in stands in its place. */
  #renderForGuest(
    texts: (typeof TEXTS)['price' | 'stock'],
    signedOut: ElementState<unknown> | undefined,
  ): TemplateResult | undefined {
    const { loyalty } = this.#list;
    const isReplaced = this.querySelector(':scope > [slot=signed-out]');
    if (!this.guests || !loyalty || isReplaced || (signedOut && accountRefusal(signedOut))) return undefined;
    const form = this.#guestForm();
    if (form === undefined) return this.#renderSkeleton(texts.label, true);
    if (!form || form.isRefused) return undefined;
    const { productId, variantId, kind } = this;
    return form.render({
      loyalty,
      productId,
      variantId,
      kind,
      label: localize(texts.label),
      fullLabel: this.#fullLabel(texts.ofProduct),
      icon: bell,
    });
  }

  /** The label that screen readers read; `undefined` without the name of the product. */
  #fullLabel(ofProduct: (typeof TEXTS)['price' | 'stock']['ofProduct']): string | undefined {
    const { productName, variantName } = this;
    const product = variantName ? `${productName}, ${variantName}` : productName;
    return productName ? localize(ofProduct, { product }) : undefined;
  }

  #renderSkeleton(label: (typeof TEXTS)['price' | 'stock']['label'], isLoading: boolean): TemplateResult {
    return html`<div part="base" class="base" aria-busy=${isLoading}>
      <button part="button skeleton" class="skeleton" type="button" disabled aria-hidden="true">
        ${bell}<span>${localize(label)}</span>
      </button>
    </div>`;
  }

  #renderButton({ label, ofProduct }: (typeof TEXTS)['price' | 'stock']): TemplateResult {
    const { state, loyalty } = this.#list;
    const isLoading = state.status === 'loading';
    // Whether the shopper is a guest is not known before.
    if (!loyalty) return this.#renderSkeleton(label, isLoading);
    const { on } = this;
    const problem = this.#isOfThis(this.problem?.change) ? this.problem!.sentence : undefined;
    return html`<div part="base" class="base" aria-busy=${isLoading}>
      <button
        class="ghost"
        part="button alert-button"
        type="button"
        aria-label=${this.#fullLabel(ofProduct) ?? nothing}
        aria-pressed=${on ?? (isLoading ? false : nothing)}
        aria-busy=${this.#isOfThis(this.pending)}
        @click=${this.#onPress}
      >
        ${bell}<span>${localize(label)}</span>
      </button>
      ${
        problem
          ? html`<p part="problem" class="problem small" role="alert">${problem}</p>`
          : html`<p part="hint" class="quiet small" role="status">
              ${localize(on ? 'We’ll send you a message. Press again to stop.' : 'We’ll send you a message.')}
            </p>`
      }
    </div>`;
  }
}

/** Why a change failed, for the shopper. */
function sentenceOf(error: LoyaltyError, { kind, isOn }: Change): string {
  switch (error.code) {
    case 'unauthenticated':
      return localize(TEXTS[kind].signIn);
    case 'offline':
      return failureText(error, localize('It’s saved, but we can’t tell you yet. Try again later.'));
    case 'validation':
    case 'unsupported':
      return refusalText(error) ?? localize('We can’t tell you about this product.');
    case 'bad_response':
      return failureText(
        error,
        localize(isOn ? 'We can’t tell you about this product.' : 'Couldn’t save. Try again.'),
      );
    default:
      return failureText(error, localize('Couldn’t save. Try again.'));
  }
}

define('loyalty-alert', LoyaltyAlert);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-alert': LoyaltyAlert;
  }
}
