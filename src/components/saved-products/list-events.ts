import type { ListSummary } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

/**
 * `loyalty-item-reserved`, `-pledged`, `-bought`, `-undone`: a giver changed a reservation, or pledge, of an item on a shared list.
 * `detail.hasDelivery`: the owner has given the shop an address for it, which the shop reads by the handle of the share.
 */
export class LoyaltyReservationEvent extends LoyaltyEvent<{
  readonly productId: string;
  readonly hasDelivery: boolean;
}> {
  constructor(
    change: 'reserved' | 'pledged' | 'bought' | 'undone',
    productId: string,
    { hasDelivery = false }: Pick<ListSummary, 'hasDelivery'>,
  ) {
    super(`loyalty-item-${change}`, { productId, hasDelivery });
  }
}

/** `loyalty-list-shared`, `loyalty-list-unshared`: the customer made the link to a list, or deleted it. `detail.list` is its id or handle. */
export class LoyaltyShareEvent extends LoyaltyEvent<{ readonly list: string }> {
  constructor(change: 'shared' | 'unshared', list: string) {
    super(`loyalty-list-${change}`, { list });
  }
}

/**
 * `loyalty-list-changed`: the owner changed the day of a registry, how many pieces are wanted, or the note
 * of a product. `detail.list` is the handle of the list. */
export class LoyaltyListChangedEvent extends LoyaltyEvent<{ readonly list: string }> {
  constructor(list: string) {
    super('loyalty-list-changed', { list });
  }
}

/**
 * `loyalty-list-created`, `loyalty-list-renamed`, `loyalty-list-deleted`, `loyalty-list-open`: what the customer did with a list.
 * `loyalty-list-joined`, `loyalty-list-left`: the customer edits the list of another now, or no longer.
 */
export class LoyaltyListEvent extends LoyaltyEvent<{ readonly list: ListSummary }> {
  constructor(change: 'created' | 'renamed' | 'deleted' | 'open' | 'joined' | 'left', list: ListSummary) {
    super(`loyalty-list-${change}`, { list });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-item-reserved': LoyaltyReservationEvent;
    'loyalty-item-pledged': LoyaltyReservationEvent;
    'loyalty-item-bought': LoyaltyReservationEvent;
    'loyalty-item-undone': LoyaltyReservationEvent;
    'loyalty-list-changed': LoyaltyListChangedEvent;
    'loyalty-list-created': LoyaltyListEvent;
    'loyalty-list-renamed': LoyaltyListEvent;
    'loyalty-list-deleted': LoyaltyListEvent;
    'loyalty-list-open': LoyaltyListEvent;
    'loyalty-list-joined': LoyaltyListEvent;
    'loyalty-list-left': LoyaltyListEvent;
    'loyalty-list-shared': LoyaltyShareEvent;
    'loyalty-list-unshared': LoyaltyShareEvent;
  }
}
