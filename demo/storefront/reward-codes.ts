import { rewards, type shapes } from '../../src/client/index.ts';
import type { AskService } from './service-answers.ts';

/** How long an answer about a code is remembered, while the shopper looks at the cart. */
const LIFETIME_MS = 30_000;
const MAX_CODES = 1_000;

export interface RewardCodes {
  /** The reward with this code; null if there is none that can be used, `undefined` if the service does not answer. */
  rewardWith(code: string): Promise<CartReward | null | undefined>;
}

/** A reward that a cart has. */
export interface CartReward {
  readonly code: string;
  readonly name: string;
  /** Handle of its definition. */
  readonly handle: string;
  /** Cents that it is worth in itself; undefined where its definition says what it takes off. */
  readonly cents?: number | undefined;
}

export function createRewardCodes(ask: AskService): RewardCodes {
  const codes = new Map<string, { readonly reward: CartReward | null; readonly until: number }>();
  return {
    async rewardWith(code) {
      const known = codes.get(code);
      if (known && Date.now() < known.until) return known.reward;
      const reply = await ask((asked) => asked.call(rewards, { query: { 'filter[code]': code } }));
      if (!reply) return undefined;
      const found = reply.data.find((reward) => reward.code === code && isUsable(reward));
      const definition = found?.definition;
      const reward = definition
        ? { code, name: definition.name, handle: definition.handle, cents: centsOfWorth(found) }
        : null;
      if (codes.size >= MAX_CODES) codes.clear();
      codes.set(code, { reward, until: Date.now() + LIFETIME_MS });
      return reward;
    },
  };
}

/** Not used, not expired, and not worth money that the shop does not take. */
const isUsable = ({
  redeemed_at: used,
  expires_at: end,
  currency,
}: Pick<shapes.Reward, 'redeemed_at' | 'expires_at' | 'currency'>) =>
  !used && (!end || Date.parse(end) > Date.now()) && (!currency || currency === 'EUR');

/** Cents that a reward per points takes off. The service sends its amount as decimal text. */
const centsOfWorth = ({ amount }: Pick<shapes.Reward, 'amount'>): number | undefined =>
  amount === null || amount === undefined ? undefined : Math.round(Number(amount) * 100);
