import { sql } from 'kysely';
import { profileShape, type Profile } from '../../../src/services/contract/shapes/records/profiles.ts';
import { column, type Attributes } from '../api/query/attribute.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { type Stored, tableOf } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';
import { notFound } from '../api/problem.ts';

export const profileTable = tableOf('profile');

const viewed = {
  shape: profileShape,
  computed: {
    full_name: ({ first_name, last_name }: Stored) => [first_name, last_name].filter(Boolean).join(' '),
    statuses: ({ statuses }: Stored) => statuses ?? [],
    tags: ({ tags }: Stored) => tags ?? [],
  },
};

/** Rows of `profiles` as their records (spec 2.3, G4), for who asks. */
export const profileViews = (
  viewing: ViewContext,
  rows: readonly Record<string, unknown>[],
): Promise<Profile[]> => viewsOf(viewed, viewing, rows);

/** One of them. Throws 404 where there is no row. */
export async function profileView(viewing: ViewContext, row: Record<string, unknown> | undefined) {
  const [view] = row ? await profileViews(viewing, [row]) : [];
  if (!view) throw notFound();
  return { data: view };
}

const fullName = sql`concat_ws(' ', nullif(profiles.first_name, ''), nullif(profiles.last_name, ''))`;

/** What profiles can be filtered and sorted by; their ids are text. */
const all: Attributes = new Map([
  ...attributesOf(profileShape, profileTable),
  ['id', column('text', 'profiles.id')],
  ['full_name', { kind: 'text', sql: fullName }],
]);
const forCustomers = customerAttributes(profileShape, all);
export const profileAttributes = ({ principal }: Pick<ViewContext, 'principal'>): Attributes =>
  principal.kind === 'customer' ? forCustomers : all;
