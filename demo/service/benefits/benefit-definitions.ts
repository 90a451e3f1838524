import { sql } from 'kysely';
import { benefitDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { attributes, jsonField } from '../api/query/attribute.ts';
import type { Database } from '../database/tables.ts';
import { defineResource } from '../crud/resource.ts';
import { fromRow, tableOf, type RowOf, type Stored } from '../crud/tables.ts';
import { withValidAvailability } from '../programme/definitions.ts';
import type { Standing, Terms } from '../programme/eligibility.ts';
import { momentOf } from '../programme/periods.ts';
import { programmeZone } from '../programme/programme.ts';
import { stockLeft } from '../rewards/definitions.ts';
import { tierThreshold } from '../tiers/tier-changes.ts';

export const benefitDefinitionTable = tableOf('benefit-definition', benefitDefinitionShape);

export type BenefitDefinition = Stored<typeof benefitDefinitionShape, 'benefit-definition'>;

export const benefitDefinitionResource = defineResource({
  id: 'benefits.definitions',
  model: 'benefit-definition',
  shape: benefitDefinitionShape,
  // Hidden until it is complete.
  defaults: { is_published: false, points_cost: 0, uses: 1 },
  computed: stockLeft,
  attributes: attributes({ stock_left: jsonField('number', 'records.fields', 'stock') }),
  ...withValidAvailability,
});

/** A benefit definition with its terms, and the standing of a profile towards it. */
export interface BenefitOffer extends Terms, Standing {
  readonly definition: BenefitDefinition;
  /** Quantity that is allocated to the profile. */
  readonly allocated: number;
}

/** The definitions that a profile can see: published, and not archived. */
export function benefitDefinitions(db: Database) {
  return db
    .selectFrom('records')
    .selectAll('records')
    .where('records.resource', '=', 'benefit-definition')
    .where(sql<boolean>`records.fields @> '{"is_published": true}'`)
    .where(sql<boolean>`not records.fields @> '{"is_archived": true}'`);
}

/** Definitions with the standing of a profile: its points, its tier, its claims, and its allocations. */
export function benefitOffers(db: Database, profileId: string) {
  return benefitDefinitions(db)
    .leftJoin('tier_definitions as needed', (on) =>
      on.on(sql<boolean>`needed.id = (records.fields ->> 'tier_definition_id')::bigint`),
    )
    .select([
      'needed.name as tier_name',
      'needed.points_required as tier_from',
      programmeZone.as('zone'),
      sql<number>`coalesce((select available from point_balances where profile_id = ${profileId}), 0)`.as(
        'available',
      ),
      tierThreshold(profileId).as('tierFrom'),
      sql<number>`(
        select count(*) from benefits
        where profile_id = ${profileId} and benefit_definition_id = records.id and claimed_at is not null)`.as(
        'claims',
      ),
      sql<number>`(
        select coalesce(sum(quantity), 0)::bigint from allocations
        where profile_id = ${profileId} and benefit_definition_id = records.id)`.as('allocated'),
    ])
    .$castTo<
      RowOf<BenefitDefinition> &
        Standing &
        Pick<Terms, 'tier_name' | 'tier_from'> & { readonly zone: string; readonly allocated: number }
    >();
}

/** The offer of a row: its terms come from the stored fields of the definition. */
export function offerOf(row: Awaited<ReturnType<ReturnType<typeof benefitOffers>['execute']>>[number]) {
  const definition = fromRow(row);
  const moment = (text: string | null | undefined) => (text ? momentOf(text) : null);
  return {
    definition,
    available: row.available,
    tierFrom: row.tierFrom,
    claims: row.claims,
    tier_name: row.tier_name,
    tier_from: row.tier_from,
    zone: row.zone,
    allocated: row.allocated,
    points_cost: definition.points_cost ?? 0,
    claim_limit: definition.claim_limit ?? null,
    stock: definition.stock ?? null,
    available_from: moment(definition.available_from),
    available_until: moment(definition.available_until),
  } satisfies BenefitOffer;
}
