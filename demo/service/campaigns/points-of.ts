import { pointsFor } from '../commerce/purchase-rate.ts';
import { millionths, PLACES } from '../commerce/amounts.ts';

// Which points a purchase earns, and which are left of them after refunds. Purchases, estimates, refunds and previews call these functions,
// which know nothing but their parameters.

/** A campaign as the calculation reads it. Lists are empty, and other values null, where it does not limit. */
export interface Campaign {
  readonly id: number;
  readonly name: string;
  /** Decimal text. */
  readonly multiplier: string | null;
  readonly bonus_points: number | null;
  readonly bonus_per: 'purchase' | 'piece' | null;
  readonly products: readonly string[];
  readonly categories: readonly string[];
  readonly brand_ids: readonly number[];
  readonly is_for_products: boolean;
  readonly excluded_products: readonly string[];
  readonly excluded_categories: readonly string[];
  readonly channels: readonly string[] | null;
  /** Points from which on a profile has the lowest tier that counts. */
  readonly tier_from: number | null;
  readonly max_points: number | null;
  readonly max_points_per_profile: number | null;
  readonly rounding: 'down' | 'nearest' | 'up';
  /** RFC 3339. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** A product as it was when it was bought. */
export interface BoughtProduct {
  readonly id?: unknown;
  readonly category?: unknown;
  readonly brand_id?: unknown;
}

export interface BoughtLine {
  readonly product_id?: string | null | undefined;
  readonly sku?: string | null | undefined;
  /** Decimal text, as is the price of one piece. */
  readonly quantity?: string | null | undefined;
  readonly price?: string | null | undefined;
  /** Null where the service knows no such product. */
  readonly product?: BoughtProduct | null | undefined;
}

export interface Bought {
  /** Decimal text. */
  readonly total: string;
  /** Points for one unit of the currency, decimal text. */
  readonly rate: string;
  readonly lines: readonly BoughtLine[];
  /** Type of its location; null where it has none. */
  readonly channel: string | null;
  readonly at: Date;
}

/** What limits campaigns for a customer. */
export interface CustomerFacts {
  /** Points from which on the tier of the profile begins; −1 below the first. */
  readonly tierFrom: number;
  /** Points that the profile got by each campaign before. */
  readonly given: ReadonlyMap<number, number>;
}

/** Points that a campaign gives for one line of a purchase. */
export interface Share {
  /** Index of the line; null for a purchase without lines. */
  readonly line: number | null;
  readonly points: number;
}

export interface Given {
  readonly campaign: Campaign;
  /** The sum of its shares. */
  readonly points: number;
  readonly shares: readonly Share[];
}

export interface PointsOf {
  /** Points without campaigns. */
  readonly base: number;
  readonly campaigns: readonly Given[];
  readonly points: number;
}

const UNIT = 10n ** BigInt(PLACES);
/** Gains are calculated without rounding, in this part of a point. */
const GAIN_UNIT = UNIT ** 3n;

/**
 * The points that a purchase earns. Each line counts in the campaign that gives most for it, of equal ones in the first; a bonus for the
 * purchase as a whole replaces them where it is more. A customer who is not known is in no tier, and no campaign with a limit for each
 * profile counts: it could not be kept. The interface has no rules for earning: ASSUMPTION.
 */
export function pointsOf(
  bought: Bought,
  campaigns: readonly Campaign[],
  customer: CustomerFacts | null,
): PointsOf {
  const base = pointsFor(bought.total, bought.rate);
  const open = campaigns.filter((campaign) => isOpen(campaign, bought, customer)).sort((a, b) => a.id - b.id);
  const amounts = amountsOf(bought);
  const plans = [
    byLine(
      bought,
      open.filter((one) => !isBonusOfPurchase(one)),
      { amounts, customer },
    ),
    ...open.filter(isBonusOfPurchase).map((one) => ofWhole(bought, one, { amounts, customer })),
  ];
  const best = plans.reduce((most, plan) => (sumOf(plan) > sumOf(most) ? plan : most));
  return { base, campaigns: best, points: base + sumOf(best) };
}

const sumOf = (given: readonly { readonly points: number }[]) =>
  given.reduce((sum, { points }) => sum + points, 0);

const isBonusOfPurchase = ({ bonus_points, bonus_per }: Campaign) =>
  bonus_points !== null && bonus_per !== 'piece';

function isOpen(campaign: Campaign, { at, channel }: Bought, customer: CustomerFacts | null): boolean {
  const { starts_at: from, ends_at: until, channels, tier_from: tier } = campaign;
  if (from !== null && at.getTime() < Date.parse(from)) return false;
  if (until !== null && at.getTime() >= Date.parse(until)) return false;
  if (channels !== null && (channel === null || !channels.includes(channel))) return false;
  if (tier !== null && (customer === null || customer.tierFrom < tier)) return false;
  return mostOf(campaign, customer) > 0;
}

/** Most points that the campaign may give for a purchase of the customer. */
function mostOf({ id, max_points, max_points_per_profile: each }: Campaign, customer: CustomerFacts | null) {
  const left = each === null ? Infinity : customer ? each - (customer.given.get(id) ?? 0) : 0;
  return Math.min(max_points ?? Infinity, left, Number.MAX_SAFE_INTEGER);
}

interface Context {
  /** Of each line, in millionths; one amount for a purchase without lines. */
  readonly amounts: readonly bigint[];
  readonly customer: CustomerFacts | null;
}

function byLine(bought: Bought, campaigns: readonly Campaign[], { amounts, customer }: Context): Given[] {
  const gains = new Map<Campaign, Map<number, bigint>>();
  amounts.forEach((amount, index) => {
    let best: { campaign: Campaign; gain: bigint } | undefined;
    for (const campaign of campaigns) {
      if (!counts(campaign, bought.lines[index], amount)) continue;
      const gain = gainOf(campaign, bought, { amount, index });
      if (gain > (best?.gain ?? 0n)) best = { campaign, gain };
    }
    if (best) gains.set(best.campaign, (gains.get(best.campaign) ?? new Map()).set(index, best.gain));
  });
  return [...gains].flatMap(([campaign, weights]) => {
    const exact = [...weights.values()].reduce((sum, gain) => sum + gain, 0n);
    return give(campaign, inWholePoints(exact, campaign.rounding), { weights, bought, customer });
  });
}

function ofWhole(bought: Bought, campaign: Campaign, { amounts, customer }: Context): Given[] {
  const weights = new Map(
    amounts.flatMap((amount, index) =>
      counts(campaign, bought.lines[index], amount) ? [[index, amount] as const] : [],
    ),
  );
  return weights.size === 0 ? [] : give(campaign, campaign.bonus_points ?? 0, { weights, bought, customer });
}

interface Weighed {
  /** By the index of the line. */
  readonly weights: ReadonlyMap<number, bigint>;
  readonly bought: Bought;
  readonly customer: CustomerFacts | null;
}

function give(campaign: Campaign, wanted: number, { weights, bought, customer }: Weighed): Given[] {
  const points = Math.min(wanted, mostOf(campaign, customer));
  const parts = split(BigInt(points), [...weights.values()]);
  const shares = [...weights.keys()].flatMap((index, at): Share[] => {
    const part = Number(parts[at] ?? 0n);
    return part > 0 ? [{ line: bought.lines.length > 0 ? index : null, points: part }] : [];
  });
  return shares.length > 0 ? [{ campaign, points, shares }] : [];
}

/** In parts of a point. A line that is sold by weight has only its whole pieces. */
function gainOf(
  { multiplier, bonus_points: bonus }: Campaign,
  { rate, lines }: Bought,
  { amount, index }: { readonly amount: bigint; readonly index: number },
): bigint {
  if (multiplier !== null) return amount * millionths(rate) * (millionths(multiplier) - UNIT);
  const pieces = millionths(lines[index]?.quantity ?? '0') / UNIT;
  return BigInt(bonus ?? 0) * pieces * GAIN_UNIT;
}

function inWholePoints(exact: bigint, rounding: Campaign['rounding']): number {
  const more = { down: 0n, nearest: GAIN_UNIT / 2n, up: GAIN_UNIT - 1n }[rounding];
  const points = (exact + more) / GAIN_UNIT;
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(points > most ? most : points);
}

/** Whether a campaign applies to a line. A line with an unknown product gets no points from conditions on products. */
function counts(campaign: Campaign, line: BoughtLine | undefined, amount: bigint): boolean {
  if (amount <= 0n) return false;
  const { excluded_products: without, excluded_categories: withoutCategories } = campaign;
  const names = [line?.product?.id, line?.product_id, line?.sku].filter((name) => typeof name === 'string');
  if (without.length > 0 && (names.length === 0 || names.some((name) => without.includes(name))))
    return false;
  const category = line?.product?.category;
  if (
    withoutCategories.length > 0 &&
    (!line?.product || (typeof category === 'string' && withoutCategories.includes(category)))
  )
    return false;
  if (!campaign.is_for_products) return true;
  return (
    names.some((name) => campaign.products.includes(name)) ||
    (typeof category === 'string' && campaign.categories.includes(category)) ||
    campaign.brand_ids.some((id) => String(id) === String(line?.product?.brand_id))
  );
}

/**
 * The part of the total that each line has, in millionths; the total itself for a purchase without lines. A discount on the purchase
 * lowers each line in proportion. What is in no line, such as shipping, has no part.
 */
export function amountsOf({ total, lines }: Pick<Bought, 'total' | 'lines'>): readonly bigint[] {
  const whole = millionths(total);
  if (whole <= 0n) return lines.map(() => 0n);
  if (lines.length === 0) return [whole];
  const amounts = lines.map(({ quantity, price }) => {
    const amount = (millionths(price ?? '0') * millionths(quantity ?? '0')) / UNIT;
    return amount > 0n ? amount : 0n;
  });
  const sum = amounts.reduce((all, amount) => all + amount, 0n);
  return sum > whole ? split(whole, amounts) : amounts;
}

/** Divides a whole by weights into parts whose sum is the whole. */
export function split(whole: bigint, weights: readonly bigint[]): readonly bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all <= 0n) return weights.map(() => 0n);
  let weight = 0n;
  let before = 0n;
  return weights.map((own) => {
    weight += own;
    const upToHere = (whole * weight) / all;
    const part = upToHere - before;
    before = upToHere;
    return part;
  });
}

