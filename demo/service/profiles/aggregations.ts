import { sql, type RawBuilder } from 'kysely';
import {
  calculateProfileAggregations,
  editProfileAggregations,
  profileAggregations,
} from '../../../src/services/contract/endpoints/index.ts';
import { aggregationShape } from '../../../src/services/contract/profiles.ts';
import type { Database } from '../database/tables.ts';
import { browse } from '../api/paging.ts';
import { acting, route, type ProfileCall, type Route } from '../api/route.ts';
import { attributesOf, viewOf } from '../crud/fields.ts';
import { addRecord, editRecord, rowsWithin } from '../crud/store.ts';
import { settleDue } from '../points/settle.ts';
import { inTransaction } from '../database/transactions.ts';
import { fromRow, tableOf } from '../crud/tables.ts';
import { checkRecords } from '../api/body.ts';
import { timestamp } from '../api/formats.ts';

const table = tableOf('aggregation');
export const aggregationAttributes = attributesOf(aggregationShape, table);

/** Aggregations that the service calculates for every profile: one number each. */
const calculated: Readonly<
  Record<
    string,
    { readonly name: string; readonly of: (profileId: RawBuilder<unknown>) => RawBuilder<unknown> }
  >
> = {
  'points-available': {
    name: 'Points available',
    of: (id) => sql`(select available from point_balances where profile_id = ${id})`,
  },
  'points-earned': {
    name: 'Points earned',
    of: (id) => sql`(select earned from point_balances where profile_id = ${id})`,
  },
  'rewards-claimed': {
    name: 'Rewards claimed',
    of: (id) => sql`(select count(*) from rewards where profile_id = ${id})`,
  },
  'rewards-redeemed': {
    name: 'Rewards redeemed',
    of: (id) => sql`(select count(redeemed_at) from rewards where profile_id = ${id})`,
  },
  'list-items': {
    name: 'Products on lists',
    of: (id) => sql`(select count(*) from list_items where profile_id = ${id})`,
  },
  interactions: {
    name: 'Interactions',
    of: (id) => sql`(select count(*) from records where resource = 'interaction' and profile_id = ${id})`,
  },
};

/** The handles of all aggregations: those of the service, and those that other systems have set for any profile. */
export const aggregationHandles = sql<{ readonly handle: string }>`
  select unnest(${Object.keys(calculated)}::text[]) as handle
  union select distinct fields ->> 'handle' from records where resource = 'aggregation'`;

/** The aggregations of a profile, sorted by handle. */
const browseAggregations = (call: ProfileCall) =>
  browse(
    call,
    rowsWithin(call.db, table, { profile_id: call.profileId }),
    (rows) => rows.map((row) => viewOf(aggregationShape, fromRow(row), call.principal)),
    { attributes: aggregationAttributes, order: 'handle', complete: true },
  );

/** Sets aggregations of other systems; the others stay. */
async function putAggregations(call: ProfileCall<string, readonly object[]>) {
  await lock(call);
  for (const { handle, value } of checkRecords(aggregationShape.add, call.body)) {
    await put(call.db, call.profileId, { handle, value: String(value) });
  }
  return browseAggregations(call);
}

/** The present value of an aggregation that the service calculates; undefined for those that other systems set. */
export const presentValue = (
  handle: string,
  profileId: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined =>
  Object.hasOwn(calculated, handle)
    ? sql`coalesce(${calculated[handle]?.of(profileId)}, 0)::numeric`
    : undefined;

/** The stored aggregations, after the service's own were calculated if one is missing or has changed. */
async function browseFresh(call: ProfileCall) {
  const { db, profileId } = call;
  await settleDue(db, profileId);
  const values = Object.entries(calculated).map(
    ([handle, { of }]) => sql`(${handle}::text, coalesce(${of(sql`${profileId}`)}, 0)::numeric)`,
  );
  const { rows } = await sql`
    select from (values ${sql.join(values)}) as present (handle, value)
    where not exists (
      select from records
      where resource = 'aggregation' and profile_id = ${profileId} and fields ->> 'handle' = present.handle
        and (fields ->> 'value')::numeric = present.value)
    limit 1`.execute(db);
  const store = async (work: Database): Promise<void> => {
    await lock({ db: work, profileId });
    await calculate(work, profileId);
  };
  if (rows.length > 0) await (db.isTransaction ? store(db) : inTransaction(db, store));
  return browseAggregations(call);
}

/** Recalculates the service's own aggregations; those of other systems stay. */
async function recalculateAggregations(call: ProfileCall) {
  await lock(call);
  await settleDue(call.db, call.profileId);
  await calculate(call.db, call.profileId);
  return browseAggregations(call);
}

/** Stores the calculated aggregations of a profile. */
export async function calculate(work: Database, profileId: string): Promise<void> {
  for (const [handle, { name, of }] of Object.entries(calculated)) {
    const { rows } = await sql<{
      value: string;
    }>`select coalesce(${of(sql`${profileId}`)}, 0)::text as value`.execute(work);
    await put(work, profileId, { handle, name, value: rows[0]?.value ?? '0' });
  }
}

export const aggregationRoutes: readonly Route[] = [
  route(profileAggregations, browseFresh),
  route(editProfileAggregations, putAggregations),
  acting(route(calculateProfileAggregations, recalculateAggregations)),
];

interface Aggregation {
  readonly handle: string;
  readonly name?: string;
  readonly value: string;
}

async function put(work: Database, profileId: string, aggregation: Aggregation): Promise<void> {
  const before = await rowsWithin(work, table, { profile_id: profileId })
    .where(sql<boolean>`fields @> jsonb_build_object('handle', ${aggregation.handle}::text)`)
    .executeTakeFirst();
  const values = { ...aggregation, calculated_at: timestamp(new Date()) };
  if (before) await editRecord(work, table, before.id, values);
  else await addRecord(work, table, { name: nameOf(aggregation.handle), ...values, profile_id: profileId });
}

/** Of two concurrent writers, the second reads what the first one added. */
const lock = ({ db, profileId }: Pick<ProfileCall, 'db' | 'profileId'>) =>
  sql`select from profiles where id = ${profileId} for no key update`.execute(db);

/** `orders-last-year` → `Orders last year`. */
const nameOf = (handle: string): string =>
  (handle.charAt(0).toUpperCase() + handle.slice(1)).replace(/[-_]/g, ' ');
