import { achievementDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { achievementShape } from '../../../src/services/contract/incentives/points.ts';
import { invalid } from '../api/problem.ts';
import { defineModel, defineResource, type Resource } from '../crud/resource.ts';
import { settleDue } from '../points/settle.ts';
import { withDefinition } from '../programme/with-definition.ts';
import { criteria, criterionOf, type Criterion } from './achievement-progress.ts';
import { recountDefinition } from './recount-achievements.ts';

/** Definitions of achievements. A criterion needs its fields; a changed definition is counted again for all profiles. */
const achievementDefinition = defineResource({
  id: 'achievements.definitions',
  model: 'achievement-definition',
  shape: achievementDefinitionShape,
  // Hidden until it is complete.
  defaults: { is_published: false, criterion: 'points', is_permanent: false },
  // Definitions that are older than criteria have neither field.
  computed: { criterion: criterionOf, is_permanent: (record) => record.is_permanent ?? false },
  adding: async (_, values) => {
    checkCriterion(values);
    return values;
  },
  added: async ({ db }, record) => {
    if (record.is_published === true) await recountDefinition(db, record.id);
  },
  editing: async ({ db }, record, values) => {
    checkCriterion({ ...record, ...values });
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
