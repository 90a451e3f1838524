/** The model that a field refers to, by its id or by another field. */
export type Reference =
  | string
  | {
      readonly model: string;
      readonly by: string;
    };

type Fields = Readonly<Record<string, Reference>>;

const permissions: Reference = { model: 'permission', by: 'handle' };
const ofProfile: Fields = { profile_id: 'profile' };
const ofBenefit: Fields = { profile_id: 'profile', benefit_definition_id: 'benefit-definition' };

/**
 * References between records: for each model, the fields that hold the id of another model's record. Writes check that the record
 * exists, deletions that no other record refers to it.
 */
export const referenceFields: Readonly<Record<string, Fields>> = {
  profile: { region_id: 'region' },
  'profile-connection': { connection_id: 'connection' },
  'profile-date-link': ofProfile,
  'profile-region': { region_id: 'region' },
  interaction: { profile_id: 'profile', location_id: 'location' },
  reminder: ofProfile,

  list: { list_definition_id: 'list-definition' },
  reservation: ofProfile,

  location: { region_id: 'region' },
  order: { profile_id: 'profile', location_id: 'location' },
  'order-item': { order_id: 'order' },
  transaction: { profile_id: 'profile', order_id: 'order', location_id: 'location' },
  product: { brand_id: 'brand', department_id: 'department' },
  'product-variant': { product_id: 'product' },
  'custom-product': ofProfile,
  rating: { profile_id: 'profile', product_id: 'product' },

  organisation: { parent_id: 'organisation' },
  'organisation-profile': ofProfile,
  staff: { location_id: 'location' },
  user: { roles: { model: 'role', by: 'handle' } },
  role: { permissions, role_definition_id: 'role-definition' },
  'role-definition': { permissions },

  country: { currency_id: 'currency' },
  region: { country_id: 'country', currency_id: 'currency' },
  rate: { currency_id: 'currency' },
  department: { parent_id: 'department' },
  connection: { connection_definition_id: 'connection-definition' },

  'reward-definition': { tier_definition_id: 'tier-definition' },
  'benefit-definition': { tier_definition_id: 'tier-definition' },
  'achievement-definition': {
    reward_definition_id: 'reward-definition',
    criterion_tier_definition_id: 'tier-definition',
  },
  'credit-definition': {
    region_id: 'region',
    currency_id: 'currency',
    issue_target_id: 'target',
    extend_target_id: 'target',
    expiry_target_id: 'target',
    release_target_id: 'target',
    remind_target_id: 'target',
  },
  'profile-tier': { tier_definition_id: 'tier-definition' },
  'tier-point': ofProfile,
  point: { profile_id: 'profile', point_definition_id: 'point-definition' },
  reward: { profile_id: 'profile', reward_definition_id: 'reward-definition' },
  benefit: ofBenefit,
  allocation: ofBenefit,
  achievement: { achievement_definition_id: 'achievement-definition' },
  credit: {
    profile_id: 'profile',
    creator_profile_id: 'profile',
    credit_definition_id: 'credit-definition',
    location_id: 'location',
  },
  redemption: { location_id: 'location' },

  'trigger-action': { target_id: 'target' },
  'automation-action': { target_id: 'target' },
  'import-job': { import_id: 'import' },
};

const inCurrency = { currency: { model: 'currency', by: 'code' } } as const;

/**
 * Fields whose record need not exist: a purchase may be in a currency of which the tenant has no record. Writes do not
 * check them; deletions do, because amounts are shown with the settings of that record.
 */
export const optionalReferenceFields: Readonly<Record<string, typeof inCurrency>> = {
  transaction: inCurrency,
  order: inCurrency,
  product: inCurrency,
  'custom-product': inCurrency,
  redemption: inCurrency,
};

/** Models whose records can be deleted while others refer to them, such as the order of a purchase (rule R19). */
export const deletableWhileReferenced: ReadonlySet<string> = new Set([
  'profile',
  'order',
  'product',
  'import',
]);
