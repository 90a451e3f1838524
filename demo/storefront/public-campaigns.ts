import { campaigns, type shapes } from '../../src/client/index.ts';
import type { Product } from '../sample/products.ts';
import type { AskService } from './service-answers.ts';

/** How long the answer is remembered: a campaign that staff end is shown to guests no longer than that. */
const LIFETIME_MS = 60_000;
const DAY_MS = 86_400_000;

/** A campaign that every member earns by, as a page states it for guests. */
export interface PublicCampaign {
  readonly multiplier: string;
  /** RFC 3339. */
  readonly starts_at: string | null;
  readonly ends_at: string;
  /** Ids of the products that count. */
  readonly products: ReadonlySet<string>;
}

/** The campaigns that run now, or begin while the answer is remembered; none if the service does not answer. */
export type PublicCampaigns = () => Promise<readonly PublicCampaign[]>;

export function createPublicCampaigns(ask: AskService, products: readonly Product[]): PublicCampaigns {
  let known: Promise<readonly PublicCampaign[]> | undefined;
  let until = 0;

  async function load(): Promise<readonly PublicCampaign[]> {
    const now = Date.now();
    const reply = await ask((client) =>
      client.call(campaigns, {
        query: {
          'filter[is_active]': 'true',
          // Filters compare days; the moment is compared below.
          'filter[ends_at][gte]': new Date(now - DAY_MS).toISOString().slice(0, 10),
          'page[size]': '100',
        },
      }),
    );
    if (!reply) until = 0;
    return (reply?.data ?? [])
      .filter(({ starts_at: start }) => !start || Date.parse(start) <= now + LIFETIME_MS)
      .filter(({ ends_at: end }) => end && Date.parse(end) > now)
      .flatMap((campaign) => publicCampaign(campaign, products) ?? []);
  }

  return () => {
    if (!known || Date.now() >= until) {
      until = Date.now() + LIFETIME_MS;
      known = load();
    }
    return known;
  };
}

/**
 * The campaign as a page states it for guests. `undefined` for one with a bonus, a limit, or a condition on tier, channel or brand: the page
 * does not know whether that is met.
 */
function publicCampaign(campaign: shapes.Campaign, products: readonly Product[]): PublicCampaign | undefined {
  const { multiplier, starts_at = null, ends_at, tier_definition_id: tier, channels, brands } = campaign;
  const { max_points, max_points_per_profile, rounding } = campaign;
  const isForAll = [tier, max_points, max_points_per_profile].every(
    (limit) => limit === null || limit === undefined,
  );
  if (!multiplier || !ends_at || !isForAll || channels?.length || brands?.length || rounding !== 'down')
    return undefined;
  const isNamed = (list: readonly string[] | null | undefined, name: string) => list?.includes(name) ?? false;
  const isForProducts = [campaign.products, campaign.categories].some((list) => list?.length);
  const counting = products.filter(
    ({ id, category }) =>
      (!isForProducts || isNamed(campaign.products, id) || isNamed(campaign.categories, category)) &&
      !isNamed(campaign.excluded_products, id) &&
      !isNamed(campaign.excluded_categories, category),
  );
  return { multiplier, starts_at, ends_at, products: new Set(counting.map(({ id }) => id)) };
}
