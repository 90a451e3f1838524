import { invalid, many, one, valueAt, type Handler } from './answers.ts';
import { earnedBy } from './records.ts';

/** Points, the ledger, tiers, and what a cart would earn. */
export const points = {
  'points.balance': ({ member }) => one('balance', member),
  'points.entries': ({ member }) => many('entry', member.entries),
  'points.earnRules': ({ world }) => many('earnRule', world.earnRules),
  'points.estimate': (ask) => {
    const { lines } = ask.input;
    if (!Array.isArray(lines)) throw invalid({ lines: 'This field is required.' });
    const { estimateLine } = ask.dialect;
    const perLine = (lines as unknown[]).map((line) => {
      const sku = valueAt(line, estimateLine.product);
      const product = ask.world.products.find(({ externalId }) => externalId === sku);
      if (!product) throw invalid({ lines: `There is no product ${String(sku)}.` });
      return Math.floor((product.cents * Number(valueAt(line, estimateLine.quantity) ?? 1)) / 100) * 2;
    });
    return one('estimate', { points: perLine.reduce((sum, points) => sum + points, 0), perLine });
  },
  'tiers.definitions': ({ world }) => many('tierDefinition', world.tiers),
  'tiers.current': ({ world, member }) => {
    const earned = earnedBy(member);
    const tier = world.tiers.findLast(({ fromPoints }) => fromPoints <= earned)!;
    return one('tier', { member, tier, next: world.tiers[world.tiers.indexOf(tier) + 1] });
  },
} satisfies Record<string, Handler>;
