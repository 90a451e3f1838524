import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  estimates,
  pointsAtRates,
  readPurchase,
  toLoyaltyError,
  type Estimates,
  type Purchase,
} from '../../services/index.ts';
import type * as EarnCampaign from './earn-campaign.ts';
import { earnStyles } from './earn-styles.ts';
import type { WaysView } from './earn-ways.ts';
import type { Choice, VariantForm } from '../internal/variant-form.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { define } from '../internal/element.ts';
import { readId } from '../internal/read-id.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { languageOf } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';
import { jsonConverter } from '../internal/json-converter.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';
import type { Cart, PageProgramme } from '../internal/page-data.ts';

export type { Cart, PageProgramme };

/** After a change of the purchase, the service is asked when it has not changed for this time. */
const SETTLED_MS = 200;

/**
 * What the shopper can earn. With a price: "Earn 89 points" for this product or cart, in a campaign that ends "2× until Sunday, 178 points".
 * Without one: the list of ways to earn, from your programme and the shopper's achievements.
 *
 * @summary what a product or cart earns, or all ways to earn
 * @tag loyalty-earn
 * @guests line
 * @guests-unless [programme], [line], [price], [items], [product-id]
 * @block none
 * @parts achievements
 * @posts incentives.estimate
 * @slot signed-out - Shown to guests beside the line, or above the list: your link to join or sign in.
 * @csspart base - The line, or the list with its button.
 * @csspart mark - The dot before the line.
 * @csspart text - The text of the line.
 * @csspart list - The list of ways to earn.
 * @csspart way - A way to earn.
 * @csspart way-done - An achievement that the shopper has completed.
 * @csspart name - The name of a way.
 * @csspart description - What to do for it.
 * @csspart points - The points that it earns, or how much of it is done.
 * @csspart button - The button that shows all ways, and that loads again after an error.
 * @csspart more-button - The button that shows all ways, or fewer again.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the list: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart retry-button - The button that loads again after an error.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-earn-block-size=1lh] - Height reserved for the line; columns narrower than 14em have a second line.
 * @cssprop [--loyalty-earn-rows=4] - Number of ways that are shown, and reserved while they load.
 * @cssprop [--loyalty-earn-row-size=5.25em] - Height of a way.
 * @cssprop [--loyalty-earn-more-size=3.25em] - Height reserved for the button below the list.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-guest-line-size=2.5em] - Height reserved for a guest's notice where the element does not invite: it is a line.
 * @cssstate loading - The points are loading.
 * @cssstate failed - The points could not be loaded; the line is empty.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate empty - There is nothing to earn: the line is empty.
 * @fires loyalty-error - The points could not be loaded, or the attributes are malformed.
 */
export class LoyaltyEarn extends InvitingElement {
  static override properties = {
    productId: { attribute: 'product-id', converter: readId },
    variantId: { attribute: 'variant-id', converter: readId },
    for: {},
    quantity: {},
    price: {},
    currency: {},
    items: { converter: jsonConverter },
    programme: { converter: jsonConverter },
  };

  static override styles = earnStyles;

  /** Id of the product at the service. */
  productId: string | undefined;
  /** Id of its variant. */
  variantId: string | undefined;
  /**
   * Selector of the form with the product's options, such as `#product-form`: `variant-id` and `quantity` then follow its fields `id` and
   * `quantity`, and the price is `data-price` of the chosen option, where it has one.
   */
  for?: string;
  /** Number of pieces. */
  quantity: number | string = 1;
  /** Price of one piece, such as `89.50`. */
  price: number | string | undefined;
  /** ISO 4217, such as `EUR`. Without it the service decides. */
  currency: string | undefined;
  /** A cart: `[{"product_id", "variant_id", "quantity", "price"}]`, as an array, or JSON in the attribute. */
  items: Cart | string | undefined;
  /**
   * What the service does not tell: `{"earn": {"EUR": 1}, "ways": [{"name", "description", "points", "url"}], "campaigns": [{"multiplier",
   * "starts_at", "ends_at", "products"}]}`, as an object, or JSON in the attribute. `earn` has the points for one unit of a currency, and
   * `campaigns` when they are multiplied and for which product ids, both for guests.
   */
  programme: PageProgramme | string | undefined;

