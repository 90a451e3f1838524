import { css, html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import {
  addToList,
  toLoyaltyError,
  WISHLIST,
  wishlist,
  type Loyalty,
  type WishlistItem,
} from '../../services/index.ts';
import { LoyaltyWishlistEvent } from './action-events.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { localize } from './messages.ts';
import type { RemovalController } from './removal-controller.ts';

// The notice of `<loyalty-wishlist>` after a removal, loaded with the first one.

/** How long the notice is shown. The time begins anew when pointer and focus have left it. */
const SHOWN_MS = 8_000;

const styles = css`
  /* Overlaps the lower edge of what is visible of the list, so that nothing moves. */
  .undo {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    block-size: 0;
  }
  .undo div {
    position: absolute;
    inset: auto 0 0.5em;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1em;
    max-inline-size: 30em;
    margin-inline: auto;
    padding: 0.5em 0.5em 0.5em 1em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 0.25em 1em rgb(0 0 0 / 0.12);
  }
  .undo p {
    min-inline-size: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** A product that was removed, which the shopper can still put back. */
interface Removed {
  readonly loyalty: Loyalty;
  readonly item: WishlistItem;
  /** Its place in the list. */
  readonly position: number;
  readonly isSending?: boolean;
  /** Why it could not be put back. */
  readonly problem?: string;
}

interface UndoOptions {
  readonly loyalty: () => Loyalty | undefined;
  readonly removal: RemovalController;
  readonly focusItem: (position: number) => Promise<void>;
}

/** Offers to put the last removed product back at its place. */
export class UndoRemoval implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: UndoOptions;
  #removed: Removed | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, options: UndoOptions) {
    this.#host = host;
    this.#options = options;
    host.shadowRoot!.adoptedStyleSheets.push(styles.styleSheet!);
    host.addController(this);
  }

  /** Another customer must not see what the last one removed. */
  hostUpdate(): void {
    if (this.#removed && this.#options.loyalty() !== this.#removed.loyalty) this.#removed = undefined;
  }

  hostDisconnected(): void {
    this.#show(undefined);
  }

  offer(loyalty: Loyalty, item: WishlistItem, position: number): void {
    if (this.#host.isConnected) this.#show({ loyalty, item, position });
  }

  #show(removed: Removed | undefined): void {
    this.#removed = removed;
    this.#host.requestUpdate();
    clearTimeout(this.#timer);
    if (removed && !removed.isSending) this.#startTimer();
  }

  #startTimer = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(undefined), SHOWN_MS);
  };

  #stopTimer = (): void => clearTimeout(this.#timer);

  /** Pointer or focus has left the notice: while it has the other one, it stays. */
  #onLeave = ({ currentTarget, relatedTarget }: FocusEvent | PointerEvent): void => {
    const notice = currentTarget as HTMLElement;
    const isInside = relatedTarget instanceof Node && notice.contains(relatedTarget);
    if (!isInside && !notice.matches(':hover, :focus-within') && !this.#removed?.isSending)
      this.#startTimer();
  };

  #onUndo = async (): Promise<void> => {
    const removed = this.#removed;
    if (!removed || removed.isSending) return;
    const { loyalty, item, position } = removed;
    const { removal, focusItem } = this.#options;
    const isCurrent = () => this.#options.loyalty() === loyalty;
    this.#show({ loyalty, item, position, isSending: true });
    removal.announcement = '';
    placeItem(loyalty, item, position);
    try {
      await addToList(loyalty, WISHLIST, item.productId, detailsOf(item));
      if (!isCurrent()) return;
      placeItem(loyalty, item, position); // the service has it as the newest one
      removal.announcement = localize('{name} saved', { name: item.name ?? '' });
      this.#show(undefined);
      this.#host.dispatchEvent(new LoyaltyWishlistEvent('added', item.productId));
      await focusItem(position);
    } catch (thrown) {
      if (!isCurrent()) return;
      const resource = loyalty.resource(wishlist);
      resource.set((resource.state.value ?? []).filter(({ productId }) => productId !== item.productId));
      this.#show({ loyalty, item, position, problem: localize('Could not be saved.') });
      this.#host.dispatchEvent(new LoyaltyErrorEvent(toLoyaltyError(thrown)));
    }
  };

  render(): TemplateResult | undefined {
    if (!this.#removed) return undefined;
    const { item, problem, isSending = false } = this.#removed;
    return html`<div class="undo">
      <div
        part="undo"
        @pointerenter=${this.#stopTimer}
        @pointerleave=${this.#onLeave}
        @focusin=${this.#stopTimer}
        @focusout=${this.#onLeave}
      >
        <p part="undo-message" role=${problem ? 'alert' : nothing}>
          ${problem ?? localize('{product} removed', { product: item.name ?? '' })}
        </p>
        <button
          class="ghost"
          part="button undo-button"
          type="button"
          aria-disabled=${isSending}
          @click=${this.#onUndo}
        >
          ${localize(problem ? 'Try again' : 'Undo')}
        </button>
      </div>
    </div>`;
  }
}

/** Shows an item at a place of the list, as the service has it or as it was. */
function placeItem(loyalty: Loyalty, item: WishlistItem, position: number): void {
  const resource = loyalty.resource(wishlist);
  const items = resource.state.value ?? [];
  const isSame = ({ productId }: WishlistItem) => productId === item.productId;
  const others = items.filter((other) => !isSame(other));
  resource.set([...others.slice(0, position), items.find(isSame) ?? item, ...others.slice(position)]);
}

/** What the service, which may not know the product, and this device show of it. */
const detailsOf = ({ name, url, imageUrl, price, currency }: WishlistItem) => ({
  name,
  url,
  image_url: imageUrl,
  price,
  currency,
});
