import { achievementDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { sql, type RawBuilder } from 'kysely';
import { CURRENCY } from '../commerce/amounts.ts';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';
import { rowsWithin } from '../crud/store.ts';
import { CUSTOMER_NAMESPACE } from '../events/customer-events.ts';

export const achievementDefinitionTable = tableOf('achievement-definition', achievementDefinitionShape);

export type AchievementDefinition = Stored<typeof achievementDefinitionShape, 'achievement-definition'>;

/** What was refunded of a purchase, as an expression about a row of `transactions`. */
const refunded = sql`(
  select coalesce(sum(amount), 0) from transaction_refunds where transaction_id = transactions.id)`;

/**
 * What an achievement counts, and from when: ASSUMPTION. Progress is calculated from the records each time, so a refund (a purchase
 * with a negative total) reduces it too. Without `counted_from` it counts from the creation of the definition.
 */
export const criteria = {
  points: {
    progress: (definition, profileId) => sql`
      (select coalesce(sum(coalesce(counted, case when kind = 'earn' then amount else 0 end)), 0) from point_entries
        where profile_id = ${profileId} and ${during(definition, sql`created_at`)})`,
  },
  spend: {
    progress: (definition, profileId) => sql`(
      select coalesce(sum(total - ${refunded}), 0) from transactions
      where profile_id = ${profileId} and total > 0 and ${during(definition, sql`transacted_at`)}
        and coalesce(currency, ${CURRENCY}) = ${definition.currency ?? CURRENCY})`,
  },
  purchases: {
    // A purchase counts until refunds have refunded all of it.
    progress: (definition, profileId) => sql`(
      select count(*) from transactions
      where profile_id = ${profileId} and total > ${refunded} and ${during(definition, sql`transacted_at`)})`,
  },
  product: {
    progress: (definition, profileId) =>
      bought(
        definition,
        profileId,
        sql`(line.product_id = any(${values(definition)}) or line.sku = any(${values(definition)})
          or line.product ->> 'id' = any(${values(definition)}))`,
      ),
    needs: 'criterion_values',
  },
  category: {
    progress: (definition, profileId) =>
      bought(
        definition,
        profileId,
        // As the product was when it was bought: it may have moved to another category, or be deleted.
        sql`lower(line.product ->> 'category') = any(select lower(named) from unnest(${values(definition)}) as named)`,
      ),
    needs: 'criterion_values',
  },
  tier: {
    // A tier that was reached stays reached after its period has ended, but not without the points that a refund has taken back.
    progress: (definition, profileId) => sql`(
      select count(*) from tier_definitions as wanted
      where wanted.id = ${definition.criterion_tier_definition_id ?? 0} and (
        exists (
          select from profile_tiers join tier_definitions as mine on mine.id = tier_definition_id
          where profile_id = ${profileId} and mine.points_required >= wanted.points_required)
        or exists (
          select from reached_tiers as reached
          where profile_id = ${profileId} and ${during(definition, sql`reached_at`)}
            and (tier_definition_id = wanted.id or reached.points_required >= wanted.points_required)
            and reached.points_required <= ${everCounted(profileId)})))`,
    needs: 'criterion_tier_definition_id',
  },
  event: {
    progress: (definition, profileId) => sql`(
      select count(*) from achievement_events
      where profile_id = ${profileId} and trigger = any(${values(definition)}) and ${during(definition, sql`happened_at`)})`,
    needs: 'criterion_values',
  },
} as const satisfies Readonly<Record<string, Criterion>>;

export interface Criterion {
  /** A number, which can be negative or have a fraction. */
  readonly progress: (
    definition: AchievementDefinition,
    profileId: RawBuilder<unknown>,
  ) => RawBuilder<unknown>;
  /** The field that it requires. */
  readonly needs?: 'criterion_values' | 'criterion_tier_definition_id';
}

export type CriterionName = keyof typeof criteria;

/** The criterion of a definition; definitions that are older than criteria count points. */
export const criterionOf = ({ criterion }: { readonly criterion?: string | null | undefined }) =>
  criterion && isCriterion(criterion) ? criterion : 'points';

const isCriterion = (name: string): name is CriterionName => Object.hasOwn(criteria, name);

/** Progress of a profile in a definition: a whole number, 0 or more. */
export function progressIn(
  definition: AchievementDefinition,
  profileId: RawBuilder<unknown>,
): RawBuilder<number> {
  const { progress }: Criterion = criteria[criterionOf(definition)];
  return sql<number>`least(${Number.MAX_SAFE_INTEGER}::bigint, floor(greatest(0, ${progress(definition, profileId)})))::bigint`;
}

const isCounting = sql<boolean>`fields @> '{"is_published": true}' and not fields @> '{"is_archived": true}'`;

/** Whether there are any, for a larger statement. */
export const hasCountingDefinitions = sql<boolean>`exists (
  select from records where resource = 'achievement-definition' and ${isCounting})`;

/** Definitions whose progress is counted: published, and not archived. */
export async function countingDefinitions(db: Database): Promise<readonly AchievementDefinition[]> {
  const rows = await rowsWithin(db, achievementDefinitionTable, {}).where(isCounting).orderBy('id').execute();
  return rows.map(fromRow);
}

/** Stores the events that an achievement counts: events themselves are deleted by age. Events that a customer sent are not counted. */
export const storeCountedEvents = (
  definition: AchievementDefinition,
  condition = sql<boolean>`true`,
): RawBuilder<unknown> => sql`
  insert into achievement_events (event_id, profile_id, trigger, happened_at)
  select id, profile_id, trigger, created_at from events
  where trigger = any(${values(definition)}) and profile_id is not null and not is_resent
    and namespace <> ${CUSTOMER_NAMESPACE} and ${condition}
  on conflict do nothing`;

/** Points of a profile that have ever counted towards tiers, expired ones included, without those that were taken back. */
const everCounted = (profileId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  coalesce((select earned from point_balances where profile_id = ${profileId}), 0)
    + coalesce((select sum(value) from tier_points where profile_id = ${profileId}), 0))`;

const values = ({ criterion_values: named }: AchievementDefinition): RawBuilder<unknown> =>
  sql`${named ?? []}::text[]`;

function during(definition: AchievementDefinition, moment: RawBuilder<unknown>): RawBuilder<boolean> {
  const from = definition.counted_from ?? timestamp(definition.created_at);
  const until = definition.counted_until;
  return sql<boolean>`(${moment} >= ${from}::timestamptz
    ${until ? sql`and ${moment} < ${until}::timestamptz` : sql``})`;
}

/** Whether the lines `line` and `back` are about the same product, by the most exact identifier that both have. */
const isSameProduct = sql`(case
  when line.variant_id is not null and back.variant_id is not null then line.variant_id = back.variant_id
  when line.sku is not null and back.sku is not null then line.sku = back.sku
  when line.product_id is not null and back.product_id is not null then line.product_id = back.product_id
  else line.name = back.name end)`;

/**
 * Quantity of the purchase lines that match, without lines that were refunded; nothing of a purchase that was refunded whole, whether the
 * refund names lines or not. A line of an exchange with a price below zero was given back. A line without a quantity is one piece.
 */
const bought = (
  definition: AchievementDefinition,
  profileId: RawBuilder<unknown>,
  fits: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(sum(pieces - least(greatest(pieces, 0), returned)), 0) from (
    select (
        select coalesce(sum(case when line.price < 0 then -coalesce(line.quantity, 1) else coalesce(line.quantity, 1) end), 0)
        from transaction_items as line where line.transaction_id = transactions.id and ${fits}) as pieces,
      (
        -- A returned product is the one that was bought, wherever the catalogue has it now.
        select coalesce(sum(coalesce(back.quantity, 1)), 0)
        from transaction_refunds as refund join transaction_items as back on back.transaction_id = refund.refund_id
        where refund.transaction_id = transactions.id and exists (
          select from transaction_items as line
          where line.transaction_id = transactions.id and ${isSameProduct} and ${fits})) as returned
    from transactions
    where profile_id = ${profileId} and total > ${refunded} and ${during(definition, sql`transacted_at`)}
  ) as purchases)`;
