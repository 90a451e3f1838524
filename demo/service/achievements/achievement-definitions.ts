import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Values, Stored } from '../crud/tables.ts';
import { criteria, criterionOf } from './achievement-progress.ts';
import { recountDefinition } from './recount-achievements.ts';

/** Definitions of achievements: a criterion has what it needs, and a change of one counts everybody anew. */
export const achievementDefinition = {
  defaults: { is_published: false, criterion: 'points', is_permanent: false },
  // Definitions from before there were criteria have neither field.
  computed: { criterion: criterionOf, is_permanent: (record: Stored) => record['is_permanent'] ?? false },
  adding: async (_: KnownCall, values: Values) => checked(values, values),
  added: async ({ db }: KnownCall, record: Stored) => {
    if (record['is_published'] === true) await recountDefinition(db, Number(record.id));
  },
  editing: async ({ db }: KnownCall, record: Stored, values: Values) => {
    checked({ ...record, ...values }, values);
    await recountDefinition(db, Number(record.id));
    return values;
  },
};

function checked(definition: Values, values: Values): Values {
  const name = criterionOf(definition);
  const { needs } = criteria[name] as { readonly needs?: string };
  const needed = needs === undefined ? 'nothing' : definition[needs];
  if (
    needs !== undefined &&
    (needed === undefined || needed === null || (Array.isArray(needed) && needed.length === 0))
  ) {
    throw invalid({ [needs]: [`The criterion ${name} needs ${needs}.`] });
  }
  if (name === 'tier' && definition['points_required'] !== 1)
    throw invalid({
      points_required: ['The criterion tier counts 1 once the tier is reached: points_required has to be 1.'],
    });
  const { counted_from: from, counted_until: until } = definition;
  if (typeof from === 'string' && typeof until === 'string' && until < from)
    throw invalid({ counted_until: ['The field counted_until has to be after counted_from.'] });
  return values;
}
