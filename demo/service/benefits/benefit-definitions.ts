import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { fromRow, type Stored } from '../crud/tables.ts';
import { tierBegin } from '../tiers/tier-changes.ts';
import { programmeZone } from '../programme/programme.ts';
import type { Standing, Terms } from '../programme/eligibility.ts';

/** A benefit definition with its terms, and where a profile stands towards it. */
export type BenefitOffer = Stored & Terms & Standing & { readonly setAside: number };

/** What a profile can see of benefits: published, and not archived. */
export function benefitDefinitions(db: Database) {
  return db
    .selectFrom('records')
    .selectAll('records')
    .where('records.resource', '=', 'benefit-definition')
    .where(sql<boolean>`records.fields @> '{"is_published": true}'`)
    .where(sql<boolean>`not records.fields @> '{"is_archived": true}'`);
}

/** Definitions with a profile's standing: its points, its tier, its claims, and what is set aside for it. */
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
      tierBegin(profileId).as('tierFrom'),
      sql<number>`(
        select count(*) from benefits
        where profile_id = ${profileId} and benefit_definition_id = records.id and claimed_at is not null)`.as(
        'claims',
      ),
      sql<number>`(
        select coalesce(sum(quantity), 0)::bigint from allocations
        where profile_id = ${profileId} and benefit_definition_id = records.id)`.as('setAside'),
    ]);
}

/** An offer of a row: fields of free form become terms. */
export function offerOf(row: Record<string, unknown>): BenefitOffer {
  const record = fromRow(row);
  const moment = (name: string) => (typeof record[name] === 'string' ? new Date(record[name]) : null);
  return {
    ...record,
    points_cost: Number(record['points_cost'] ?? 0),
    claim_limit: (record['claim_limit'] ?? null) as number | null,
    stock: (record['stock'] ?? null) as number | null,
    available_from: moment('available_from'),
    available_until: moment('available_until'),
  } as unknown as BenefitOffer;
}
