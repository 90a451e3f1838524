import type { LitElement } from 'lit';
import {
  addToList,
  removeFromList,
  toLoyaltyError,
  WISHLIST,
  type Loyalty,
  type LoyaltyError,
  type SavedProduct,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { LoyaltySignInNeededEvent, LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';

// What `<loyalty-wishlist-button>` needs when it is pressed, loaded after its state is shown.

/** A change that was pressed and not answered yet. */
export interface PendingChange {
  readonly loyalty: Loyalty;
  readonly productId: string;
  readonly save: boolean;
  /** The device has stored it: it survives the page, and is shown. */
  isStored: boolean;
}

export const askToSignIn = (host: HTMLElement, productId: string): boolean =>
  host.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', productId));

/** Sends a change and fires its event, unless the element then has another customer. Returns why the change failed. */
export async function sendChange(
  host: LitElement,
  change: PendingChange,
  details: SavedProduct,
  isShown: () => boolean,
): Promise<LoyaltyError | undefined> {
  const { loyalty, productId, save } = change;
  const onStored = () => {
    change.isStored = true;
    host.requestUpdate();
  };
  try {
    await Promise.all([
      save
        ? addToList(loyalty, WISHLIST, productId, details, onStored)
        : removeFromList(loyalty, WISHLIST, productId, onStored),
      import('../internal/live.ts').catch(() => {}), // tells others of the event; the provider may not have loaded it yet
    ]);
    if (isShown()) host.dispatchEvent(new LoyaltyWishlistEvent(save ? 'added' : 'removed', productId));
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (!isShown()) return undefined;
    if (error.code !== 'unauthenticated') {
      host.dispatchEvent(new LoyaltyErrorEvent(error));
      return error;
    }
    askToSignIn(host, productId);
  }
  return undefined;
}
