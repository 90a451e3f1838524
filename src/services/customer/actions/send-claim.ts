import { LoyaltyError } from '../../transport/errors.ts';
import type { Id } from '../../transport/read.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { balances } from '../resources/balances.ts';
import type { Write } from './send-write.ts';
import { write } from './writes.ts';

/** What is claimed with points, such as a reward. */
interface ClaimedItem {
  readonly id: Id;
  readonly definitionId: Id | undefined;
}

interface Offer {
  readonly id: Id;
  /** `undefined` where it is not known. */
  readonly pointsCost: number | undefined;
}

export interface WantedClaim<
  Item extends ClaimedItem,
  Shown extends { readonly owned: readonly Item[] },
> extends Pick<Write<Item>, 'operation' | 'send' | 'read' | 'own'> {
  /** The same for every repetition of this claim: `reward 12`. */
  readonly name: string;
  readonly offer: Offer;
  /** What the customer owns and may claim. */
  readonly definition: ResourceDefinition<Shown>;
  /** Whether a new item of the offer is what this claim has made: another tab may have claimed it with other points. */
  readonly isResult?: (item: Item) => boolean;
  /** Idempotency key of the first request, where the caller repeats it. */
  readonly key?: string | undefined;
}

/**
 * Sends a claim, shows its result beside what the customer owned, and loads that again: the claim may have changed limits and stock. Where
 * the response is lost or cannot be read, items and points are read: a new item of this definition is the result.
 * @returns the claimed item, and whether the points were read after the claim
 * @throws LoyaltyError with its `outlookOf`
 */
export async function sendClaim<Item extends ClaimedItem, Shown extends { readonly owned: readonly Item[] }>(
  loyalty: Loyalty,
  { operation, name, offer, definition, isResult, key, send, read, own }: WantedClaim<Item, Shown>,
): Promise<{ readonly claimed: Item; readonly isRead: boolean }> {
  const shown = loyalty.resource(definition);
  let isRead = false;
  const claimed = await write<Item, BeforeClaim>(loyalty, {
    operation,
    once: {
      name,
      before: beforeClaim(loyalty, shown.state.value?.owned ?? []),
      ...(key !== undefined && { key }),
    },
    send,
    read,
    find(before) {
      isRead = true;
      return findClaim(loyalty, offer, before, async () =>
        (await definition.load(loyalty)).owned.filter((item) => isResult?.(item) ?? true),
      );
    },
    own,
  }).catch((thrown: unknown) => {
    // It may be claimed, and the points spent: the page must not show the old state as current.
    if (isRead) void shown.refresh();
    throw thrown;
  });
  const { value } = shown.state;
  if (value) shown.set({ ...value, owned: [claimed, ...value.owned.filter(({ id }) => id !== claimed.id)] });
  void shown.refresh();
  return { claimed, isRead };
}

/** The points that the service has answered last; `undefined` where they are not known for certain. */
function pointsOf(loyalty: Loyalty): number | undefined {
  const { state } = loyalty.resource(balances);
  return state.status === 'complete' || (state.status === 'pending' && !state.isSnapshot)
    ? state.value?.available
    : undefined;
}

/** What the customer had before a claim. */
interface BeforeClaim {
  readonly ids: readonly Id[];
  readonly points: number | undefined;
}

const beforeClaim = (loyalty: Loyalty, owned: readonly { readonly id: Id }[]): BeforeClaim => ({
  ids: owned.map(({ id }) => id),
  points: pointsOf(loyalty),
});

/**
 * The result of a claim whose answer was lost or cannot be read: a new item of its definition. `undefined` without one, where the points
 * are the same as before.
 * @param load what the customer owns now, without items that another claim has made
 * @throws LoyaltyError where the points say something else, or are not known
 */
async function findClaim<Item extends ClaimedItem>(
  loyalty: Loyalty,
  offer: Offer,
  { ids, points }: BeforeClaim,
  load: () => Promise<readonly Item[]>,
): Promise<Item | undefined> {
  const balance = loyalty.resource(balances);
  const [owned] = await Promise.all([load(), offer.pointsCost !== 0 ? balance.refresh() : undefined]);
  const claimed = owned.find(
    ({ id, definitionId }) => String(definitionId) === String(offer.id) && !ids.includes(id),
  );
  const isKept = balance.state.status === 'complete' && balance.state.value.available === points;
  if (!claimed && offer.pointsCost !== 0 && !isKept)
    throw new LoyaltyError('bad_response', 'The points do not show whether it was claimed.');
  return claimed;
}

/** Shows what a claim has spent until the service shows it; `undefined`: that is not known. */
export function showSpent(loyalty: Loyalty, spent: number | undefined): void {
  const balance = loyalty.resource(balances);
  const { value, status } = balance.state;
  if (spent !== undefined && loyalty.guarantees().lagMs && value && status === 'complete')
    balance.set({ ...value, available: value.available - spent });
  else void balance.refresh();
}
