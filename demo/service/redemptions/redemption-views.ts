import { mayUse } from '../auth/principal.ts';
import { scopeFor } from '../auth/scopes.ts';
import { sql, type Expression } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import type { Redemption, RedemptionItem } from '../../../src/services/contract/incentives/redemptions.ts';
import { compiledPart } from '../database/compiled-statement.ts';
import type { Database, Row } from '../database/tables.ts';
import { notFound } from '../api/problem.ts';
import type { ViewContext } from '../crud/resource.ts';
import { fromJson, type StoredAsJson } from '../crud/tables.ts';
import { viewsOf, type Viewable } from '../crud/views.ts';
import type { View } from '../crud/fields.ts';
import { timestamp } from '../api/formats.ts';
import { benefit, definitionOfBenefit } from '../benefits/benefits.ts';
import { creditView, definitionOfCredit } from '../credits/credit-view.ts';
import { instanceList } from '../programme/with-definition.ts';
import { localised } from '../programme/money.ts';
import { purchasesNamed, shownPurchase } from './redemption-place.ts';
import { definitionOfReward } from '../rewards/definitions.ts';
import { reward } from '../rewards/rewards.ts';

/** Redemptions, to be filtered and sorted. */
export const redemptionsOf = (db: Database) =>
  db.selectFrom('redemptions').select([
    'redemptions.id',
    'redemptions.profile_id',
    'redemptions.type',
    'redemptions.currency',
    'redemptions.meta',
    'redemptions.location_id',
    'redemptions.transaction_id',
    'redemptions.transaction_external_id',
    'redemptions.transaction',
    'redemptions.has_credit',
    'redemptions.created_at',
    'redemptions.updated_at',
    'redemptions.redeem_at',
    // As a number it would lose its trailing zeros.
    totalText,
  ]);

const totalText = sql<string>`redemptions.total::text`.as('total');

/** Items of redemptions, to be filtered and sorted. */
export const redemptionItemsOf = (db: Database) =>
  db
    .selectFrom('redemption_items')
    .select([
      'redemption_items.id',
      'redemption_items.redemption_id',
      'redemption_items.type',
      'redemption_items.value',
      'redemption_items.count',
      'redemption_items.benefit_id',
      'redemption_items.reward_id',
      'redemption_items.credit_id',
      'redemption_items.created_at',
      'redemption_items.updated_at',
    ]);

/** A row as JSON has it: moments are texts. */
type AsJson<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Date ? string : Columns[Name];
};
type Selected<Query extends { execute(): Promise<unknown[]> }> = AsJson<
  Awaited<ReturnType<Query['execute']>>[number]
>;
type RedemptionRow = Selected<ReturnType<typeof redemptionsOf>>;
type Item = Selected<ReturnType<typeof redemptionItemsOf>>;
/** Null instead of an empty list. */
type List<Record> = readonly Record[] | null;

/** Items, and what was redeemed with them: deleted instances too, because they were redeemed before. */
interface ItemLists {
  readonly items: List<Item>;
  readonly credits: List<StoredAsJson>;
  readonly rewards: List<StoredAsJson>;
  readonly benefits: List<StoredAsJson>;
}

/** The lists of the items in `item`. Each instance is in them once, however many items have it. */
const itemLists = compiledPart(
  () => sql`
    (select json_agg(item) from item) as items,
    ${instanceList('credits', sql`id in (select credit_id from item)`, definitionOfCredit)} as credits,
    ${instanceList('rewards', sql`id in (select reward_id from item)`, definitionOfReward)} as rewards,
    ${instanceList('benefits', sql`id in (select benefit_id from item)`, definitionOfBenefit)} as benefits`,
);

interface RedemptionLists extends ItemLists {
  readonly redemptions: List<RedemptionRow>;
  readonly profiles: List<
    Pick<Row<'profiles'>, 'id' | 'first_name' | 'last_name' | 'email'> & { readonly statuses: unknown }
  >;
  readonly locations: List<Pick<Row<'records'>, 'id' | 'fields'>>;
}

const redemptionLists = compiledPart(
  () => sql`
    (select json_agg(page) from page) as redemptions,
    (select json_agg(json_build_object('id', id, 'first_name', first_name, 'last_name', last_name, 'email', email,
        'statuses', fields -> 'statuses'))
      from profiles where id in (select profile_id from page)) as profiles,
    (select json_agg(json_build_object('id', id, 'fields', fields))
      from records where resource = 'location' and id in (select location_id from page)) as locations`,
);

const itemsOfPage = compiledPart(
  () => sql`(
    select id, redemption_id, type, value, count, benefit_id, reward_id, credit_id, created_at, updated_at
    from redemption_items where redemption_id in (select id from page) order by id)`,
);

/** The scope of the name and e-mail address in a redemption; without it `profile` is null. */
const PROFILES_READ = scopeFor('profiles', false);

/**
 * The redemptions that a query selects, in its order, as spec 2.3 shows them. Filter attributes that are not in 2.3 are not shown
 * (ASSUMPTION). One statement reads them and all that belongs to them.
 */
