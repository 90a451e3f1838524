import { sql, type RawBuilder } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { benefitDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import type { Database } from '../database/tables.ts';
import { browse } from '../api/paging.ts';
import { route, toCustomers, type Route } from '../api/route.ts';
import {
  benefitDefinitionResource,
  benefitDefinitions,
  benefitDefinitionTable,
  benefitOffers,
  offerOf,
} from './benefit-definitions.ts';
import { benefit, benefitEligibility, claimBenefit } from './benefits.ts';
import { extend } from '../points/extend.ts';
import { redeemBenefit } from '../redemptions/redeem.ts';
import { redemptionView } from '../redemptions/redemption-views.ts';
import { settleDue } from '../points/settle.ts';
import { triggerTarget } from '../programme/trigger-targets.ts';
import { groupBrowsing, whereFilters } from '../api/query/groups.ts';
import { attributesOf, customerAttributes } from '../crud/fields.ts';
import { handleFor } from '../crud/handles.ts';
import { addRecord, findRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import { viewOfRow, viewsOf } from '../crud/views.ts';

export const allDefinitionAttributes = attributesOf(benefitDefinitionShape, benefitDefinitionTable);
export const definitionAttributes = customerAttributes(benefitDefinitionShape, allDefinitionAttributes);
export const benefitAttributes = customerAttributes(
  benefit.shape,
  attributesOf(benefit.shape, tableOf('benefit')),
);

/** Endpoints of benefits, except the verbs of a plain resource. */
export const benefitRoutes: readonly Route[] = [
  route(on.extendBenefits, async (call) => ({
    data: await viewsOf(benefit, call, await extend(call.db, 'benefit', call.body)),
  })),

  route(on.readBenefitTriggerTarget, async (call) => ({
    data: await triggerTarget(call, 'benefit', call.path.benefit, call.path.type),
  })),

  toCustomers(
    route(on.claimProfileBenefit, async (call) => {
      const claimed = await claimBenefit(call.db, call.profileId, call.body.benefit_definition_id);
      return { data: await viewOfRow(benefit, call, claimed) };
    }),
  ),

  toCustomers(
    route(on.claimAndRedeemProfileBenefit, async (call) => {
      const claimed = await claimBenefit(call.db, call.profileId, call.body.benefit_definition_id);
      const id = await redeemBenefit(call, call.profileId, { benefit_id: claimed.id });
      return { data: await redemptionView(call, id) };
    }),
  ),

  route(on.viewableProfileBenefits, (call) =>
    browse(call, benefitDefinitions(call.db), (rows) => viewsOf(benefitDefinitionResource, call, rows), {
      attributes: definitionAttributes,
    }),
  ),

  route(on.claimableProfileBenefits, async (call) => {
    await settleDue(call.db, call.profileId);
    const offers = await benefitOffers(call.db, call.profileId).execute();
    const claimable = offers.map(offerOf).filter((offer) => benefitEligibility(offer).claimable);
    // Eligibility is decided in one place, which is not SQL. The list begins with an id that no record has, because `in ()` is a syntax error.
    const ids = [0, ...claimable.map(({ definition }) => definition.id)];
    return browse(
      call,
      benefitDefinitions(call.db).where('records.id', 'in', ids),
      (rows) => viewsOf(benefitDefinitionResource, call, rows),
      { attributes: definitionAttributes },
    );
  }),

  route(on.redeemableProfileBenefits, (call) =>
    browse(call, redeemable(call.db, call.profileId), (rows) => viewsOf(benefit, call, rows), {
      attributes: benefitAttributes,
    }),
  ),

  route(on.countProfileBenefits, async ({ db, profileId }) => {
    const { count } = await db
      .selectFrom('benefits')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('profile_id', '=', profileId)
      .executeTakeFirstOrThrow();
    return { data: { count } };
  }),

  route(on.countAllocations, async ({ db, path }) => {
    const definition = await findRecord(db, benefitDefinitionTable, {}, path.benefitdefinition);
    const { count } = await db
      .selectFrom('allocations')
      .select(sql<number>`coalesce(sum(quantity), 0)::bigint`.as('count'))
      .where('benefit_definition_id', '=', definition.id)
      .executeTakeFirstOrThrow();
    return { data: { count } };
  }),

  route(on.readBenefitDefinitionByHandle, async (call) => {
    const definition = await findRecord(call.db, benefitDefinitionTable, {}, call.path.handle, {
      by: 'handle',
    });
    return { data: await viewOfRow(benefitDefinitionResource, call, definition) };
  }),

  route(on.groupBenefitDefinitions, (call) =>
    browse(
      call,
      campaigns(call.db, whereFilters(call.url, allDefinitionAttributes)).selectAll(),
      async (rows) => rows,
      groupBrowsing('key', { hasTotal: false }),
    ),
  ),

  route(on.cloneBenefitDefinition, async (call) => {
    const { db, body, path } = call;
    const {
      id: _id,
      created_at: _createdAt,
      updated_at: _updatedAt,
      parent: _parent,
      resource: _resource,
      user_id: _user,
      handle: _handle,
      ...values
    } = await findRecord(db, benefitDefinitionTable, {}, path.definition);
    const copy = await handleFor(
      db,
      {
        shape: { ...benefitDefinitionShape, fields: clonedHandle },
        table: benefitDefinitionTable,
        scope: {},
      },
      {
        ...values,
        name: body.name ?? `${String(values.name)} (copy)`,
        ...(body.handle !== undefined && { handle: body.handle }),
        // Hidden until a user has checked it.
        is_published: false,
        user_id: call.principal.userId,
      },
    );
    const record = await addRecord(db, benefitDefinitionTable, copy);
    const data = await viewOfRow(benefitDefinitionResource, call, record);
    call.note({ changes: { is: data } });
    return { data };
  }),
];

/** The handle is optional for a copy: without one it gets the handle of its name. */
const clonedHandle = {
  ...benefitDefinitionShape.fields,
  handle: { ...benefitDefinitionShape.fields.handle, write: 'optional' as const },
};

const campaigns = (db: Database, chosen: RawBuilder<boolean>) =>
  db.selectFrom(
    db
      .selectFrom('records')
      .select(({ fn }) => [
        sql<string | null>`fields ->> 'campaign'`.as('key'),
        fn.countAll<number>().as('count'),
      ])
      .where('resource', '=', 'benefit-definition')
      .where(chosen)
      .groupBy(sql`fields ->> 'campaign'`)
      .as('campaign'),
  );

/** Benefits that can be redeemed now. */
const redeemable = (db: Database, profileId: string) =>
  db
    .selectFrom('benefits')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('uses_left', '>', 0)
    .where(sql<boolean>`(released_at is null or released_at <= now())`)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`);
