import { sql } from 'kysely';
import { tierDefinitionShape } from '../../../src/services/contract/shapes/tier.ts';
import type { KnownCall } from '../api/route.ts';
import { attributesOf, customerAttributes, viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { benefitDefinitions } from '../benefits/benefit-definitions.ts';
import { isOpenTier } from './tier-changes.ts';

const allAttributes = attributesOf(tierDefinitionShape, tableOf('tier-definition'));
const attributesForCustomers = customerAttributes(tierDefinitionShape, allAttributes);

export const tierDefinitionAttributes = ({ principal }: KnownCall) =>
  principal.kind === 'customer' ? attributesForCustomers : allAttributes;

/** All definitions for users; for customers the tiers that they can reach. */
export const tierDefinitionsFor = ({ db, principal }: KnownCall) =>
  db
    .selectFrom('tier_definitions')
    .selectAll()
    .$if(principal.kind === 'customer', (query) => query.where(isOpenTier));

/** Definitions as who asks may see them, with the rewards and benefits that need each. */
export async function tierDefinitionViews(
  viewing: ViewContext,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const definitions = await withBrought(viewing, rows.map(fromRow));
  return definitions.map((definition) =>
    viewOf(tierDefinitionShape, definition, viewing.principal, {
      // Tiers of the programme were there before they could be hidden.
      is_published: ({ is_published }) => is_published ?? true,
    }),
  );
}

/** Definitions with the published rewards and benefits that need each. */
export async function withBrought({ db }: ViewContext, definitions: readonly Stored[]): Promise<Stored[]> {
  if (definitions.length === 0) return [];
  const ids = definitions.map(({ id }) => Number(id));
  const [rewards, benefits] = await Promise.all([
    db
      .selectFrom('reward_definitions')
      .selectAll()
      .where('tier_definition_id', 'in', ids)
      .where('is_published', '=', true)
      .where(sql<boolean>`not fields @> '{"is_archived": true}'`)
      .orderBy('points_cost')
      .orderBy('id')
      .execute(),
    benefitDefinitions(db)
      .where(sql<number>`(records.fields ->> 'tier_definition_id')::bigint`, 'in', ids)
      .orderBy('records.id')
      .execute(),
  ]);
  const broughtBy = (rows: readonly Record<string, unknown>[], id: Stored['id']) =>
    rows
      .map(fromRow)
      .flatMap((row) => (Number(row['tier_definition_id']) === Number(id) ? [brief(row)] : []));
  return definitions.map((definition) => ({
    ...definition,
    rewards: broughtBy(rewards, definition.id),
    benefits: broughtBy(benefits, definition.id),
  }));
}

const brief = ({ id, points_cost, ...definition }: Stored) => ({
  id: Number(id),
  name: definition['name'],
  handle: definition['handle'],
  short_description: definition['short_description'] ?? null,
  icon: definition['icon'] ?? null,
  image_url: definition['image_url'] ?? null,
  points_cost: Number(points_cost ?? 0),
});
