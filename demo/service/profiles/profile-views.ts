import { sql } from 'kysely';
import { profileShape, type Profile } from '../../../src/services/contract/profiles.ts';
import { column, type Attributes } from '../api/query/attribute.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { viewsOf } from '../crud/views.ts';
import { notFound } from '../api/problem.ts';
import { tableOf, type Stored } from '../crud/tables.ts';

export const profileTable = tableOf('profile');

const viewed = {
  shape: profileShape,
  computed: {
    full_name: ({ first_name, last_name }: Stored) => [first_name, last_name].filter(Boolean).join(' '),
    statuses: ({ statuses }: Stored) => statuses ?? [],
    tags: ({ tags }: Stored) => tags ?? [],
  },
};

/** Rows of `profiles` as records (spec 2.3, G4), with the fields that the principal may see. */
export const profileViews = (
  viewing: ViewContext,
  rows: readonly Record<string, unknown>[],
): Promise<Profile[]> => viewsOf(viewed, viewing, rows);

/** The reply with one profile. Throws 404 without a row. */
export async function profileView(viewing: ViewContext, row: Record<string, unknown> | undefined) {
  const [view] = row ? await profileViews(viewing, [row]) : [];
  if (!view) throw notFound();
  return { data: view };
}

const fullName = sql`concat_ws(' ', nullif(profiles.first_name, ''), nullif(profiles.last_name, ''))`;

/** Fields by which profiles are filtered and sorted; their ids are text. */
const all: Attributes = new Map([
  ...attributesOf(profileShape, profileTable),
  ['id', column('text', 'profiles.id')],
  ['full_name', { kind: 'text', sql: fullName }],
]);
const forCustomers = customerAttributes(profileShape, all);
export const profileAttributes = ({ principal }: Pick<ViewContext, 'principal'>): Attributes =>
  principal.kind === 'customer' ? forCustomers : all;
