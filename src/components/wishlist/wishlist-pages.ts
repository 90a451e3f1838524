import type { LitElement, ReactiveController } from 'lit';
import {
  isWhole,
  loadRest,
  toLoyaltyError,
  WISHLIST,
  type Loyalty,
  type LoyaltyError,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';

// Further pages of `<loyalty-wishlist>`. Part of `wishlist-options.ts`.

/** What the element shows of a list of which some pages are not loaded. */
export interface PagedWishlist {
  readonly customer: () => Loyalty | undefined;
  /** Number of products of the loaded pages. */
  readonly loaded: () => number;
  /** Number of products that are to be shown: `Infinity` for as many as the shopper scrolls to. */
  readonly limit: () => number;
  /** Whether all products are loaded without a wish of the shopper, while the first ones are shown. */
  readonly wantsAll: () => boolean;
  /** Whether only all products can be shown: in another order, or those with some words. */
  readonly needsAll: () => boolean;
  /** Called after all were loaded because the element needed them. */
  readonly onAll: () => void;
}

/** Loads the pages of the wishlist when the shopper comes near their products, or needs all of them. */
export class WishlistPages implements ReactiveController {
  readonly #host: LitElement;
  readonly #list: PagedWishlist;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  /** Why a page did not load: no other one is requested before the shopper presses a button. */
  error: LoyaltyError | undefined;
  #loading: Promise<void> | undefined;
  /** The shopper has pressed a button for what is missing. */
  #wantsAll = false;
  /** The end of the shown products is less than a screen away. */
  #isNear = false;
  readonly #end = new IntersectionObserver(
    (entries) => {
      this.#isNear = entries.at(-1)!.isIntersecting;
      void this.#load();
    },
    { rootMargin: '100% 0px' },
  );

  constructor(host: LitElement, list: PagedWishlist) {
    this.#host = host;
    this.#list = list;
    host.addController(this);
    this.hostUpdate();
  }

  hostUpdate(): void {
    const customer = this.#list.customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.error = undefined;
    this.#loading = undefined;
    this.#wantsAll = false;
  }

  /** Also says again whether the end is near: new products may leave it there. */
  hostUpdated(): void {
    this.#end.disconnect();
    const end = this.#host.renderRoot.querySelector('.below');
    if (end && this.#isIncomplete) this.#end.observe(end);
    void this.#load();
  }

  hostDisconnected(): void {
    this.#end.disconnect();
    this.#isNear = false;
  }

  /** Loads what is missing, also after an error. Resolves to whether all products of this customer are loaded. */
  async loadAll(): Promise<boolean> {
    const customer = this.#list.customer();
    this.#wantsAll = true;
    this.error = undefined;
    const isCurrent = () => customer === this.#list.customer();
    while (isCurrent() && this.#isIncomplete && !this.error) await this.#load();
    return isCurrent() && !this.error;
  }

  get #isIncomplete(): boolean {
    const customer = this.#list.customer();
    return !!customer && !isWhole(customer, WISHLIST);
  }

  get #needsRest(): boolean {
    return this.#wantsAll || this.#list.wantsAll() || this.#list.needsAll();
  }

  get #isEnough(): boolean {
    if (this.#needsRest) return false;
    const limit = this.#list.limit();
    return limit === Infinity ? !this.#isNear : this.#list.loaded() >= limit;
  }

  #load(): Promise<void> | undefined {
    this.hostUpdate(); // the customer may be another one since the last update
    const customer = this.#list.customer();
    if (!customer || this.#loading || this.error || !this.#isIncomplete || this.#isEnough)
      return this.#loading;
    return (this.#loading = this.#loadMissing(customer));
  }

  async #loadMissing(customer: Loyalty): Promise<void> {
    const before = this.#list.loaded();
    const isOther = () => customer !== this.#owner;
    let error: LoyaltyError | undefined;
    try {
      await loadRest(
        customer,
        WISHLIST,
        // After each page: only when its products are shown is it known whether the end is still near.
        () => isOther() || this.#isEnough || (!this.#needsRest && this.#list.loaded() > before),
      );
    } catch (thrown) {
      error = toLoyaltyError(thrown);
    }
    if (isOther()) return;
    this.#loading = undefined;
    this.error = error;
    if (!this.#isIncomplete) this.#wantsAll = false;
    this.#host.requestUpdate();
    if (error) this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    else if (this.#list.needsAll()) this.#list.onAll();
  }
}
