import { moment, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import {
  decimal,
  rateFor,
  rounded,
  totalOf,
  type Earned,
  type Purchase,
  type PurchaseLine,
} from './purchase.ts';

// Campaigns that a page states for its guests, to whom the service answers no estimate.

/** A campaign as a page states it. */
export interface PageCampaign {
  /** How many times the points; more than 1. */
  readonly times: number;
  readonly start: Date | undefined;
  readonly end: Date;
  /** Ids of the products that count, none in an empty list; `undefined`: all. */
  readonly products: readonly string[] | undefined;
}

/** The campaigns of a page, without those that are malformed: their points would be wrong. */
export const readPageCampaigns = (campaigns: unknown): PageCampaign[] => readEach(campaigns, readCampaign);

function readCampaign(value: unknown): PageCampaign | undefined {
  const { multiplier, starts_at, ends_at, products } = record(value);
  const times = decimal(multiplier);
  const start = exactMoment(starts_at);
  const end = exactMoment(ends_at);
  const ids = readEach(products, text);
  return times !== undefined &&
    times > 1 &&
    end &&
    (start || (starts_at ?? null) === null) &&
    ((products ?? null) === null || (Array.isArray(products) && ids.length === products.length))
    ? { times, start, end, products: products ? ids : undefined }
    : undefined;
}

/** RFC 3339 with its offset: a day alone ends at another moment in each time zone. */
const exactMoment = (value: unknown): Date | undefined =>
  /T.*(Z|[+-]\d\d:\d\d)$/i.test(String(value)) ? moment(value) : undefined;

/**
 * What a purchase earns at the rates of the page, as the service calculates it: each line counts in the campaign that gives most for it, and
 * what a campaign gives in addition is rounded down.
 * @param rates points for one unit of a currency: `{"EUR": 1}`
 */
export function earnedInCampaigns(
  { currency, lines }: Purchase,
  rates: unknown,
  campaigns: readonly PageCampaign[],
): Earned {
  const now = Date.now();
  const rate = rateFor(currency, rates) ?? 0;
  const running = campaigns.filter(
    ({ start, end }) => end.getTime() > now && !(start && start.getTime() > now),
  );
  const amounts = new Map<PageCampaign, number>();
  for (const line of lines) {
    const best = running
      .filter(({ products }) => !products || products.includes(line.product_id ?? ''))
      .reduce<PageCampaign | undefined>(
        (most, one) => (most && most.times >= one.times ? most : one),
        undefined,
      );
    if (best) amounts.set(best, (amounts.get(best) ?? 0) + amountOf(line));
  }
  const given = [...amounts]
    .map(([{ times, end }, amount]) => ({
      points: Math.floor(rounded(amount * rate * (times - 1))),
      multiplier: String(times),
      ends_at: end.toISOString(),
    }))
    .filter(({ points }) => points > 0);
  return {
    points: given.reduce((sum, { points }) => sum + points, Math.floor(rounded(totalOf(lines) * rate))),
    campaigns: given.length ? given : undefined,
  };
}

const amountOf = ({ quantity, price }: PurchaseLine): number => quantity * price;
