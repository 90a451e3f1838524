import type { OwnedReward, RewardOffer, Rewards } from '../../services/index.ts';

/** A row of the rewards list: owned, claimable, or not available to the shopper yet. */
export type RewardRow =
  | { readonly kind: 'owned'; readonly reward: OwnedReward }
  | { readonly kind: 'claimable'; readonly offer: RewardOffer }
  | { readonly kind: 'refused'; readonly offer: RewardOffer; readonly message: string | undefined }
  | {
      readonly kind: 'too-expensive';
      readonly offer: RewardOffer;
      readonly missing: number;
      readonly share: number;
    };

const ORDER: readonly RewardRow['kind'][] = ['owned', 'claimable', 'too-expensive', 'refused'];

/**
 * The rows in order: owned rewards, claimable offers, then the others. `available` is the balance in points; without it every offer
 * is claimable, and the service decides.
 */
export function rewardRows({ owned, offers }: Rewards, available: number | undefined): RewardRow[] {
  const rows = [
    ...owned.map((reward): RewardRow => ({ kind: 'owned', reward })),
    ...offers.map((offer) => offerRow(offer, available ?? Infinity)),
  ];
  return rows.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || cost(a) - cost(b));
}

function offerRow(offer: RewardOffer, available: number): RewardRow {
  if (offer.refusal) return { kind: 'refused', offer, message: offer.refusal.message };
  const missing = offer.pointsCost - available;
  if (missing <= 0) return { kind: 'claimable', offer };
  return { kind: 'too-expensive', offer, missing, share: Math.max(0, available) / offer.pointsCost };
}

const cost = (row: RewardRow): number => (row.kind === 'owned' ? 0 : row.offer.pointsCost);
