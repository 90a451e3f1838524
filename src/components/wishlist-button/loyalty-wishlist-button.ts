import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  addToList,
  choiceKey,
  isSameChoice,
  isOnWishlist,
  loadRest,
  openOutbox,
  refusalKey,
  refusedEdits,
  removeFromList,
  toLoyaltyError,
  WISHLIST,
  wishlist,
  type Loyalty,
  type LoyaltyError,
  type ProductChoice,
  type SavedProduct,
} from '../../services/index.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { define, readFlag } from '../internal/element.ts';
import { readId } from '../internal/read-id.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { LoyaltyElement } from '../page/loyalty-element.ts';
import { heart } from '../saved-products/icons.ts';
import type { ListMenuButton } from './list-menu-button.ts';
import type { VariantForm } from '../internal/variant-form.ts';
import { localize } from '../internal/texts/messages.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { LoyaltySignInNeededEvent, LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';
import { wishlistButtonStyles } from './wishlist-button-styles.ts';

export type { LoyaltySignInNeededEvent, LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
export type { LoyaltyListEvent } from '../saved-products/list-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/** A change that was pressed and not answered yet. */
interface PendingChange extends ProductChoice {
  readonly loyalty: Loyalty;
  readonly save: boolean;
}

/** Why the last change failed: shown until the next change, or until the button has another product, variant or customer. */
interface ButtonProblem {
  readonly loyalty: Loyalty | undefined;
  /** Of the product and variant. */
  readonly key: string;
  readonly sentence: string;
}

/** Why a change failed, for the shopper. */
function sentenceOf(error: LoyaltyError, save: boolean): string {
  return isRefusal(error)
    ? (Object.values(error.forShopper.fields)[0] ?? localize('This product can’t be saved.'))
    : localize(save ? 'Couldn’t save. Try again.' : 'Couldn’t remove it');
}

/** The service does not know the product, or the list is full. */
const isRefusal = ({ code }: LoyaltyError): boolean => code === 'validation' || code === 'not_found';

/** Template code that no server has rendered. */
const TEMPLATE_CODE = /\{\{|\{%/;

/**
 * A button with a heart that saves a product. The heart is filled while the product is on the shopper's wishlist, of which a
 * guest's is on the device. Where guests save nothing, the page gets an event when one presses it.
 *
 * @summary the heart of a product
 * @tag loyalty-wishlist-button
 * @block none
 * @required product-id
 * @needs wishlist
 * @parts lists
 * @slot - Your icon instead of the heart. An SVG is outlined, and filled while the product is saved; show the difference of another icon
 *   with `loyalty-wishlist-button:state(saved)`.
 * @csspart heart-button - The round button.
 * @csspart icon - The heart.
 * @csspart menu-button - The small button on the heart that opens the menu of lists (with `lists`).
 * @csspart menu - The menu with the customer's lists.
 * @csspart menu-title - Its title.
 * @csspart variant-select - The choice of the variant, where the form of `for` offers several.
 * @csspart menu-list - The lists in it.
 * @csspart menu-item - A list: pressed, it saves or removes the product.
 * @csspart tick - The mark that the product is on the list.
 * @csspart count - How many products a list has.
 * @csspart message - The sentence while the lists load, or that they did not.
 * @csspart button - Every button of the menu but the lists.
 * @csspart retry-button - The button that loads the lists again.
 * @csspart new-button - The button that opens the form of a new list.
 * @csspart form - This form.
 * @csspart label - The label of its input, and of the choice of a variant.
 * @csspart input - The input for the name.
 * @csspart confirm-button - The button that creates the list.
 * @csspart cancel-button - The button that closes the form.
 * @csspart menu-problem - The reason why a list could not be changed.
 * @csspart failure - The sign on the heart that the last change failed.
 * @csspart problem - The reason why the product could not be saved or removed, below the button.
 * @cssprop [--loyalty-wishlist-button-size=2.5em] - Width and height of the button; at least 44px for fingers.
 * @cssprop [--loyalty-wishlist-button-color=var(--loyalty-color-accent)] - Colour of the heart.
 * @cssprop [--loyalty-wishlist-button-background] - Background of the button; white, or near black where the text is light.
 * @cssprop [--loyalty-wishlist-button-layer=2] - `z-index` of the element, above a link that covers a product card.
 * @cssprop [--loyalty-color-problem] - Colour of the failure sign; a red that fits the text colour.
 * @cssstate saved - The product is on the wishlist.
 * @cssstate saving - The button was pressed, and the change is neither stored on the device nor by the service yet.
 * @cssstate loading - It is not known yet whether the product is saved.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate failed - The last change failed.
 * @fires loyalty-wishlist-added - The product was saved; `detail.list` is the handle of the list.
 * @fires loyalty-wishlist-removed - The product was removed from the list `detail.list`.
 * @fires loyalty-list-created - The customer created a list in the menu.
 * @fires loyalty-sign-in-needed - A guest pressed the button, and the product cannot be saved on the device; show your sign-in page.
 * @fires loyalty-error - The product could not be saved or removed; the heart shows the stored state.
 * @keyboard Enter, Space - On the small button of the menu: opens it and focuses it. Tab then reaches each list, Enter or Space saves or removes.
 * @keyboard Escape - Closes the form of a new list, then the menu; the focus returns to its button.
 */
export class LoyaltyWishlistButton extends LoyaltyElement {
  static override properties = {
    productId: { attribute: 'product-id', converter: readId },
    productName: { attribute: 'product-name' },
    productUrl: { attribute: 'product-url' },
    productImage: { attribute: 'product-image' },
    productPrice: { attribute: 'product-price' },
    productCurrency: { attribute: 'product-currency' },
    variantId: { attribute: 'variant-id', converter: readId },
    variantName: { attribute: 'variant-name' },
    for: {},
    lists: { converter: readFlag },
    pending: { state: true },
    stored: { state: true },
    problem: { state: true },
  };

  static override styles = wishlistButtonStyles;

  /** Your shop's id of the product. */
  productId = '';
  /** The product's name, for the label that screen readers read. */
  productName = '';
  /**
   * Address of the product's page. With it and `product-name`, a product that the service may not know is sent with its details when it
   * is saved; the service decides whether to accept it. A guest's list shows these details.
   */
  productUrl?: string;
  /** Address of the product's picture, sent with `product-url`. */
  productImage?: string;
  /** The product's price as a decimal number, such as `89.00`, sent with `product-url`. */
  productPrice?: string;
  /** The currency of the price (ISO 4217), such as `EUR`, sent with `product-url`. */
  productCurrency?: string;
  /** Your shop's id of the variant that the shopper has chosen. Without it the product is saved as a whole. */
  variantId?: string | undefined;
  /** Its options as text, such as `Blue, M`. */
  variantName?: string | undefined;
  /**
   * Selector of the form with the product's options, such as `#product-form`: `variant-id` and `variant-name` then follow the field `id`
   * of the form, and the price is `data-price` of the chosen option, where it has one.
   */
  for?: string;
  /** Shows a button that opens a menu with the customer's lists, to save the product on another one. Guests see no such button. */
  lists = false;

  private pending: PendingChange | undefined;
  /** The change that the device has stored: it survives the page, and only then is it shown as done. */
  private stored: PendingChange | undefined;
  private problem: ButtonProblem | undefined;

  #list = new ResourceController(this, wishlist);
  #menu: ListMenuButton | undefined;
  #loadsMenu = false;
  #form: VariantForm | undefined;
  #variantPrice: string | undefined;

  constructor() {
    super();
    containPresses(this);
  }

  /** Whether the product is saved; `undefined` until the wishlist is loaded. */
  get saved(): boolean | undefined {
    const change = this.#pendingChange;
    if (change && change === this.stored) return change.save;
    // Until the variant is read from the form: the state of the whole product would be shown first, and then that of the variant.
    return this.for && !this.#form ? undefined : isOnWishlist(this.#list.loyalty, this);
  }

  /** The pending change, if it is of this product and customer: both can change before the service answers. */
  get #pendingChange(): PendingChange | undefined {
    const { pending } = this;
    return pending && pending.loyalty === this.#list.loyalty && isSameChoice(pending, this)
      ? pending
      : undefined;
  }

  /** Saves the product, or removes it from the wishlist. */
  async toggle(): Promise<void> {
    const { loyalty } = this.#list;
    const { productId, variantId } = this;
    if (this.#markupProblem) return this.#refuse(loyalty);
    if (!loyalty || this.#pendingChange) return;
    this.problem = undefined;
    if (this.#list.state.status === 'signed-out') return this.#askToSignIn(productId);
    const change: PendingChange = { loyalty, productId, variantId, save: !this.saved };
    this.pending = change;
    try {
      await this.#send(change);
    } catch (thrown) {
      if (!this.#customerChanged(loyalty)) this.#fail(toLoyaltyError(thrown), change);
    } finally {
      if (this.pending === change) this.pending = undefined;
    }
  }

  async #send(change: PendingChange): Promise<void> {
    const { loyalty, save } = change;
    const onStored = (): void => {
      this.stored = change;
    };
    await Promise.all([
      save
        ? addToList(loyalty, WISHLIST, change, this.#details, onStored)
        : removeFromList(loyalty, WISHLIST, change, onStored),
      importPagePolicy(),
    ]);
    if (!this.#customerChanged(loyalty))
      this.dispatchEvent(new LoyaltyWishlistEvent(save ? 'added' : 'removed', change));
  }

  #askToSignIn(productId: string): void {
    this.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', productId));
  }

  async #loadMenu(): Promise<void> {
    const { ListMenuButton } = await import('./list-menu-button.ts');
    const loyalty = () => this.#list.loyalty;
    const form = () => this.#form;
    this.#menu = new ListMenuButton(this, { loyalty, details: () => this.#details, form, sentenceOf });
    this.requestUpdate();
  }

  async #followForm(): Promise<void> {
    // Without the file the heart saves the product as a whole.
    const { VariantForm } = await import('../internal/variant-form.ts').catch(() => ({
      VariantForm: undefined,
    }));
    if (VariantForm)
      this.#form ??= new VariantForm(this, ({ id, name, price }) => {
        this.variantId = id;
        this.variantName = name;
        this.#variantPrice = price;
      });
    this.#form?.read();
    this.requestUpdate();
  }

  /** Details of a product that the service may not know, and that this device shows to a guest. */
  get #details(): SavedProduct {
    return {
      name: this.productName,
      url: this.productUrl,
      image_url: this.productImage,
      price: this.#variantPrice ?? this.productPrice,
      currency: this.productCurrency,
      variant_name: this.variantName,
    };
  }

  /** Shows the reason, and logs a diagnostic for a refused product: the service does not know it, or the list is full. */
  #fail(error: LoyaltyError, change: PendingChange): void {
    const { loyalty, productId, save } = change;
    if (error.code === 'unauthenticated') return this.#askToSignIn(productId);
    this.dispatchEvent(new LoyaltyErrorEvent(error));
    this.problem = { loyalty, key: choiceKey(change), sentence: sentenceOf(error, save) };
    // A refusal that names other fields, such as the list, does not say that the product is unknown.
    if (save && isRefusal(error) && Object.keys(error.fields).every((name) => name.startsWith('product')))
      void importPagePolicy().then((policy) => policy?.logMisconfiguration('unknown-product', productId));
  }

  /** Why `product-id` is not the id of a product. */
  get #markupProblem(): 'no-product-id' | 'unrendered-product-id' | undefined {
    if (!this.productId) return 'no-product-id';
    return TEMPLATE_CODE.test(this.productId) ? 'unrendered-product-id' : undefined;
  }

  #refuse(loyalty: Loyalty | undefined): void {
    this.problem = {
      loyalty,
      key: choiceKey(this),
      sentence: localize('This product can’t be saved.'),
    };
    this.#reportMarkup();
  }

  #reportMarkup(): void {
    void importPagePolicy().then((policy) => {
      if (this.#markupProblem) policy?.reportMisconfiguration(this.#markupProblem, this);
    });
  }

  #onPress = (): void => void this.toggle();

  /** What stores a change. */
  protected prepare(): void {
    const { loyalty, state } = this.#list;
    if (loyalty && state.status !== 'loading') void openOutbox(loyalty).catch(() => {});
    this.#menu?.prepare();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { saved } = this;
    const { loyalty } = this.#list;
    setState(this, 'saved', !!saved);
    // It may be on a page of the list that is not loaded.
    if (loyalty && saved === undefined) loadRest(loyalty, WISHLIST).catch(() => {});
    setState(this, 'saving', !!this.#pendingChange && this.#pendingChange !== this.stored);
    setState(this, 'failed', !!this.#shownSentence);
    if (changed.has('for')) void this.#followForm();
    if (this.lists && !this.#loadsMenu) {
      this.#loadsMenu = true;
      this.#loadMenu().catch(() => {}); // without the file the heart saves to the wishlist
    }
    // A missing id is reported only when the button is pressed: a framework may set it later.
    if (changed.has('productId') && this.productId && this.#markupProblem) this.#reportMarkup();
  }

  /** The result of another customer's change must not be shown. */
  #customerChanged(loyalty: Loyalty): boolean {
    return (this.#list.loyalty ?? loyalty) !== loyalty;
  }

  protected override render(): TemplateResult {
    const { productName, variantName } = this;
    const label = productName
      ? localize('Save {product} to your wishlist', {
          product: variantName ? `${productName}, ${variantName}` : productName,
        })
      : localize('Save to your wishlist');
    const sentence = this.#shownSentence;
    return html`<button
        part="heart-button"
        type="button"
        title=${sentence ?? nothing}
        aria-label=${label}
        aria-pressed=${this.saved ?? (this.#list.state.status === 'loading' ? false : nothing)}
        aria-disabled=${!!this.#markupProblem}
        @click=${this.#onPress}
      >
        <slot part="icon">${heart}</slot></button
      >${this.lists ? this.#menu?.render() : nothing}${sentence ? this.#renderProblem(sentence) : nothing}`;
  }

  /** The problem, if it is of this product and customer, or why an edit was refused that was sent later. */
  get #shownSentence(): string | undefined {
    const { problem } = this;
    const { loyalty } = this.#list;
    if (problem?.key === choiceKey(this) && problem.loyalty === loyalty) return problem.sentence;
    const refused = loyalty?.resource(refusedEdits).state.value?.get(refusalKey(WISHLIST, this));
    return refused ? sentenceOf(refused.error, refused.save) : undefined;
  }

  #renderProblem(sentence: string): TemplateResult {
    // Extends towards the middle of the page, so that the edge does not cut it off.
    const { left, right } = this.getBoundingClientRect();
    const side = left + right > document.documentElement.clientWidth ? 'to-left' : 'to-right';
    return html`<span part="failure" aria-hidden="true"></span
      ><span part="problem" class="small ${side}" role="alert">${sentence}</span>`;
  }
}

define('loyalty-wishlist-button', LoyaltyWishlistButton);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-wishlist-button': LoyaltyWishlistButton;
  }
}
