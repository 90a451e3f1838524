import { sql } from 'kysely';
import type { Estimate, EstimateRequest } from '../../../src/services/contract/incentives/points.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { PLACES, rounded } from '../commerce/amounts.ts';
import { worthOf, worthOfEach } from '../commerce/purchase-points.ts';
import { settleDue } from './settle.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { translatedBy } from '../languages/in-language.ts';
import { isOpenTier } from '../tiers/tier-changes.ts';

/**
 * The points and tier points that a purchase would earn, the points of each of its items, and the tier that it would reach. Customers get
 * only their own.
 */
export async function estimateOf({ db, profileId }: KnownCall, body: EstimateRequest): Promise<Estimate> {
  if (body.total > Number.MAX_SAFE_INTEGER) throw invalid({ total: ['The total field is too large.'] });
  const currency = body.currency ?? null;
  const points = await worthOf(db, { total: String(body.total), currency });
  const amounts = body.items?.map(amountOf);
  const items = amounts && {
    items: (await worthOfEach(db, amounts, currency)).map((earned) => ({ points: earned })),
  };
  const named =
    profileId ?? (body.profile_id === undefined ? undefined : await survivorOf(db, body.profile_id));
  if (named === undefined) return { points, tier_points: points, tier: null, ...items };
  await settleDue(db, named);
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
    points,
    tier_points: points,
    tier: tier ? { id: tier.id, name: tier.name, ...translatedBy(tier.translations) } : null,
    ...items,
  };
}

/** Decimal text of quantity times price. An item without a price that can be multiplied earns nothing. */
function amountOf({ quantity = 1, price }: Readonly<Record<string, unknown>>): string {
  const amount = rounded(numberOf(quantity) * numberOf(price));
  return amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? amount.toFixed(PLACES) : '0';
}

/** JSON numbers, and decimal text as products have it. */
const numberOf = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
      ? Number(value)
      : 0;
