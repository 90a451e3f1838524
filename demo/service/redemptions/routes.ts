import { sql, type RawBuilder } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import type { Database } from '../database/tables.ts';
import { browse, browsePages } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { notToCustomers, route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { returnRedemption } from './give-back.ts';
import { linkedTo } from '../points/linked-profiles.ts';
import { redeemBenefit, redeemCredit, redeemPoints, redeemReward } from './redeem.ts';
import { itemAttributes, redemptionAttributes } from './redemption-attributes.ts';
import {
  redemptionItemsOf,
  redemptionsOf,
  redemptionView,
  redemptionViews,
  selectedItemViews,
} from './redemption-views.ts';
import { recordId } from '../api/formats.ts';
import type { Attribute } from '../api/query/attribute.ts';
import { groupBrowsing, whereFilters } from '../api/query/groups.ts';

/** Redemptions, returns and reversals. */
export const redemptionRoutes: readonly Route[] = [
  // Spec 4.2: all of them, unless the request names a page.
  route(on.profileRedemptions, (call) =>
    browsePages(
      call,
      redemptionsOf(call.db).where('redemptions.profile_id', '=', call.profileId),
      (page) => redemptionViews(call, page),
      { attributes: redemptionAttributes, complete: true },
    ),
  ),

  route(on.redemptions, (call) =>
    browsePages(call, redemptionsOf(call.db), (page) => redemptionViews(call, page), {
      attributes: redemptionAttributes,
    }),
  ),
  route(on.readRedemption, async (call) => ({
    data: await redemptionView(call, recordId(call.path.redemption) ?? 0),
  })),

  notToCustomers(route(on.profileLinkedRedemptions, (call) => ofLinked(call))),
  notToCustomers(route(on.profileRedemptionsOfLinked, (call) => ofLinked(call))),

  route(on.redemptionItems, (call) =>
    browsePages(call, redemptionItemsOf(call.db), (page) => selectedItemViews(call, page), {
      attributes: itemAttributes,
    }),
  ),
  route(on.readRedemptionItem, async (call) => {
    const id = recordId(call.path.redemptionitem) ?? 0;
    const [data] = await selectedItemViews(call, redemptionItemsOf(call.db).where('id', '=', id));
    if (!data) throw notFound();
    return { data };
  }),

  route(on.groupRedemptions, (call) => {
    const attribute = redemptionAttributes.get(call.path.attribute);
    if (!attribute || attribute.kind === 'items') throw notFound();
    return browse(
      call,
      groups(call.db, attribute, whereFilters(call.url, redemptionAttributes)).selectAll(),
      async (rows) => rows,
      groupBrowsing('-count'),
    );
  }),

  route(on.countProfileRedemptions, async ({ db, path, profileId }) => {
    const { type } = path;
    if (type !== 'benefit' && type !== 'reward' && type !== 'point' && type !== 'credit') throw notFound();
    const { count } = await db
      .selectFrom('redemption_items as item')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('item.profile_id', '=', profileId)
      .where('item.type', '=', type)
      .where(ofDefinition(type, recordId(path.id) ?? 0))
      .where('item.returns_item_id', 'is', null)
      // Not those that were given back as a whole.
      .where(
        sql<boolean>`(item.value > coalesce((select sum(value) from redemption_items where returns_item_id = item.id), 0)
          or not exists (select from redemption_items where returns_item_id = item.id))`,
      )
      .executeTakeFirstOrThrow();
    return { data: { count } };
  }),

  toCustomers(
    route(on.redeemProfileBenefit, async (call) => ({
      data: await redemptionView(call, await redeemBenefit(call, call.profileId, call.body)),
    })),
  ),
  toCustomers(
    route(on.redeemProfileReward, async (call) => ({
      data: await redemptionView(call, await redeemReward(call, call.profileId, call.body)),
    })),
  ),
  toCustomers(
    route(on.redeemProfilePoints, async (call) => ({
      data: await redemptionView(call, await redeemPoints(call, call.profileId, call.body)),
    })),
  ),
  toCustomers(
    route(on.redeemProfileCredit, async (call) => ({
      data: await redemptionView(call, await redeemCredit(call, call.profileId, call.body)),
    })),
  ),

  route(on.addProfileRedemptionReturn, async (call) => {
    const id = await returnRedemption(call, 'return', call.profileId, call.path.redemption, call.body);
    return { data: await redemptionView(call, id) };
  }),
  route(on.addProfileRedemptionReversal, async (call) => {
    const id = await returnRedemption(call, 'reversal', call.profileId, call.path.redemption, call.body);
    return { data: await redemptionView(call, id) };
  }),
];

/** Redeemed points have no definition of their own: they have those of their lots. */
const ofDefinition = (type: string, id: number) =>
  type === 'point'
    ? sql<boolean>`item.lots @> ${JSON.stringify([{ point_definition_id: id }])}::jsonb`
    : sql<boolean>`item.definition_id = ${id}`;

/** Both paths are one. */
const ofLinked = (call: ProfileCall) =>
  browsePages(
    call,
    redemptionsOf(call.db).where('redemptions.profile_id', 'in', linkedTo(call.db, call.profileId)),
    (page) => redemptionViews(call, page),
    { attributes: redemptionAttributes },
  );

/** Redemptions counted by the value of an attribute, separately for each currency and for points; moments by their day in UTC. */
function groups(db: Database, { kind, sql: value }: Attribute, chosen: RawBuilder<boolean>) {
  const key =
    kind === 'moment'
      ? sql<string | null>`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD')`
      : sql<string | null>`${value}::text`;
  // A credit without a currency is money too: its total is not added to points.
  const unit = sql<
    'money' | 'points'
  >`case when currency is not null or has_credit then 'money' else 'points' end`;
  return db.selectFrom(
    db
      .selectFrom('redemptions')
      .select(({ fn }) => [
        key.as('key'),
        'redemptions.currency',
        unit.as('unit'),
        fn.countAll<number>().as('count'),
        sql<string>`sum(redemptions.total)::text`.as('total'),
      ])
      .where(chosen)
      .groupBy([key, 'redemptions.currency', unit])
      .as('grouped'),
  );
}
