import * as v from 'valibot';
import * as on from '../endpoints/configuration.ts';
import * as kind from '../kinds.ts';
import { inLanguages, nameAndDescription, nameAndHandle, notes, recordShape, switched } from '../common.ts';
import { clause, contract, crud, onlySectionNamed } from '../contract.ts';
import { data } from '../envelope.ts';
import { defaulted, optional, refersTo } from '../fields.ts';
import { about, body, reply, type Adding, type Reading } from '../shape.ts';

const points = kind.count(1, 1_000_000_000);

export const campaignShape = recordShape('Campaign', {
  [about]:
    'A rule by which purchases earn additional points for a time. A line of a purchase counts in one campaign: the one that gives most for it. Points are never added up.',
  ...nameAndHandle,
  ...switched,
  starts_at: optional(kind.timestamp, 'First moment of purchases that count; null: from the beginning.'),
  ends_at: optional(
    kind.timestamp,
    'Purchases of this moment no longer count; null: until somebody sets an end.',
  ),
  multiplier: optional(
    kind.multiplier,
    'How many times the points, such as "2"; this or `bonus_points`, and never both.',
  ),
  bonus_points: optional(points, 'Points in addition, for each piece or each purchase: see `bonus_per`.'),
  bonus_per: optional(
    kind.oneOf('purchase', 'piece'),
    'What `bonus_points` are for; default `purchase`. A purchase gets either the best bonus for a purchase, or for each of its lines the best of the others: whatever is more.',
  ),
  products: optional(kind.texts, 'Ids or SKUs of products. Null, as for the next two: every product.'),
  categories: optional(kind.texts, 'Categories of products. A product of one of the three lists counts.'),
  brands: refersTo('brand', 'handle')(optional(kind.texts, 'Handles of brands.')),
  excluded_products: optional(
    kind.texts,
    'Ids or SKUs that never count, such as gift cards or a line for shipping.',
  ),
  excluded_categories: optional(
    kind.texts,
    'Categories that never count. Lines without a product that the service knows then do not count either.',
  ),
  tier_definition_id: refersTo('tier-definition')(
    optional(kind.reference, 'The lowest tier whose members earn by it.'),
  ),
  channels: optional(
    kind.texts,
    'Types of locations, such as `web`. A purchase without a location then does not count.',
  ),
  max_points: optional(points, 'Most points in addition for one purchase.'),
  max_points_per_profile: optional(
    points,
    'Most points in addition for one profile, refunded purchases included.',
  ),
  rounding: defaulted(
    kind.oneOf('down', 'nearest', 'up'),
    'How the points in addition of one purchase become a whole number.',
  ),
  ...inLanguages(nameAndDescription),
  ...notes,
});
export type Campaign = Reading<typeof campaignShape>;
export type AddCampaign = Adding<typeof campaignShape>;

/** Most purchases of one preview. */
export const MOST_PREVIEWED = 1_000;

export const campaignPreviewRequest = body('CampaignPreviewRequest', {
  [about]:
    'A campaign that need not exist, and past purchases: up to 100 external ids, or those of a period with up to 1,000 purchases.',
  campaign: campaignShape.add,
  /** Id of the campaign that would be changed: what it gave does not count. */
  replaces: v.optional(kind.reference.write),
  external_ids: v.optional(v.pipe(v.array(kind.text().write), v.minLength(1), v.maxLength(100))),
  from: v.optional(kind.timestamp.write),
  until: v.optional(kind.timestamp.write),
});
export type CampaignPreviewRequest = v.InferInput<typeof campaignPreviewRequest>;

export const campaignPreview = reply('CampaignPreview', {
  [about]:
    'What past purchases would have earned with a campaign, and what they did, both before refunds. Nothing is stored.',
  earned: v.number(),
  would_earn: v.number(),
  transactions: v.array(
    v.looseObject({
      id: v.string(),
      external_id: v.string(),
      profile_id: v.nullable(v.string()),
      earned: v.number(),
      would_earn: v.number(),
    }),
  ),
});
export type CampaignPreview = v.InferOutput<typeof campaignPreview>;

export const campaignContracts = clause('1 rule 4', onlySectionNamed, [
  ...crud(on, 'campaigns', campaignShape, { one: 'a campaign', many: 'campaigns' }),
  contract(on.previewCampaign, 'Previews what purchases would have earned by a campaign; nothing is stored', {
    reply: data(campaignPreview),
    body: campaignPreviewRequest,
  }),
]);
