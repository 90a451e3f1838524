import { sql, type RawBuilder } from 'kysely';
import type { Page } from '../../../src/services/contract/envelope.ts';
import type { Group } from '../../../src/services/contract/common.ts';
import { invalid } from '../api/problem.ts';
import { browse } from '../api/paging.ts';
import type { ProfileCall } from '../api/route.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { groupBrowsing, whereFilters } from '../api/query/groups.ts';

interface Grouping {
  readonly from: RawBuilder<unknown>;
  readonly total: RawBuilder<unknown>;
  readonly currency: RawBuilder<unknown>;
  /** By the value of `group_by`; the first is the default. */
  readonly keys: Readonly<Record<string, RawBuilder<unknown>>>;
}

const month = (moment: RawBuilder<unknown>) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM')`;

const groupings: Readonly<Record<'transactions' | 'orders', Grouping>> = {
  transactions: {
    from: sql`transactions where profile_id = `,
    total: sql`total`,
    currency: sql`currency`,
    keys: {
      month: month(sql`transacted_at`),
      location_id: sql`location_id::text`,
      order_id: sql`order_id::text`,
      currency: sql`currency`,
    },
  },
  orders: {
    from: sql`records where resource = 'order' and profile_id = `,
    total: sql`(fields ->> 'total')::numeric`,
    currency: sql`fields ->> 'currency'`,
    keys: {
      status: sql`fields ->> 'status'`,
      month: month(sql`created_at`),
      location_id: sql`fields ->> 'location_id'`,
      currency: sql`fields ->> 'currency'`,
    },
  },
};

/**
 * Counts and totals of a profile's transactions or orders in groups: `group_by` names the field that the members of a group share.
 * Each currency is a separate group, because amounts of two currencies cannot be added. Filters apply first. Totals are
 * decimal text. Throws 422 for an unknown `group_by`.
 */
export async function browseGroups(
  call: ProfileCall,
  of: keyof typeof groupings,
  attributes: Attributes,
): Promise<Page<Group>> {
  const { db, profileId, url } = call;
  const { from, total, currency, keys } = groupings[of];
  const groupBy = url.searchParams.get('group_by') ?? Object.keys(keys)[0] ?? '';
  const key = Object.hasOwn(keys, groupBy) ? keys[groupBy] : undefined;
  if (!key) {
    throw invalid({ group_by: [`group_by has to be one of ${Object.keys(keys).join(', ')}.`] });
  }
  const groups = sql<Group>`(
    select ${key} as key, ${currency} as currency, count(*) as count,
      -- Amounts have at most six decimals; sums of a cash register in binary fractions have more.
      trim_scale(sum(round(${total}, 6)))::text as total
    from ${from} ${profileId} and ${whereFilters(url, attributes)}
    group by 1, 2)`.as<'grouped'>('grouped');
  const query = db.selectFrom(groups).selectAll().$castTo<Group>();
  return await browse(call, query, (rows) => rows, { ...groupBrowsing('key'), parameters: ['group_by'] });
}
