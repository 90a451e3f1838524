import { sql } from 'kysely';
import type { Estimate, EstimateRequest } from '../../../src/services/contract/incentives/points.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { customerFacts } from '../campaigns/customer-facts.ts';
import { pointsOf, type Bought, type BoughtLine, type PointsOf } from '../campaigns/points-of.ts';
import { campaignOf, campaignsAt, channelOf } from '../campaigns/stored-campaigns.ts';
import { decimalOf, millionths, PLACES, rounded } from '../commerce/amounts.ts';
import { productOfLine } from '../commerce/add-purchase.ts';
import { storedRate } from '../commerce/purchase-points.ts';
import { rateBy, rateHandle } from '../commerce/purchase-rate.ts';
import type { Database } from '../database/tables.ts';
import { settleDue } from './settle.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { translatedBy } from '../languages/in-language.ts';
import { isOpenTier } from '../tiers/tier-changes.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * The points and tier points that a purchase would earn now, the points of each of its items, which campaigns give some of them, and the
 * tier that it would reach. Customers get only their own.
 */
export async function estimateOf({ db, profileId }: KnownCall, body: EstimateRequest): Promise<Estimate> {
  if (body.total > Number.MAX_SAFE_INTEGER) throw invalid({ total: ['The total field is too large.'] });
  const named =
    profileId ?? (body.profile_id === undefined ? undefined : await survivorOf(db, body.profile_id));
  if (named !== undefined) await settleDue(db, named);
  const rules = await rulesFor(db, body);
  const campaigns = rules.campaigns.map(campaignOf);
  const customer = await customerFacts(db, named ?? null, campaigns);
  const lines = await linesOf(db, campaigns.length > 0, body.items ?? []);
  const earnedBy = (total: string, of: readonly BoughtLine[]) => {
    const bought: Bought = { total, lines: of, rate: rules.rate, channel: rules.channel, at: rules.now };
    return pointsOf(bought, campaigns, customer);
  };
  const whole = earnedBy(decimalText(body.total), lines);
  const { points } = whole;
  const shown = (of: PointsOf) => campaignsOf(of, rules.campaigns);
  const reply = {
    points,
    tier_points: points,
    campaigns: shown(whole),
    ...(body.items && {
      items: body.items.map((item, at) => {
        const line = lines[at];
        const own = earnedBy(amountOf(item), line ? [line] : []);
        return { points: own.points, campaigns: shown(own) };
      }),
    }),
  };
  if (named === undefined) return { ...reply, tier: null };
  const profile = await db
    .selectFrom('profiles')
    .leftJoin('profile_tiers', 'profile_tiers.profile_id', 'profiles.id')
    .select('profile_tiers.points')
    .where('profiles.id', '=', named)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!profile) throw invalid({ profile_id: ['There is no such profile.'] });
  const tier = await db
    .selectFrom('tier_definitions')
    .select(['id', 'name', sql`fields -> 'translations'`.as('translations')])
    .where('points_required', '<=', Math.min((profile.points ?? 0) + points, Number.MAX_SAFE_INTEGER))
    .where(isOpenTier)
    .orderBy('points_required', 'desc')
    .executeTakeFirst();
  return {
    ...reply,
    tier: tier ? { id: tier.id, name: tier.name, ...translatedBy(tier.translations) } : null,
  };
}

interface StoredRules {
  readonly rate: string | null;
  readonly campaigns: readonly object[];
  readonly channel: string | null;
  /** By the clock of the database, as the campaigns. */
  readonly now: Date;
}

async function rulesFor(db: Database, body: EstimateRequest) {
  const currency = body.currency ?? null;
  const location = body.location_id ?? null;
  const { rows } = await sql<StoredRules>`
    select ${storedRate(sql`${rateHandle(currency)}`)} as rate, ${campaignsAt(sql`now()`)} as campaigns,
      ${channelOf(sql`${location}::bigint`)} as channel, now() as now`.execute(db);
  const { rate = null, campaigns = [], channel = null, now = new Date() } = rows[0] ?? {};
  return { rate: rateBy(currency, rate).value, campaigns, channel, now };
}

/** What the reply says of the campaigns: their texts in the language of the reader. */
function campaignsOf({ campaigns }: PointsOf, stored: readonly object[]) {
  return campaigns.map(({ campaign: { id, name, multiplier, ends_at }, points }) => {
    const record = stored.find((one) => Reflect.get(one, 'id') === id) ?? {};
    return {
      id,
      name,
      points,
      multiplier,
      ends_at,
      ...translatedBy(Reflect.get(record, 'translations')),
    };
  });
}

/** The items as lines of a purchase, with their products where campaigns need these. */
async function linesOf(
  db: Database,
  needsProducts: boolean,
  items: readonly Item[],
): Promise<readonly BoughtLine[]> {
  const lines = items.map((item) => {
    const { product_id: product, variant_id: variant, sku, quantity = 1, price } = item;
    return {
      product_id: textOf(product),
      variant_id: variantId(variant),
      sku: textOf(sku),
      quantity: decimalText(numberOf(quantity)),
      price: decimalText(numberOf(price)),
    };
  });
  if (!needsProducts) return lines;
  const { rows } = await sql<{ product: BoughtLine['product'] }>`
    select snapshot_of(product) as product
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (product_id text, variant_id bigint, sku text))
      with ordinality as line (product_id, variant_id, sku, place)
    left join products as product on product.id = ${productOfLine}
    order by place`.execute(db);
  return lines.map((line, at) => ({ ...line, product: rows[at]?.product ?? null }));
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** Pages name variants by ids of the shop too, which purchases do not know. */
const variantId = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Decimal text of quantity times price. */
const amountOf = ({ quantity = 1, price }: Item): string =>
  decimalText(rounded(numberOf(quantity) * numberOf(price)));

/** An amount that is not above zero, or that cannot be calculated with, earns nothing. */
const decimalText = (amount: number): string =>
  amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? decimalOf(millionths(amount.toFixed(PLACES))) : '0';

/** JSON numbers, and decimal text as products have it. */
const numberOf = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : 0;