/** A refunded amount in millionths, and the lines of the purchase that the refund names. */
export interface RefundedAmount {
  readonly amount: bigint;
  /** For each line of the refund: the indexes of the bought lines that it is about, and its amount. */
  readonly lines: readonly { readonly bought: readonly number[]; readonly amount: bigint }[];
}

/**
 * The points of campaigns that are left after refunds: of each share, in proportion to what is left of its line, rounded down. An amount
 * that names no line is taken from what is in no line where the refund names others, then from all in proportion.
 */
export function pointsLeft(
  bought: Pick<Bought, 'total' | 'lines'>,
  shares: readonly Share[],
  refunds: readonly RefundedAmount[],
): number {
  const amounts = amountsOf(bought);
  const left = [...amounts];
  let rest = millionths(bought.total) - amounts.reduce((sum, amount) => sum + amount, 0n);
  for (const { amount, lines } of refunds) {
    let open = amount;
    for (const { bought: indexes, amount: ofLine } of lines) {
      let wanted = ofLine;
      for (const index of indexes) {
        const part = least(wanted, open, left[index] ?? 0n);
        left[index] = (left[index] ?? 0n) - part;
        wanted -= part;
        open -= part;
      }
    }
    if (lines.length > 0) {
      const part = least(open, rest);
      rest -= part;
      open -= part;
    }
    const all = [...left, rest];
    const sum = all.reduce((one, other) => one + other, 0n);
    const parts = split(least(open, sum), all);
    left.forEach((one, index) => (left[index] = one - (parts[index] ?? 0n)));
    rest -= parts.at(-1) ?? 0n;
  }
  return shares.reduce((sum, { line, points }) => {
    const amount = amounts[line ?? 0] ?? 0n;
    return amount > 0n ? sum + Number((BigInt(points) * (left[line ?? 0] ?? 0n)) / amount) : sum;
  }, 0);
}

const least = (...amounts: readonly bigint[]) =>
  amounts.reduce((least, amount) => (amount < least ? amount : least));
