import { css, html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import {
  addToList,
  detailsOf,
  isSameChoice,
  toLoyaltyError,
  WISHLIST,
  wishlist,
  type Loyalty,
  type SavedProduct,
  type WishlistItem,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { nameOf } from './product-name.ts';
import { LoyaltyWishlistEvent } from './wishlist-events.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { localize } from '../internal/texts/messages.ts';

// The notice after a removal from a list. The wishlist loads it with the first one.

/**
 * How long the notice is shown. The time begins anew when pointer and focus have left it, and as long as the focus of the keyboard is in the
 * list.
 */
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

type Product = Omit<WishlistItem, 'id'>;

/** The list from which a product was removed, of the customer who removed it. */
export interface UndoList<Item extends Product> {
  readonly handle: string;
  /** Whether the element still shows this list of this customer. */
  readonly isShown: () => boolean;
  readonly items: () => readonly Item[];
  readonly setItems: (items: readonly Item[]) => void;
  readonly add: (item: Item, product: SavedProduct) => Promise<void>;
  /** Loads the list again, where `add` does not return what the service has now. */
  readonly reload?: () => Promise<void>;
}

/** A product that was removed, which the shopper can still put back. */
interface Removed<Item extends Product> {
  readonly list: UndoList<Item>;
  readonly item: Item;
  /** Its place in the list. */
  readonly position: number;
  readonly isSending?: boolean;
  /** Why it could not be put back. */
  readonly problem?: string;
}

interface UndoOptions {
  /** Sets the text for screen readers about the last change. */
  readonly announce: (text: string) => void;
  readonly focusItem: (position: number) => Promise<void>;
}

/** Offers to put the last removed product back at its place. */
export class UndoRemoval<Item extends Product> implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: UndoOptions;
  #removed: Removed<Item> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What had the focus before the button of this offer got it. */
  #origin: HTMLElement | undefined;

  constructor(host: LitElement, options: UndoOptions) {
    this.#host = host;
    this.#options = options;
    addStyles(host, styles);
    host.shadowRoot!.addEventListener('keydown', (event) => this.#onKey(event as KeyboardEvent));
    host.addController(this);
  }

  /** Another customer must not see what the last one removed. */
  hostUpdate(): void {
    if (this.#removed && !this.#removed.list.isShown()) this.#removed = undefined;
  }

  hostDisconnected(): void {
    this.#show(undefined);
  }

  offer(list: UndoList<Item>, item: Item, position: number): void {
    this.#origin = undefined;
    if (this.#host.isConnected) this.#show({ list, item, position });
  }

  /** Ends the offer: the shopper does something else. */
  close(): void {
    if (this.#removed) this.#show(undefined);
  }

  #show(removed: Removed<Item> | undefined): void {
    this.#removed = removed;
    this.#host.requestUpdate();
    clearTimeout(this.#timer);
    if (removed && !removed.isSending) this.#startTimer();
  }

  #startTimer = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onEnd, SHOWN_MS);
  };

  #onEnd = (): void => {
    if (this.#host.shadowRoot!.querySelector(':focus-visible')) this.#startTimer();
    else this.#show(undefined);
  };

  #stopTimer = (): void => clearTimeout(this.#timer);

  /** Pointer or focus has left the notice: while it has the other one, it stays. */
  #onLeave = ({ currentTarget, relatedTarget }: FocusEvent | PointerEvent): void => {
    const notice = currentTarget as HTMLElement;
    const isInside = relatedTarget instanceof Node && notice.contains(relatedTarget);
    if (!isInside && !notice.matches(':hover, :focus-within') && !this.#removed?.isSending)
      this.#startTimer();
  };

  /**
   * The button is the next one in the order of the keyboard once, however long the list is, and back from it the order is as before.
   */
  #onKey(event: KeyboardEvent): void {
    const root = this.#host.shadowRoot!;
    const activeElement = root.activeElement as HTMLElement | null;
    const button = root.querySelector<HTMLElement>('[part~=undo-button]');
    if (!button || this.#removed?.isSending) return;
    if (event.key !== 'Tab') return;
    const isOnButton = activeElement === button;
    if (isOnButton && this.#origin?.isConnected) {
      this.#origin.focus(); // Tab, which is not prevented, moves on from this element
      if (event.shiftKey) event.preventDefault();
    } else if (!isOnButton && !event.shiftKey && !this.#origin && activeElement) {
      this.#origin = activeElement;
      button.focus();
      event.preventDefault();
    }
  }

  #onUndo = async (): Promise<void> => {
    const removed = this.#removed;
    if (!removed || removed.isSending) return;
    const { list, item, position } = removed;
    const { announce, focusItem } = this.#options;
    const place = () => list.isShown() && placeItem(list, item, position);
    this.#show({ list, item, position, isSending: true });
    announce('');
    place();
    try {
      await list.add(item, detailsOf(item));
      if (!list.isShown()) return;
      place(); // `add` has put it first, as the newest item
      void list.reload?.().then(place);
      announce(localize('{name} saved', { name: nameOf(item) }));
      this.#show(undefined);
      this.#host.dispatchEvent(new LoyaltyWishlistEvent('added', item, list.handle));
      await focusItem(position);
    } catch (thrown) {
      if (!list.isShown()) return;
      list.setItems(list.items().filter((other) => !isSameChoice(other, item)));
      this.#show({ list, item, position, problem: localize('Couldn’t save. Try again.') });
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
          ${problem ?? localize('{product} removed', { product: nameOf(item) })}
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

/** The notice of a wishlist. */
export interface WishlistUndo {
  render(): TemplateResult | undefined;
  offer(loyalty: Loyalty, item: WishlistItem, position: number): void;
}

/** The notice of the wishlist that an element shows. */
export function undoOfWishlist(
  host: LitElement,
  list: {
    readonly customer: () => Loyalty | undefined;
    readonly placeOf: (item: WishlistItem) => number;
    readonly focusItem: (place: number) => Promise<void>;
  },
  announce: (text: string) => void,
): WishlistUndo {
  let offered: WishlistItem | undefined;
  const focusItem = () => list.focusItem(list.placeOf(offered!));
  const undo = new UndoRemoval<WishlistItem>(host, { announce, focusItem });
  return {
    render: () => undo.render(),
    offer(loyalty, item, position) {
      const isShown = () => list.customer() === loyalty;
      if (!isShown()) return;
      offered = item;
      undo.offer(wishlistOf(loyalty, isShown), item, position);
    },
  };
}

/** The wishlist of a customer. */
function wishlistOf(loyalty: Loyalty, isShown: () => boolean): UndoList<WishlistItem> {
  const resource = loyalty.resource(wishlist);
  return {
    handle: WISHLIST,
    isShown,
    items: () => resource.state.value ?? [],
    setItems: (items) => resource.set(items),
    add: (item, product) => addToList(loyalty, WISHLIST, item, product),
  };
}

/** Shows an item at a place of the list, as the service has it or as it was. */
function placeItem<Item extends Product>(list: UndoList<Item>, item: Item, position: number): void {
  const items = list.items();
  const isSame = (other: Product) => isSameChoice(other, item);
  const others = items.filter((other) => !isSame(other));
  list.setItems([...others.slice(0, position), items.find(isSame) ?? item, ...others.slice(position)]);
}