export async function redemptionViews(
  viewing: ViewContext,
  page: Expression<unknown>,
): Promise<Redemption[]> {
  const { db } = viewing;
  const { rows } = await sql<RedemptionLists>`
    with page as materialized ${page}, item as materialized ${itemsOfPage(db)}
    select ${redemptionLists(db)}, ${itemLists(db)}`.execute(db);
  const redemptions = rows[0]?.redemptions ?? [];
  const [lists] = rows;
  if (!lists || redemptions.length === 0) return [];
  const items = new Map<number, RedemptionItem[]>(redemptions.map(({ id }) => [id, []]));
  const views = await itemViews(viewing, lists);
  lists.items?.forEach(({ redemption_id: id }, index) =>
    items.get(id)?.push(...views.slice(index, index + 1)),
  );
  const showsProfiles = mayUse(viewing.principal, PROFILES_READ);
  const profiles = new Map(showsProfiles ? lists.profiles?.map((row) => [row.id, profileOf(row)]) : []);
  const locations = new Map(lists.locations?.map((row) => [row.id, locationOf(row)]));
  const later = await laterPurchases(db, redemptions);
  return redemptions.map((row) => ({
    id: row.id,
    profile_id: row.profile_id,
    profile: profiles.get(row.profile_id) ?? null,
    type: row.type,
    total: row.total,
    total_localised: row.currency === null ? pointsText(row) : localised(row.total, row.currency),
    meta: row.meta,
    location_id: row.location_id,
    location: locations.get(row.location_id ?? 0) ?? null,
    transaction_id: row.transaction_id ?? later.get(row.id)?.id ?? null,
    items: items.get(row.id) ?? [],
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
    redeem_at: moment(row.redeem_at),
    // A jsonb column has no type: it contains the result of `shownPurchase`, stored with the redemption.
    transaction: (row.transaction ?? later.get(row.id)?.shown ?? null) as Redemption['transaction'],
  }));
}

/** The items that a query selects, in its order. */
export async function selectedItemViews(
  viewing: ViewContext,
  page: Expression<unknown>,
): Promise<RedemptionItem[]> {
  const { db } = viewing;
  const { rows } = await sql<ItemLists>`
    with item as materialized ${page} select ${itemLists(db)}`.execute(db);
  return rows[0] ? await itemViews(viewing, rows[0]) : [];
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
  const [view] = await redemptionViews(viewing, redemptionsOf(viewing.db).where('redemptions.id', '=', id));
  if (!view) throw notFound();
  return view;
}

/** A total without a currency is points, unless a credit without a currency was redeemed. */
const pointsText = ({ total, has_credit: isMoney }: RedemptionRow): string =>
  isMoney ? localised(total, null) : `${localised(total, null)} ${total === '1' ? 'point' : 'points'}`;

type ElementOf<Rows> = NonNullable<Rows> extends readonly (infer Element)[] ? Element : never;

const profileOf = (row: ElementOf<RedemptionLists['profiles']>) => ({
  first_name: row.first_name,
  last_name: row.last_name,
  full_name: [row.first_name, row.last_name].filter(Boolean).join(' '),
  email: row.email,
  statuses: Array.isArray(row.statuses) ? row.statuses : [],
});

const locationOf = ({ id, fields }: ElementOf<RedemptionLists['locations']>) => ({
  id,
  type: textOrNull(fields['type']),
  name: textOrNull(fields['name']),
  description: textOrNull(fields['description']),
  phone: textOrNull(fields['phone']),
  email: textOrNull(fields['email']),
  external_id: textOrNull(fields['external_id']),
  is_published: flagOf(fields['is_published']),
  is_permanently_closed: flagOf(fields['is_permanently_closed']),
});

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Items as spec 2.4 shows them, with the redeemed instance: a credit in the shape of 2.5. */
async function itemViews(context: ViewContext, lists: ItemLists): Promise<RedemptionItem[]> {
  const credits = await viewsById(context, creditView, lists.credits);
  const rewards = await viewsById(context, reward, lists.rewards);
  const benefits = await viewsById(context, benefit, lists.benefits);
  return (lists.items ?? []).map((item) => {
    const { id, type, value, count } = item;
    const dates = { created_at: moment(item.created_at), updated_at: moment(item.updated_at) };
    if (type === 'credit')
      return { id, type, value, count, type_attributes: credits.get(item.credit_id ?? 0) ?? null, ...dates };
    const instance = rewards.get(item.reward_id ?? 0) ?? benefits.get(item.benefit_id ?? 0);
    // A reward whose claim was undone after the reversal is gone.
    const attributes = instance ?? (type === 'point' ? { points: value } : null);
    return { id, type, value, count, type_attributes: attributes, ...dates };
  });
}

/** The views of instances that `instanceList` selected, by their ids. */
async function viewsById<Shape extends AnyShape>(
  context: ViewContext,
  viewable: Viewable<Shape>,
  list: List<StoredAsJson>,
): Promise<Map<unknown, View<Shape>>> {
  const rows = (list ?? []).map(fromJson);
  const views = await viewsOf(viewable, context, rows);
  return new Map(views.map((view, index) => [rows[index]?.['id'], view]));
}

const IN_UTC = /^(.{19})(?:\.(\d{1,3})\d*)?\+00:00$/;

/** A moment in JSON as `timestamp` shows it. */
function moment(text: string): string {
  // Dates take four times as long as texts, and a list has hundreds of moments.
  const [, seconds, fraction = ''] = IN_UTC.exec(text) ?? [];
  return seconds === undefined ? timestamp(new Date(text)) : `${seconds}.${fraction.padEnd(3, '0')}000Z`;
}
