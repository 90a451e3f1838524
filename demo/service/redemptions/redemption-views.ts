import { sql } from 'kysely';
import type { Redemption, RedemptionItem } from '../../../src/services/contract/shapes/redemption.ts';
import type { Database, Row } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';
import type { ViewContext } from '../crud/resource.ts';
import { tableOf } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';
import { rowsWithin } from '../crud/store.ts';
import { timestamp } from '../api/views.ts';
import { benefit, definitionOfBenefit } from '../benefits/benefits.ts';
import { creditView, definitionOfCredit } from '../credits/credit-view.ts';
import { bringDefinition } from '../programme/joined.ts';
import { localised } from '../programme/money.ts';
import { purchasesNamed, shownPurchase } from './redemption-place.ts';
import { definitionOfReward, reward } from '../rewards/rewards.ts';

type Item = Row<'redemption_items'>;

/** Redemptions with all that one statement can bring: their profile, their location, their items. */
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

/** Redemptions as spec 2.3 has them. What is filtered by and not in 2.3 is not shown (ASSUMPTION G35). */
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
    transaction: (row.transaction ?? later.get(row.id)?.shown ?? null) as Redemption['transaction'],
  }));
}

/** Purchases that arrived after the redemption that names them, where they are of the same profile. */
async function laterPurchases(db: Database, rows: readonly RedemptionRow[]) {
  const open = rows.filter(
    ({ transaction, transaction_external_id: id }) => id !== null && transaction === null,
  );
  const found = await purchasesNamed(
    db,
    open.map(({ transaction_external_id: id }) => id ?? ''),
  );
  const byName = new Map(found.map((purchase) => [purchase['external_id'], purchase]));
  const later = new Map<number, { id: string; shown: unknown }>();
  for (const { id, profile_id, transaction_external_id } of open) {
    const purchase = byName.get(transaction_external_id);
    if (purchase?.['profile_id'] === profile_id)
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

/** Without a currency a total is points, unless it is what a credit without one held. */
const pointsText = ({ total, has_credit: isMoney }: RedemptionRow): string =>
  isMoney ? localised(total, null) : `${localised(total, null)} ${total === '1' ? 'point' : 'points'}`;

function locationOf({ place_id: id, place }: RedemptionRow): Redemption['location'] {
  if (id === null || place === null) return null;
  const named = (name: string) => (place[name] ?? null) as never;
  return {
    id,
    type: named('type'),
    name: named('name'),
    description: named('description'),
    phone: named('phone'),
    email: named('email'),
    external_id: named('external_id'),
    is_published: named('is_published'),
    is_permanently_closed: named('is_permanently_closed'),
  };
}

/** Items as spec 2.4 has them, with what was redeemed: a credit in the shape of 2.5. */
export async function itemViews(viewing: ViewContext, items: readonly Item[]): Promise<RedemptionItem[]> {
  const credits = await instances(viewing, 'credit', items, ({ credit_id }) => credit_id);
  const rewards = await instances(viewing, 'reward', items, ({ reward_id }) => reward_id);
  const benefits = await instances(viewing, 'benefit', items, ({ benefit_id }) => benefit_id);
  return items.map((item) => ({
    id: item.id,
    type: item.type,
    value: item.value,
    count: item.count,
    type_attributes: (credits.get(item.credit_id ?? 0) ??
      rewards.get(item.reward_id ?? 0) ??
      benefits.get(item.benefit_id ?? 0) ?? { points: item.value }) as never,
    created_at: moment(item.created_at),
    updated_at: moment(item.updated_at),
  }));
}

const shapes = {
  credit: { of: creditView, definition: definitionOfCredit },
  reward: { of: reward, definition: definitionOfReward },
  benefit: { of: benefit, definition: definitionOfBenefit },
};

async function instances(
  viewing: ViewContext,
  model: keyof typeof shapes,
  items: readonly Item[],
  idOf: (item: Item) => number | null,
): Promise<Map<number, unknown>> {
  const ids = [...new Set(items.map(idOf))].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  // What was deleted since is still what was redeemed.
  const { hiddenBy: _, ...table } = tableOf(model);
  const { of, definition } = shapes[model];
  const rows = await rowsWithin(viewing.db, table, {})
    .select(bringDefinition(table.name, definition))
    .where('id', 'in', ids)
    .execute();
  const views = (await viewsOf(of as never, viewing, rows)) as { id: number }[];
  return new Map(views.map((view) => [view.id, view]));
}

/** The driver reads columns as dates; inside JSON they are text. */
const moment = (time: Date | string): string => timestamp(time instanceof Date ? time : new Date(time));
