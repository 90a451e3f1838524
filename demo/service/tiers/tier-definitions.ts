import { sql } from 'kysely';
import { tierDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import type { KnownCall } from '../api/route.ts';
import type { Row } from '../database/tables.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import { defineResource, type ViewContext } from '../crud/resource.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';
import { translatedBy } from '../languages/in-language.ts';
import { benefitDefinitions } from '../benefits/benefit-definitions.ts';
import { recountTiers } from './recount-tiers.ts';
import { isOpenTier } from './tier-changes.ts';

type TierDefinition = Stored<typeof tierDefinitionShape, 'tier-definition'>;

export const allAttributes = attributesOf(tierDefinitionShape, tableOf('tier-definition'));
const attributesForCustomers = customerAttributes(tierDefinitionShape, allAttributes);

export const tierDefinitionAttributes = ({ principal }: KnownCall) =>
  principal.kind === 'customer' ? attributesForCustomers : allAttributes;

export const tierDefinitionResource = defineResource({
  id: 'tiers.definitions',
  model: 'tier-definition',
  shape: tierDefinitionShape,
  // Tiers that are older than this field have no value: they are published.
  computed: { is_published: ({ is_published }) => is_published ?? true },
  withRelated: withIncentives,
  unique: ['points_required'],
  added: ({ db }) => recountTiers(db),
  editing: async ({ db }, _, values) => {
    await recountTiers(db);
    return values;
  },
  removing: ({ db }) => recountTiers(db),
  // Customers may read those that they can reach.
  without: ['browse', 'read'],
});

/** All definitions for users; for customers the tiers that they can reach. */
export const tierDefinitionsFor = ({ db, principal }: KnownCall) =>
  db
    .selectFrom('tier_definitions')
    .selectAll()
    .$if(principal.kind === 'customer', (query) => query.where(isOpenTier));

/** Definitions with the fields that the caller may see, and the rewards and benefits that need each of them. */
export const tierDefinitionViews = (context: ViewContext, rows: readonly Row<'tier_definitions'>[]) =>
  viewsOf(tierDefinitionResource, context, rows);

/** Definitions with the published rewards and benefits that need each. */
async function withIncentives({ db }: ViewContext, definitions: readonly TierDefinition[]) {
  if (definitions.length === 0) return [];
  const ids = definitions.map(({ id }) => id);
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
  const needing = (rows: readonly (Partial<Incentive> & { readonly id: number })[], id: number) =>
    rows.filter((row) => Number(row.tier_definition_id) === id).map(brief);
  return definitions.map((definition) => ({
    ...definition,
    rewards: needing(rewards.map(fromRow), definition.id),
    benefits: needing(benefits.map(fromRow), definition.id),
  }));
}

interface Incentive {
  readonly tier_definition_id: unknown;
  readonly name: unknown;
  readonly handle: unknown;
  readonly short_description: unknown;
  readonly icon: unknown;
  readonly image_url: unknown;
  readonly points_cost: unknown;
  readonly step_amount: unknown;
  readonly step_currency: unknown;
  readonly minimum_steps: unknown;
  readonly maximum_steps: unknown;
  readonly translations: unknown;
}

const brief = ({
  id,
  points_cost: cost,
  translations,
  ...definition
}: Partial<Incentive> & { readonly id: number }) => ({
  id,
  name: String(definition.name),
  handle: String(definition.handle),
  short_description: textOrNull(definition.short_description),
  icon: textOrNull(definition.icon),
  image_url: textOrNull(definition.image_url),
  points_cost: Number(cost ?? 0),
  step_amount: textOrNull(definition.step_amount),
  step_currency: textOrNull(definition.step_currency),
  minimum_steps: numberOrNull(definition.minimum_steps),
  maximum_steps: numberOrNull(definition.maximum_steps),
  ...translatedBy(translations),
});

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
