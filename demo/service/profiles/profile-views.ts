import { sql, type RawBuilder } from 'kysely';
import { profileShape, type Profile } from '../../../src/services/contract/profiles.ts';
import { column, type Attribute, type AttributeKind, type Attributes } from '../api/query/attribute.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { viewsOf } from '../crud/views.ts';
import { CURRENCY } from '../commerce/amounts.ts';
import { notFound } from '../api/problem.ts';
import { idsOfExternalIds } from './merged-names.ts';
import { idsOfEmails } from './profile-rows.ts';
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

/** Rows of `profiles` as records (spec 2.3), with the fields that the principal may see. */
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

const calculated = (kind: AttributeKind, expression: RawBuilder<unknown>): Attribute => ({
  kind,
  sql: expression,
});

const balance = (name: 'available' | 'earned') =>
  calculated(
    'number',
    sql`coalesce((select ${sql.ref(name)} from point_balances where profile_id = profiles.id), 0)`,
  );

/** The last purchase of a profile. */
export const lastPurchase = sql`(
  select max(transacted_at) from transactions where profile_id = profiles.id and total > 0)`;

/**
 * Fields by which profiles are filtered and sorted, and what belongs to them: the handle of the tier, points, and purchases. Amounts are
 * purchases less refunds, in the currency of the programme. Ids are text.
 */
export const profileAttributesOfStaff: Attributes = new Map([
  ...attributesOf(profileShape, profileTable),
  ['id', column('text', 'profiles.id')],
  [
    'external_id',
    {
      ...column('text', 'profiles.external_id'),
      oneOf: (values) => sql<boolean>`profiles.id in (${idsOfExternalIds(values)})`,
    },
  ],
  ['full_name', { kind: 'text', sql: fullName }],
  [
    'email',
    {
      ...column('text', 'profiles.email'),
      oneOf: (values) => sql<boolean>`profiles.id in ${idsOfEmails(values)}`,
    },
  ],
  [
    'tier',
    {
      ...calculated(
        'text',
        sql`(
        select handle from tier_definitions join profile_tiers on tier_definition_id = tier_definitions.id
        where profile_id = profiles.id)`,
      ),
      refersTo: { model: 'tier-definition', by: ['handle'], mustExist: true },
    },
  ],
  // `points` is the balance, as in `GET …/balances`.
  ['points', balance('available')],
  ['points_available', balance('available')],
  ['points_earned', balance('earned')],
  [
    'spend',
    calculated(
      'number',
      sql`(
        select coalesce(sum(total), 0) from transactions
        where profile_id = profiles.id and coalesce(currency, ${CURRENCY}) = ${CURRENCY})`,
    ),
  ],
  [
    'purchases',
    calculated(
      'number',
      sql`(select count(*) from transactions where profile_id = profiles.id and total > 0)`,
    ),
  ],
  ['last_purchase_at', calculated('moment', lastPurchase)],
]);
const forCustomers = new Map(
  [...customerAttributes(profileShape, profileAttributesOfStaff)].filter(
    ([name]) => name in profileShape.fields,
  ),
);
export const profileAttributes = ({ principal }: Pick<ViewContext, 'principal'>): Attributes =>
  principal.kind === 'customer' ? forCustomers : profileAttributesOfStaff;
