import { nothing } from 'lit';
import type { RewardSteps, Worth } from '../../services/index.ts';
import { formatMoney } from '../internal/format-money.ts';
import { localize } from '../internal/texts/messages.ts';
import { pointsText } from '../internal/points-text.ts';
import { rewardContent, type RewardContent, type RewardView } from './reward-content.ts';
import type { RewardRow } from './reward-rows.ts';

// What is shown of a reward of which the shopper chooses how many points it costs.

/** `€12.50 off`. */
export const worthText = ({ amount, currency }: Worth, language: string | undefined): string =>
  localize('{price} off', { price: formatMoney(amount, currency, language) });

/** `€1 for each 100 points`. */
const rateText = ({ amount, currency, pointsCost }: RewardSteps, language: string | undefined): string =>
  localize('{price} for each {points}', {
    price: formatMoney(amount, currency, language),
    points: pointsText(pointsCost, language),
  });

/** What is shown of this reward. Where no cart is, the points of one with steps cannot be chosen: the note says where. */
export function steppedContent(row: RewardRow, view: RewardView): RewardContent {
  const content = rewardContent(row, view);
  const { language } = view;
  if (row.kind === 'owned') {
    const { worth } = row.reward;
    return worth ? { ...content, price: worthText(worth, language) } : content;
  }
  const { steps } = row.offer;
  if (!steps) return content;
  const priced = { ...content, price: rateText(steps, language) };
  return row.kind === 'claimable'
    ? { ...priced, note: localize('Use it in your cart'), action: nothing }
    : priced;
}
