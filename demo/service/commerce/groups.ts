import { sql, type RawBuilder } from 'kysely';
import type { Page } from '../../../src/services/contract/shapes/envelope.ts';
import type { Group } from '../../../src/services/contract/shapes/records/commerce.ts';
import { invalid } from '../api/problem.ts';
import { browse } from '../api/paging.ts';
import type { ProfileCall } from '../api/route.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { groupBrowsing, whereFilters } from '../api/query/groups.ts';

interface Grouping {
  readonly from: RawBuilder<unknown>;
  readonly total: RawBuilder<unknown>;
  readonly currency: RawBuilder<unknown>;
  /** By the word in `group_by`; the first is the one without it. */
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
 * Counts what a profile has, and adds up what it cost, in groups: `group_by` names what those of a group have in common
 * (G11), each currency by itself: amounts of two add up to nothing. Filters apply first. Totals are decimal text. Throws 422 for what cannot be grouped by.
 */
export async function browseGroups(
  call: ProfileCall,
  of: keyof typeof groupings,
  attributes: Attributes,
): Promise<Page<Group>> {
  const { db, profileId, url } = call;
  const { from, total, currency, keys } = groupings[of];
  const wanted = url.searchParams.get('group_by') ?? Object.keys(keys)[0] ?? '';
  const key = Object.hasOwn(keys, wanted) ? keys[wanted] : undefined;
  if (!key) {
    throw invalid({ group_by: [`group_by has to be one of ${Object.keys(keys).join(', ')}.`] });
  }
  const groups = sql<Group>`(
    select ${key} as key, ${currency} as currency, count(*) as count,
      -- Amounts have six decimals at most; what a till added up in binary fractions has more.
      trim_scale(sum(round(${total}, 6)))::text as total
    from ${from} ${profileId} and ${whereFilters(url, attributes)}
    group by 1, 2)`.as<'grouped'>('grouped');
  const query = db.selectFrom(groups).selectAll();
  return await browse(call, query, (rows) => rows as Group[], groupBrowsing('key'));
}
