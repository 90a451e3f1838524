import { achievementPointAttributes } from '../../achievements/routes.ts';
import { allDefinitionAttributes, benefitAttributes, definitionAttributes } from '../../benefits/routes.ts';
import { lineAttributes, productAttributes } from '../../commerce/profile-transactions.ts';
import { purchaseAttributes } from '../../commerce/purchase-views.ts';
import { rateAttributes } from '../../configuration/routes.ts';
import { customFieldAttributes, customFieldDefinitionAttributes } from '../../crud/custom-fields/routes.ts';
import { staffAttributes } from '../../crud/routes.ts';
import { listAttributes } from '../../lists/routes.ts';
import { tokenAttributes } from '../../auth/token-list-routes.ts';
import { pointAttributes } from '../../points/routes.ts';
import { aggregationAttributes } from '../../profiles/aggregations.ts';
import { profileAttributesOfStaff } from '../../profiles/profile-views.ts';
import { itemAttributes, redemptionAttributes } from '../../redemptions/redemption-attributes.ts';
import { resources } from '../../resources.ts';
import { rewardDefinitionAttributes } from '../../rewards/routes.ts';
import { allAttributes as tierDefinitionAttributes } from '../../tiers/tier-definitions.ts';
import type { Attributes } from '../query/attribute.ts';
import { groupAttributes } from '../query/groups.ts';

/** The attributes by which a list can be filtered and sorted. In a list of groups, filters test the records, and sort keys order the groups. */
export interface ListAttributes {
  readonly filters: Attributes;
  readonly sorts: Attributes;
}

/** Lists that are no plain resource. */
const own: Readonly<Record<string, Attributes>> = {
  'auth.access-tokens.index': tokenAttributes,
  'auth.api-tokens.index': tokenAttributes,
  'custom-fields.search': customFieldAttributes,
  'profiles.lists.index': listAttributes,
  'product-lists.search': listAttributes,
  'profiles.index': profileAttributesOfStaff,
  'profiles.attributes.custom.global-index': customFieldDefinitionAttributes,
  'profiles.aggregations.index': aggregationAttributes,
  'profiles.aggregations.calculate': aggregationAttributes,
  'profiles.achievements.achievement-points.index': achievementPointAttributes,
  'profiles.benefits.claimable': definitionAttributes,
  'profiles.benefits.redeemable': benefitAttributes,
  'profiles.benefits.viewable': definitionAttributes,
  'profiles.find-transactions': purchaseAttributes,
  'profiles.transactions.index': purchaseAttributes,
  'transactions.index': purchaseAttributes,
  'profiles.redemptions.index': redemptionAttributes,
  'profiles.linked.redemptions.index': redemptionAttributes,
  'profiles.linked_redemptions.index': redemptionAttributes,
  'redemptions.index': redemptionAttributes,
  'redemptions.items.index': itemAttributes,
  'profiles.linked_points.index': pointAttributes,
  'profiles.transaction-products.index': productAttributes,
  'profiles.transactionitems.list': lineAttributes,
  'rates.searchAttributes': rateAttributes,
  'rewards.definitions.index': rewardDefinitionAttributes,
  'tiers.definitions.index': tierDefinitionAttributes,
};

/** Lists of groups: what their records are filtered by, and whether a group has a total. */
const grouped: Readonly<Record<string, readonly [filters: Attributes, hasTotal: boolean]>> = {
  'benefits.definitions.group': [allDefinitionAttributes, false],
  'redemptions.group': [redemptionAttributes, true],
};

const NONE: Attributes = new Map();

/** The attributes of a list, as staff have them. */
export function listAttributesOf(operationId: string): ListAttributes {
  const group = grouped[operationId];
  if (group) return { filters: group[0], sorts: groupAttributes(group[1]) };
  const resource = resources.find((one) => `${one.id}.index` === operationId);
  const attributes = own[operationId] ?? (resource ? staffAttributes(resource) : NONE);
  return { filters: attributes, sorts: attributes };
}
