import { campaignShape } from '../../../src/services/contract/configuration/campaigns.ts';
import { invalid } from '../api/problem.ts';
import { defineResource } from '../crud/resource.ts';
import { tableOf, type Values } from '../crud/tables.ts';

export const campaignTable = tableOf('campaign', campaignShape);

type CampaignValues = Values<typeof campaignShape, 'campaign'>;
type Terms = Pick<
  Partial<CampaignValues>,
  | 'multiplier'
  | 'bonus_points'
  | 'starts_at'
  | 'ends_at'
  | 'products'
  | 'categories'
  | 'excluded_products'
  | 'excluded_categories'
> & { readonly bonus_per?: string | null | undefined };

const defaults = { is_active: true, rounding: 'down' as const };

export const campaignResource = defineResource({
  id: 'campaigns',
  model: 'campaign',
  shape: campaignShape,
  defaults,
  adding: async (_, values) => {
    checkTerms(values);
    return values;
  },
  editing: async (_, record, values) => {
    checkTerms({ ...record, ...values });
    return values;
  },
});

/** Throws 422 on the field for a campaign that gives nothing, or that contradicts itself. */
export function checkTerms(values: Terms): void {
  const { multiplier = null, bonus_points: bonus = null, bonus_per: per = null } = values;
  if (multiplier === null && bonus === null)
    throw invalid({ multiplier: ['A campaign needs either a multiplier or bonus_points.'] });
  if (multiplier !== null && bonus !== null)
    throw invalid({
      bonus_points: ['A campaign has either a multiplier or bonus_points: set the other one to null.'],
    });
  if (per !== null && bonus === null)
    throw invalid({ bonus_per: ['Only bonus_points are for a purchase or a piece.'] });
  const { starts_at: from, ends_at: until } = values;
  if (from && until && new Date(until) <= new Date(from))
    throw invalid({ ends_at: ['The ends_at field has to be after starts_at.'] });
  for (const [list, others] of [
    ['excluded_products', 'products'],
    ['excluded_categories', 'categories'],
  ] as const) {
    const both = (values[list] ?? []).find((one) => values[others]?.includes(one));
    if (both !== undefined)
      throw invalid({
        [list]: [`The campaign includes and excludes ${both}: remove it from one of the two.`],
      });
  }
}
