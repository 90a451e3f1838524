import { sql, type RawBuilder } from 'kysely';
import * as v from 'valibot';
import type { Campaign } from './points-of.ts';

const texts = v.nullish(v.array(v.string()));
const count = v.nullish(v.number());
const text = v.nullish(v.string());

const storedCampaign = v.object({
  id: v.number(),
  name: v.string(),
  multiplier: text,
  bonus_points: count,
  bonus_per: v.nullish(v.picklist(['purchase', 'piece'])),
  products: texts,
  categories: texts,
  brands: texts,
  brand_ids: v.nullish(v.array(v.number())),
  excluded_products: texts,
  excluded_categories: texts,
  channels: texts,
  tier_from: count,
  max_points: count,
  max_points_per_profile: count,
  rounding: v.nullish(v.picklist(['down', 'nearest', 'up'])),
  starts_at: text,
  ends_at: text,
});

/** Reads a campaign from its record, or from the copy that a purchase has stored. An empty list is no condition, like a missing one. */
export function campaignOf(stored: unknown): Campaign {
  const one = v.parse(storedCampaign, stored);
  const named = [one.products, one.categories, one.brands ?? one.brand_ids];
  return {
    id: one.id,
    name: one.name,
    multiplier: one.multiplier ?? null,
    bonus_points: one.bonus_points ?? null,
    bonus_per: one.bonus_per ?? null,
    products: one.products ?? [],
    categories: one.categories ?? [],
    brand_ids: one.brand_ids ?? [],
    is_for_products: named.some((list) => list && list.length > 0),
    excluded_products: one.excluded_products ?? [],
    excluded_categories: one.excluded_categories ?? [],
    channels: one.channels && one.channels.length > 0 ? one.channels : null,
    tier_from: one.tier_from ?? null,
    max_points: one.max_points ?? null,
    max_points_per_profile: one.max_points_per_profile ?? null,
    rounding: one.rounding ?? 'down',
    starts_at: one.starts_at ?? null,
    ends_at: one.ends_at ?? null,
  };
}

/** The fields of a campaign with the ids of its brands and the points of its tier, as JSON. */
export const withTerms = (fields: RawBuilder<unknown>) => sql<object>`(${fields} || jsonb_build_object(
    'brand_ids', (
      select coalesce(jsonb_agg(brand.id), '[]') from records as brand
      where brand.resource = 'brand' and ${fields} -> 'brands' ? (brand.fields ->> 'handle')),
    'tier_from', (
      select points_required from tier_definitions
      where tier_definitions.id = (${fields} ->> 'tier_definition_id')::bigint)))`;

/** The active campaigns that have begun and not ended at a moment, as JSON. */
export const campaignsAt = (at: RawBuilder<unknown>) => sql<readonly object[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', campaign.id) || ${withTerms(sql`campaign.fields`)}), '[]')
    from records as campaign
    where campaign.resource = 'campaign' and campaign.fields @> '{"is_active": true}'
      and coalesce((campaign.fields ->> 'starts_at')::timestamptz <= ${at}, true)
      and coalesce((campaign.fields ->> 'ends_at')::timestamptz > ${at}, true))`;

/** The channel of a location: its type. */
export const channelOf = (locationId: RawBuilder<unknown>) => sql<string | null>`(
    select location.fields ->> 'type' from records as location
    where location.resource = 'location' and location.id = ${locationId})`;