  #estimates = new ResourceController(this, estimates);
  /** The last purchase whose points were requested, as text, and where: another customer has another source. */
  #key = '';
  #source: Estimates | undefined;
  #points: number | undefined;
  #campaigns: readonly unknown[] | undefined;
  /** For the campaigns of this programme of the page. */
  #ofPage: (Estimates & { readonly programme: unknown }) | undefined;
  /** Loaded with the first campaign. */
  #campaignTexts: typeof EarnCampaign | undefined;
  /** Whether the line has room for the words about the campaign. */
  #hasRoom = true;
  #stopWaiting: (() => void) | undefined;
  #step: 'asking' | 'done' | 'failed' = 'done';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #form: VariantForm | undefined;
  /** What is chosen in the form of `for`. */
  #choice: Choice | undefined;
  /** Until the form is read: the points of the product would be shown first, and then those of the variant. */
  #readsForm = false;
  /** The programme that was checked. */
  #checked: unknown;

  /** The list, loaded when needed. A file that a content blocker stops is not requested again. */
  #ways: WaysView | undefined;
  #waysStep: 'none' | 'loading' | 'done' = 'none';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#stopWaiting?.();
    this.#source = undefined;
    this.#key = '';
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('for')) void this.#followForm();
    const isLine = this.#isLine;
    this.toggleAttribute('line', isLine); // a property sets no attribute, and the styles need one
    if (!isLine) {
      if (this.#waysStep === 'none') void this.#loadWays();
      return;
    }
    const { state } = this.#estimates;
    setState(this, 'loading', this.#busy);
    setState(this, 'failed', state.status === 'error' || this.#step === 'failed');
    setState(this, 'empty', !this.#busy && !this.#shown);
    if (this.#campaigns && this.#hasRoom && this.#campaignTexts?.fits(this) === false) {
      this.#hasRoom = false;
      this.requestUpdate();
    }
    if (state.status === 'signed-out') this.#check();
    if (state.status !== 'loading') this.#follow(this.#answering);
  }

  /** Advises on a programme without points for a guest. */
  #check(): void {
    if (this.programme === this.#checked || this.#busy || this.#shown !== undefined) return;
    this.#checked = this.programme;
    void import('./earn-ways.ts').then(({ checkEarnings }) => checkEarnings(this)).catch(() => {});
  }

  /** Asks for the points of the purchase if it is another one than before. A guest has a `source` only where the page states campaigns. */
  #follow(source: Estimates | undefined): void {
    if (this.#readsForm) return;
    const purchase = this.#purchase;
    const key = purchase ? JSON.stringify(purchase) : 'malformed';
    if (key === this.#key && source === this.#source) return;
    const isFirst = source !== this.#source;
    this.#key = key;
    this.#source = source;
    clearTimeout(this.#timer);
    this.#stopWaiting?.();
    if (isFirst) this.#points = undefined;
    if (!purchase) {
      this.#finish('failed');
      void importPagePolicy().then((policy) => policy?.reportMisconfiguration('wrong-purchase', this));
    } else if (!source || !purchase.lines.length) this.#finish('done');
    else {
      this.#step = 'asking';
      this.requestUpdate();
      if (isFirst) void this.#ask(source, purchase);
      else this.#timer = setTimeout(() => this.#ask(source, purchase), SETTLED_MS);
    }
  }

  async #ask(source: Estimates, purchase: Purchase): Promise<void> {
    const key = this.#key;
    const isCurrent = (): boolean => key === this.#key && source === this.#source;
    try {
      const { points, campaigns } = await source.points(purchase, () => whenNear(this));
      // Without the file the points alone are said.
      if (campaigns) this.#campaignTexts ??= await import('./earn-campaign.ts').catch(() => undefined);
      if (!isCurrent()) return;
      this.#finish('done', points, campaigns);
      this.#stopWaiting = campaigns && this.#campaignTexts?.atEnd(campaigns, () => this.#askAgain());
    } catch (thrown) {
      if (!isCurrent()) return;
      this.#finish('failed');
      this.dispatchEvent(new LoyaltyErrorEvent(toLoyaltyError(thrown)));
    }
  }

  /** A campaign has ended: its points are no longer shown while the service is asked. */
  #askAgain(): void {
    this.#key = '';
    this.#source = undefined;
    this.requestUpdate();
  }

  #finish(step: 'done' | 'failed', points?: number, campaigns?: readonly unknown[]): void {
    this.#stopWaiting?.();
    this.#step = step;
    this.#points = points;
    this.#campaigns = campaigns;
    this.#hasRoom = true;
    this.requestUpdate();
  }

  async #followForm(): Promise<void> {
    this.#choice = undefined;
    this.#readsForm = !!this.for;
    // Without the file the attributes count.
    const { VariantForm } = await import('../internal/variant-form.ts').catch(() => ({
      VariantForm: undefined,
    }));
    if (VariantForm)
      this.#form ??= new VariantForm(this, (choice) => {
        this.#choice = choice;
        this.requestUpdate();
      });
    this.#form?.read();
    this.#readsForm = false;
    this.requestUpdate();
  }

  async #loadWays(): Promise<void> {
    this.#waysStep = 'loading';
    try {
      const { attachWays } = await import('./earn-ways.ts');
      this.#ways = attachWays(this, this.invitation, (sentence, state) =>
        this.renderSignedOut(sentence, state),
      );
    } catch {
      // Without the file the list is empty.
    }
    this.#waysStep = 'done';
    this.requestUpdate();
  }

  get #isLine(): boolean {
    return this.price !== undefined || this.items !== undefined || this.productId !== undefined;
  }

  get #purchase(): Purchase | undefined {
    const { productId, currency } = this;
    const {
      id: variantId = this.variantId,
      price = this.price,
      quantity = this.quantity,
    } = this.#choice ?? {};
    const line = { product_id: productId, variant_id: variantId, quantity, price };
    return readPurchase(this.items === undefined ? [line] : this.items, currency);
  }

  /** Answers what the purchase earns: the service, or for a guest the campaigns of the page. */
  get #answering(): Estimates | undefined {
    const { state } = this.#estimates;
    return state.status === 'ready'
      ? state.value
      : state.status === 'signed-out'
        ? this.#campaignsOfPage
        : undefined;
  }

  get #campaignsOfPage(): Estimates | undefined {
    const { programme, currency } = this;
    const { earn, campaigns } = Object(programme);
    if (
      !campaigns ||
      pointsAtRates({ currency: currency?.trim().toUpperCase(), lines: [] }, earn) === undefined
    )
      return undefined;
    if (this.#ofPage?.programme !== programme)
      this.#ofPage = {
        programme,
        points: async (purchase) => {
          // Without the file the points alone are said.
          this.#campaignTexts ??= await import('./earn-campaign.ts').catch(() => undefined);
          return (
            this.#campaignTexts?.earnedOnPage(purchase, programme, this) ?? {
              points: pointsAtRates(purchase, earn)!,
              campaigns: undefined,
            }
          );
        },
      };
    return this.#ofPage;
  }

  get #busy(): boolean {
    const source = this.#answering;
    const isAsked = !!source && (this.#step === 'asking' || source !== this.#source);
    return this.#estimates.state.status === 'loading' || isAsked || this.#readsForm;
  }

  /** The points that the line shows. */
  get #shown(): number | undefined {
    const { state } = this.#estimates;
    const source = this.#answering;
    // The points of another customer are not shown.
    if (source) return source === this.#source ? this.#points : undefined;
    if (state.status !== 'signed-out') return undefined;
    const purchase = this.#readsForm ? undefined : this.#purchase;
    return purchase && pointsAtRates(purchase, Object(this.programme).earn);
  }

  protected override render(): TemplateResult {
    return this.#isLine ? this.#renderLine() : this.#renderWays();
  }

  #renderLine(): TemplateResult {
    const language = languageOf(this);
    const isGuest = this.#estimates.state.status === 'signed-out';
    const busy = this.#busy;
    const n = Math.max(0, this.#shown ?? 0);
    const ofCampaign =
      this.#campaigns && this.#hasRoom
        ? this.#campaignTexts?.campaignText(n, this.#campaigns, { language, isGuest })
        : undefined;
    const text =
      ofCampaign ??
      (isGuest
        ? localize('Members earn {n} points', { n }, language, 'Members earn {n} point')
        : localize('Earn {n} points', { n }, language, 'Earn {n} point'));
    return html`<div part="base" class="base" aria-busy=${busy}>
      ${
        n
          ? html`<span part="mark" class="mark" aria-hidden="true"></span
              ><span part="text" class=${busy ? 'busy' : ''}>${text}</span>`
          : busy
            ? html`<span class="skeleton" aria-hidden="true">Earn 00 points</span>`
            : nothing
      }
      ${isGuest ? html`<slot name="signed-out"></slot>` : nothing}
    </div>`;
  }

  #renderWays(): TemplateResult {
    if (this.#ways) return this.#ways.render();
    return html`<div part="base" aria-busy=${this.#waysStep !== 'done'}>
      <p class="hidden">${localize('Loading the ways to earn')}</p>
    </div>`;
  }
}

/** Resolves when the element is at most a page length away from the visible part of the page. */
const whenNear = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '100%' },
    );
    observer.observe(element);
  });

define('loyalty-earn', LoyaltyEarn);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-earn': LoyaltyEarn;
  }
}
