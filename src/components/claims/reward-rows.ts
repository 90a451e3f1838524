import type { OwnedReward, RewardOffer, Rewards } from '../../services/index.ts';
import { firstCount, reservedRows } from '../internal/lists.ts';

/** A reward of the list. */
export type RewardRow = {
  /** Unique in the list, and the same before and after a claim. */
  readonly key: string;
} & (
  | {
      readonly kind: 'owned';
      readonly reward: OwnedReward;
      /** Owned rewards of the same definition that end on the same day and have no codes. */
      readonly count: number;
    }
  | { readonly kind: 'claimable'; readonly offer: RewardOffer }
  | { readonly kind: 'refused'; readonly offer: RewardOffer; readonly message: string | undefined }
  | {
      readonly kind: 'too-expensive';
      readonly offer: RewardOffer;
      readonly missing: number;
      readonly share: number;
    }
);

/** Rows of one kind, under one heading. */
export interface RewardGroup {
  readonly kind: RewardRow['kind'];
  readonly rows: readonly RewardRow[];
}

const KINDS: readonly RewardRow['kind'][] = ['owned', 'claimable', 'too-expensive', 'refused'];

/** Number of headings in the reserved box: `refused` is the least urgent group and may wait for "Show all". */
const RESERVED_GROUPS = 3;

export interface FirstRows<Group> {
  readonly first: readonly Group[];
  /** Whether the button that shows all takes the place of a row. */
  readonly takesRow: boolean;
}

/** The rows that are shown at first: those for which the reserved box of a list has room. */
export const rowsThatFit = <Group extends { readonly rows: readonly object[] }>(
  host: Element,
  groups: readonly Group[],
): FirstRows<Group> => {
  const limit = reservedRows(host);
  const headings = reservedRows(host, '--_groups');
  // A heading without room takes the place of a row.
  const lacksHeading = limit > headings && groups.slice(0, RESERVED_GROUPS).length > headings;
  const fits = firstRows(groups, lacksHeading ? limit - 1 : limit);
  const first = withPlaceForButton(fits, countOf(groups));
  return { first, takesRow: first !== fits };
};

/** The rows that fit. Where a single one would be hidden, the last row of the last group is left out, too: the button takes its place. */
function withPlaceForButton<Group extends { readonly rows: readonly object[] }>(
  fits: readonly Group[],
  count: number,
): readonly Group[] {
  if (firstCount(count, countOf(fits)) === countOf(fits)) return fits;
  return fits
    .map((group, at) => (at < fits.length - 1 ? group : { ...group, rows: group.rows.slice(0, -1) }))
    .filter(isFilled);
}

/**
 * The rows in groups: owned rewards, claimable offers, those that cost more than the balance, those refused for another reason.
 * `available` is the balance in points; without it every offer is claimable, and the service decides.
 */
export function rewardGroups({ owned, offers }: Rewards, available: number | undefined): RewardGroup[] {
  const rows = [
    ...stacked(owned),
    ...offers.map((offer) => offerRow(offer, available ?? Infinity)).sort((a, b) => cost(a) - cost(b)),
  ];
  return KINDS.map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind) })).filter(isFilled);
}

/** As many rows as the limit, at first one of each group, then the second of each, so that no group hides another. */
export function firstRows<Group extends { readonly rows: readonly object[] }>(
  groups: readonly Group[],
  limit: number,
): Group[] {
  const shown = new Set(
    groups
      .slice(0, RESERVED_GROUPS)
      .flatMap(({ rows }) => rows.map((row, index) => ({ row, index })))
      .sort((a, b) => a.index - b.index)
      .slice(0, limit)
      .map(({ row }) => row),
  );
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => shown.has(row)) }))
    .filter(isFilled);
}

export const countOf = (groups: readonly { readonly rows: readonly unknown[] }[]): number =>
  groups.reduce((sum, { rows }) => sum + rows.length, 0);

const isFilled = ({ rows }: { readonly rows: readonly unknown[] }): boolean => rows.length > 0;

/** The row of a reward that was claimed just now, in the place of its offer. */
export const claimedRow = (key: string, reward: OwnedReward): RewardRow => ({
  key,
  kind: 'owned',
  reward,
  count: 1,
});

/**
 * Owned rewards, sorted by expiry. Rewards of one definition that expire on the same day are one row, unless they have codes: the shopper
 * needs each code.
 */
function stacked(owned: readonly OwnedReward[]): RewardRow[] {
  const stacks = new Map<string, OwnedReward[]>();
  for (const reward of [...owned].sort((a, b) => end(a) - end(b))) {
    const key = `owned ${reward.definitionId ?? reward.name} ${reward.expiresAt?.toDateString() ?? ''} ${reward.code ?? ''}`;
    stacks.set(key, [...(stacks.get(key) ?? []), reward]);
  }
  return [...stacks].map(([key, [reward, ...others]]) => ({
    key,
    kind: 'owned',
    reward: reward!,
    count: others.length + 1,
  }));
}

function offerRow(offer: RewardOffer, available: number): RewardRow & { readonly offer: RewardOffer } {
  const key = String(offer.id);
  if (offer.refusal) return { key, kind: 'refused', offer, message: offer.refusal.message };
  const missing = offer.pointsCost - available;
  if (missing <= 0) return { key, kind: 'claimable', offer };
  return { key, kind: 'too-expensive', offer, missing, share: Math.max(0, available) / offer.pointsCost };
}

/** Rewards without an end are the last ones. A number that can be subtracted, unlike `Infinity`. */
const end = ({ expiresAt }: OwnedReward): number => expiresAt?.getTime() ?? Number.MAX_VALUE;
const cost = ({ offer }: { readonly offer: RewardOffer }): number => offer.pointsCost;
