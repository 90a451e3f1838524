import { sql } from 'kysely';
import { rewardDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { attributes, column } from '../api/query/attribute.ts';
import type { KnownCall } from '../api/route.ts';
import { withPictureOnShop } from '../commerce/products.ts';
import type { Database, Row } from '../database/tables.ts';
import { viewOf } from '../crud/fields.ts';
import { defineResource } from '../crud/resource.ts';
import { fromRow, tableOf, type AnyRecord } from '../crud/tables.ts';
import { withValidAvailability } from '../programme/definitions.ts';
import { eligibilityOf, type Standing, type Terms } from '../programme/eligibility.ts';
import { programmeZone } from '../programme/programme.ts';
import type { DefinitionSource } from '../programme/with-definition.ts';
import { tierThreshold } from '../tiers/tier-changes.ts';
import { withValidSteps } from './steps.ts';

export const rewardDefinitionTable = tableOf('reward-definition', rewardDefinitionShape);

/** Each claim reduces the stored stock, so it is the remaining stock. */
export const stockLeft = { stock_left: (record: AnyRecord) => record['stock'] };

/** The definition that a reward shows. */
export const definitionOfReward = {
  model: 'reward-definition',
  field: 'reward_definition_id',
  shape: rewardDefinitionShape,
  computed: stockLeft,
  decimals: ['amount'],
  // As text: a number would lose its trailing zeros.
  relatedColumn: sql`jsonb_build_object('step_amount', definition.step_amount::text)`,
} as const satisfies DefinitionSource;

export const rewardDefinitionResource = defineResource({
  id: 'rewards.definitions',
  model: 'reward-definition',
  shape: rewardDefinitionShape,
  // Hidden until it is complete.
  defaults: { is_published: false },
  computed: stockLeft,
  attributes: attributes({ stock_left: column('number', 'reward_definitions.stock') }),
  currencyOf: async (_, { step_currency: currency }) => currency,
  adding: async ({ db }, values) => withValidSteps(db, {}, await withValidAvailability.adding(db, values)),
  editing: async ({ db }, record, values) =>
    withValidSteps(db, record, await withValidAvailability.editing(db, record, values)),
  // Customers browse them too, and see whether they can claim each.
  without: ['browse'],
});

/**
 * Published reward definitions with the terms of a claim and the standing of a profile towards each. Scalar subqueries
 * instead of joins, whose planning takes three times as long.
 */
export function definitionsFor(db: Database, profileId: string) {
  return db
    .selectFrom('reward_definitions as definition')
    .selectAll('definition')
    .select([
      sql<string | null>`(
        select name from tier_definitions where id = definition.tier_definition_id)`.as('tier_name'),
      sql<number | null>`(
        select points_required from tier_definitions where id = definition.tier_definition_id)`.as(
        'tier_from',
      ),
      // PostgreSQL evaluates only the chosen branch of a `case`: time zone, tier and claims are read only where the definition needs them.
      sql<string>`case when definition.available_from is null and definition.available_until is null
        and definition.valid_days is null then 'UTC' else ${programmeZone} end`.as('zone'),
      sql<number>`coalesce((select available from point_balances where profile_id = ${profileId}), 0)`.as(
        'available',
      ),
      sql<number>`case when definition.tier_definition_id is null then -1
        else ${tierThreshold(profileId)} end`.as('tierFrom'),
      sql<number>`case when definition.claim_limit is null then 0 else (
        select count(*) from rewards
        where profile_id = ${profileId} and reward_definition_id = definition.id) end`.as('claims'),
    ])
    .where('definition.is_published', '=', true)
    .where(sql<boolean>`not definition.fields @> '{"is_archived": true}'`);
}

export type DefinitionFor = Awaited<ReturnType<ReturnType<typeof definitionsFor>['execute']>>[number];

type Caller = Pick<KnownCall, 'principal' | 'shopOrigin'>;

/** A reward definition for the caller: customers do not get internal notes, stock and limits. */
export const rewardDefinitionView = (definition: AnyRecord, { principal, shopOrigin }: Caller) =>
  viewOf(rewardDefinitionShape, withPictureOnShop(definition, shopOrigin), principal, stockLeft);

/** The same, with whether the customer can claim it. */
export const claimableView = (row: Row<'reward_definitions'> & Terms & Standing, caller: Caller) =>
  rewardDefinitionView({ ...fromRow(row), eligibility: eligibilityOf(row, row) }, caller);
