import { sql } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import type { Redemption, RedemptionItem } from '../../../src/services/contract/incentives/redemptions.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';
import type { ViewContext } from '../crud/resource.ts';
import { tableOf } from '../crud/tables.ts';
import { viewsOf, type Viewable } from '../crud/views.ts';
import type { View } from '../crud/fields.ts';
import { rowsWithin } from '../crud/store.ts';
import { timestamp } from '../api/formats.ts';
import { benefit, definitionOfBenefit } from '../benefits/benefits.ts';
import { creditView, definitionOfCredit } from '../credits/credit-view.ts';
import { definitionColumn, type DefinitionSource } from '../programme/with-definition.ts';
import { localised } from '../programme/money.ts';
import { purchasesNamed, shownPurchase } from './redemption-place.ts';
import { definitionOfReward, reward } from '../rewards/rewards.ts';

type Item = Row<'redemption_items'>;

/** Redemptions with their profile, their location and their items, in one statement. */
export function redemptionRows(db: Database) {
  return db
    .selectFrom('redemptions')
    .innerJoin('profiles', 'profiles.id', 'redemptions.profile_id')
    .leftJoin('records as location', (on) =>
      on.onRef('location.id', '=', 'redemptions.location_id').on('location.resource', '=', 'location'),
    )
    .selectAll('redemptions')
    .select([
      'profiles.first_name',
      'profiles.last_name',
      'profiles.email',
      sql<unknown[] | null>`profiles.fields -> 'statuses'`.as('statuses'),
      'location.id as place_id',
      'location.fields as place',
      sql<Item[]>`(
        select coalesce(json_agg(item order by item.id), '[]') from redemption_items as item
        where item.redemption_id = redemptions.id)`.as('items'),
    ]);
}

export type RedemptionRow = Awaited<ReturnType<ReturnType<typeof redemptionRows>['execute']>>[number];

/** Redemptions as spec 2.3 shows them. Filter attributes that are not in 2.3 are not shown (ASSUMPTION G35). */
export async function redemptionViews(
  viewing: ViewContext,
  rows: readonly RedemptionRow[],
): Promise<Redemption[]> {
  const items = await itemViews(
    viewing,
    rows.flatMap((row) => row.items),
  );
  const byId = new Map(items.map((item): [unknown, RedemptionItem] => [item.id, item]));
  const later = await laterPurchases(viewing.db, rows);
  return rows.map((row) => ({
    id: row.id,
    profile_id: row.profile_id,
    profile: {
      first_name: row.first_name,
      last_name: row.last_name,
      full_name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      email: row.email,
      statuses: Array.isArray(row.statuses) ? row.statuses : [],
    },
    type: row.type,
    total: row.total,
    total_localised: row.currency === null ? pointsText(row) : localised(row.total, row.currency),
    meta: row.meta,
    location_id: row.location_id,
    location: locationOf(row),
    transaction_id: row.transaction_id ?? later.get(row.id)?.id ?? null,
    items: row.items.map(({ id }) => byId.get(id)).filter((item) => item !== undefined),
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    redeem_at: timestamp(row.redeem_at),
    // A jsonb column has no type: it contains the result of `shownPurchase`, stored with the redemption.
    transaction: (row.transaction ?? later.get(row.id)?.shown ?? null) as Redemption['transaction'],
  }));
}

/** Purchases of the same profile that arrived after the redemption that names them. */
async function laterPurchases(db: Database, rows: readonly RedemptionRow[]) {
  const open = rows.filter(
    ({ transaction, transaction_external_id: id }) => id !== null && transaction === null,
  );
  const found = await purchasesNamed(
    db,
    open.map(({ transaction_external_id: id }) => id ?? ''),
  );
  const byName = new Map(found.map((purchase) => [purchase.external_id, purchase]));
  const later = new Map<number, { id: string; shown: unknown }>();
  for (const { id, profile_id, transaction_external_id } of open) {
    const purchase = byName.get(transaction_external_id ?? '');
    if (purchase?.profile_id === profile_id)
      later.set(id, { id: String(purchase.id), shown: await shownPurchase(db, purchase) });
  }
  return later;
}

/** One of them, by its id; throws 404 for one that does not exist. */
export async function redemptionView(viewing: ViewContext, id: number): Promise<Redemption> {
  const rows = await redemptionRows(viewing.db).where('redemptions.id', '=', id).execute();
  const [view] = await redemptionViews(viewing, rows);
  if (!view) throw notFound();
  return view;
}

/** A total without a currency is points, unless a credit without a currency was redeemed. */
const pointsText = ({ total, has_credit: isMoney }: RedemptionRow): string =>
  isMoney ? localised(total, null) : `${localised(total, null)} ${total === '1' ? 'point' : 'points'}`;

function locationOf({ place_id: id, place }: RedemptionRow): Redemption['location'] {
  if (id === null || place === null) return null;
  return {
    id,
    type: textOf(place['type']),
    name: textOf(place['name']),
    description: textOf(place['description']),
    phone: textOf(place['phone']),
    email: textOf(place['email']),
    external_id: textOf(place['external_id']),
    is_published: flagOf(place['is_published']),
    is_permanently_closed: flagOf(place['is_permanently_closed']),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Items as spec 2.4 shows them, with the redeemed instance: a credit in the shape of 2.5. */
export async function itemViews(context: ViewContext, items: readonly Item[]): Promise<RedemptionItem[]> {
  const idsOf = (column: 'credit_id' | 'reward_id' | 'benefit_id') =>
    items.flatMap((item) => item[column] ?? []);
  const credits = await instancesById(context, 'credit', creditView, definitionOfCredit, idsOf('credit_id'));
  const rewards = await instancesById(context, 'reward', reward, definitionOfReward, idsOf('reward_id'));
  const benefits = await instancesById(context, 'benefit', benefit, definitionOfBenefit, idsOf('benefit_id'));
  return items.map((item) => {
    const { id, type, value, count } = item;
    const dates = { created_at: moment(item.created_at), updated_at: moment(item.updated_at) };
    if (type === 'credit')
      return { id, type, value, count, type_attributes: credits.get(item.credit_id ?? 0) ?? null, ...dates };
    const instance = rewards.get(item.reward_id ?? 0) ?? benefits.get(item.benefit_id ?? 0);
    return { id, type, value, count, type_attributes: instance ?? { points: value }, ...dates };
  });
}

/** Instances by their ids, each selected with its definition. Deleted ones too, because they were redeemed before. */
async function instancesById<Shape extends AnyShape>(
  context: ViewContext,
  model: 'credit' | 'reward' | 'benefit',
  viewable: Viewable<Shape>,
  definition: Pick<DefinitionSource, 'model' | 'field' | 'relatedColumn'>,
  ids: readonly number[],
): Promise<Map<number, View<Shape>>> {
  if (ids.length === 0) return new Map();
  const { hiddenBy: _, ...table } = tableOf(model);
  const rows = await rowsWithin(context.db, table, {})
    .select(definitionColumn(table.name, definition))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const views = await viewsOf(viewable, context, rows);
  return new Map(
    rows.flatMap(({ id }, index) => {
      const view = views[index];
      return view === undefined ? [] : [[id, view]];
    }),
  );
}

/** The driver reads columns as dates; inside JSON they are text. */
const moment = (time: Date | string): string => timestamp(time instanceof Date ? time : new Date(time));
