import { sql } from 'kysely';
import { attributes, column, type AttributeKind } from '../api/query/attribute.ts';
import { codeAttribute } from '../programme/typed-code.ts';

/** The 18 filter attributes of redemptions (spec 4.2.1), by the type of their values. */
const kinds = {
  id: 'number',
  type: 'text',
  location_id: 'number',
  meta: 'items',
  external_id: 'text',
  exchange_rate: 'number',
  redeem_at: 'moment',
  has_benefit: 'boolean',
  has_reward: 'boolean',
  has_point: 'boolean',
  has_credit: 'boolean',
  transaction_external_id: 'text',
  transaction_receipt_ref: 'text',
  profile_id: 'text',
  created_at: 'moment',
  updated_at: 'moment',
  linked_source_id: 'text',
  linked_source_type: 'text',
} as const satisfies Readonly<Record<string, AttributeKind>>;

/**
 * The receipt of the purchase. If the purchase arrived after the redemption that names it, the receipt is read from the
 * purchase, as in the view. It has to be of the same profile.
 */
const receipt = sql`coalesce(redemptions.transaction_receipt_ref, case when redemptions.transaction is null then (
  select receipt_ref from transactions
  where external_id = redemptions.transaction_external_id and profile_id = redemptions.profile_id) end)`;

export const redemptionAttributes = attributes({
  ...Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, column(kind, `redemptions.${name}`)]),
  ),
  transaction_receipt_ref: codeAttribute(receipt),
});

/** What items can be filtered and sorted by: what 2.4 shows of them. */
export const itemAttributes = attributes({
  id: column('number', 'redemption_items.id'),
  type: column('text', 'redemption_items.type'),
  value: column('number', 'redemption_items.value'),
  count: column('number', 'redemption_items.count'),
  created_at: column('moment', 'redemption_items.created_at'),
  updated_at: column('moment', 'redemption_items.updated_at'),
});
