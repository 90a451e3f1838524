import { sql, type RawBuilder } from 'kysely';
import { achievementDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { achievementShape } from '../../../src/services/contract/incentives/points.ts';
import { invalid } from '../api/problem.ts';
import { defineModel, defineResource, type Resource } from '../crud/resource.ts';
import { settleDue } from '../points/settle.ts';
import type { Database } from '../database/tables.ts';
import { withDefinition } from '../programme/with-definition.ts';
import { criteria, criterionOf, type Criterion, type CriterionName } from './achievement-progress.ts';
import { recountDefinition } from './queue-recount.ts';

/** Definitions of achievements. A criterion needs its fields; a changed definition is counted again for all profiles. */
const achievementDefinition = defineResource({
  id: 'achievements.definitions',
  model: 'achievement-definition',
  shape: achievementDefinitionShape,
  // Hidden until it is complete.
  defaults: { is_published: false, criterion: 'points', is_permanent: false },
  // Definitions that are older than criteria have neither field.
  computed: { criterion: criterionOf, is_permanent: (record) => record.is_permanent ?? false },
  adding: async ({ db }, values) => {
    checkCriterion(values);
    await checkCounted(db, values);
    return values;
  },
  added: async ({ db }, record) => {
    if (record.is_published === true) await recountDefinition(db, record.id);
  },
  editing: async ({ db }, record, values) => {
    checkCriterion({ ...record, ...values });
    const isChanged = 'criterion' in values || 'criterion_values' in values;
    if (isChanged) await checkCounted(db, { ...record, ...values });
    await recountDefinition(db, record.id);
    return values;
  },
});

const achievement = defineModel({
  model: 'achievement',
  shape: achievementShape,
  beforeReading: ({ db, profileId }) => settleDue(db, profileId),
  withRelated: withDefinition({
    model: 'achievement-definition',
    field: 'achievement_definition_id',
    shape: achievementDefinitionShape,
    ...(achievementDefinition.computed && { computed: achievementDefinition.computed }),
  }),
});

export const achievementResources: readonly Resource[] = [
  achievementDefinition,
  { id: 'profiles.achievements', ...achievement },
];

interface CriterionFields {
  readonly criterion?: string | null | undefined;
  readonly criterion_values?: readonly string[] | null | undefined;
  readonly criterion_tier_definition_id?: number | null | undefined;
  readonly points_required?: number | null | undefined;
  readonly counted_from?: string | null | undefined;
  readonly counted_until?: string | null | undefined;
}

function checkCriterion(definition: CriterionFields): void {
  const name = criterionOf(definition);
  const { needs }: Criterion = criteria[name];
  const needed = needs && definition[needs];
  if (needs && (needed === undefined || needed === null || (Array.isArray(needed) && needed.length === 0))) {
    throw invalid({ [needs]: [`The criterion ${name} needs ${needs}.`] });
  }
  if (name === 'tier' && definition.points_required !== 1)
    throw invalid({
      points_required: ['The criterion tier counts 1 once the tier is reached: points_required has to be 1.'],
    });
  const { counted_from: from, counted_until: until } = definition;
  if (from && until && until < from)
    throw invalid({ counted_until: ['The field counted_until has to be after counted_from.'] });
}

/** Whether a product is in the catalogue or was bought, by each criterion that counts products. */
const isKnown: Readonly<Partial<Record<CriterionName, RawBuilder<boolean>>>> = {
  product: sql`(
    exists (select from products where id = named)
    or exists (select from records where resource = 'product-variant' and fields @> jsonb_build_object('sku', named))
    or exists (select from transaction_items where sku = named or product_id = named))`,
  category: sql`(
    exists (select from products where lower(category) = lower(named))
    or exists (select from transaction_items where lower(product ->> 'category') = lower(named)))`,
};

/** Throws 422 for a product or category that does not exist: the achievement would never count anything, without an error. */
async function checkCounted(db: Database, definition: CriterionFields): Promise<void> {
  const criterion = criterionOf(definition);
  const condition = isKnown[criterion];
  if (!condition) return;
  const { rows } = await sql<{ named: string }>`
    select named from unnest(${definition.criterion_values ?? []}::text[]) as named where not ${condition}`.execute(
    db,
  );
  if (rows.length === 0) return;
  const unknown = rows.map(({ named }) => named).join(', ');
  throw invalid({ criterion_values: [`No product and no purchase has the ${criterion} ${unknown}.`] });
}
