import type { SampleClaim, SampleEarning, SampleHistory } from '../../sample/history.ts';
import type { SampleReward } from '../../sample/programme.ts';

export interface PlayedLot {
  remaining: number;
  readonly expiresDay: number | undefined;
}

export interface PlayedEntry {
  readonly kind: 'earn' | 'spend' | 'expire';
  readonly day: number;
  readonly amount: number;
  readonly reason: string;
  readonly claim?: SampleClaim;
}

export interface Played {
  readonly entries: readonly PlayedEntry[];
  readonly lots: readonly PlayedLot[];
}

/** Replays a history day by day in the order of the ledger: points that expired, then what was earned and claimed. */
export function playHistory(history: SampleHistory, rewards: readonly SampleReward[]): Played {
  const entries: PlayedEntry[] = [];
  const lots: PlayedLot[] = [];
  const byExpiry = () =>
    lots
      .filter((lot) => lot.remaining > 0)
      .sort((a, b) => (a.expiresDay ?? Infinity) - (b.expiresDay ?? Infinity));

  function earn({ day, points, reason, expiresDay }: SampleEarning): void {
    lots.push({ remaining: points, expiresDay });
    entries.push({ kind: 'earn', day, amount: points, reason });
  }

  function spend(claim: SampleClaim): void {
    const { pointsCost, name } = rewardOf(claim, rewards);
    let open = pointsCost;
    for (const lot of byExpiry()) {
      const taken = Math.min(open, lot.remaining);
      lot.remaining -= taken;
      open -= taken;
    }
    if (open > 0)
      throw new Error(`Customer ${history.customer} cannot afford ${claim.reward} on day ${claim.day}.`);
    if (pointsCost > 0)
      entries.push({ kind: 'spend', day: claim.day, amount: -pointsCost, reason: name, claim });
  }

  function expire(before: number): void {
    for (const lot of byExpiry()) {
      if (lot.expiresDay === undefined || lot.expiresDay >= before) return;
      entries.push({ kind: 'expire', day: lot.expiresDay, amount: -lot.remaining, reason: 'Points expired' });
      lot.remaining = 0;
    }
  }

  const events = [
    ...history.earned.map((earning) => ({ day: earning.day, apply: () => earn(earning) })),
    ...(history.claimed ?? []).map((claim) => ({ day: claim.day, apply: () => spend(claim) })),
  ].sort((a, b) => a.day - b.day);
  for (const { day, apply } of events) {
    expire(day);
    apply();
  }
  expire(0);
  return { entries, lots: lots.filter((lot) => lot.remaining > 0) };
}

/** The day on which the sum of earned points reached a number; undefined if it never did. */
export function dayReached(points: number, { entries }: Played): number | undefined {
  let earned = 0;
  return entries.find(({ kind, amount }) => (earned += kind === 'earn' ? amount : 0) >= points)?.day;
}

export function rewardOf(claim: SampleClaim, rewards: readonly SampleReward[]): SampleReward {
  const reward = rewards.find(({ handle }) => handle === claim.reward);
  if (!reward) throw new Error(`The sample data names a reward that does not exist: ${claim.reward}`);
  return reward;
}
