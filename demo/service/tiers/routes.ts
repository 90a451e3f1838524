import { sql } from 'kysely';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import type { Database } from '../database/tables.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { acting, route, toCustomers, type Route } from '../api/route.ts';
import { lockBalance, openBalanceAccount } from '../points/balance-account.ts';
import { assignTier, settle, settleDue } from '../points/settle.ts';
import { publishTierChange } from './tier-changes.ts';
import { tierDefinitionAttributes, tierDefinitionsFor, tierDefinitionViews } from './tier-definitions.ts';
import { tierOf } from './tiers.ts';
import { checkReferences } from '../crud/references.ts';
import { recordId } from '../api/formats.ts';

const standingOf = (db: Database, profileId: string) =>
  db
    .selectFrom('profile_tiers')
    .select(['points', 'tier_definition_id'])
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();

/** Tier definitions, and the tier of a profile: by points, or assigned by a user. */
export const tierRoutes: readonly Route[] = [
  toCustomers(
    route(on.tierDefinitions, (call) =>
      browse(call, tierDefinitionsFor(call), (rows) => tierDefinitionViews(call, rows), {
        attributes: tierDefinitionAttributes(call),
      }),
    ),
  ),

  toCustomers(
    route(on.readTierDefinition, async (call) => {
      const id = recordId(call.path.definition);
      const row = await tierDefinitionsFor(call)
        .where('id', '=', id ?? 0)
        .executeTakeFirst();
      const [data] = await tierDefinitionViews(call, row ? [row] : []);
      if (!data) throw notFound();
      return { data };
    }),
  ),

  route(on.profileTier, async ({ db, profileId }) => {
    await settleDue(db, profileId);
    return { data: await tierOf(db, profileId) };
  }),

  route(on.assignProfileTier, async (call) => {
    const { db, profileId, body } = call;
    await checkReferences(db, 'profile-tier', body);
    await openBalanceAccount(db, profileId);
    await lockBalance(db, profileId);
    call.note({
      reason: body.reason ?? null,
      changes: { tier_definition_id: { is: body.tier_definition_id } },
    });
    if (body.tier_definition_id === null) {
      // The tier is the one of the points again.
      await db
        .updateTable('profile_tiers')
        .set({ is_assigned: false })
        .where('profile_id', '=', profileId)
        .execute();
      await assignTier(db, profileId, { grace: false });
      await settle(db, profileId);
      return { data: await tierOf(db, profileId) };
    }
    const before = await standingOf(db, profileId);
    const named = body.tier_definition_id;
    await db
      .updateTable('profile_tiers')
      .set({
        tier_definition_id: named,
        is_assigned: true,
        at_risk_since: null,
        reassess_at: null,
        issued_at: sql<Date>`case when tier_definition_id is not distinct from ${named}::bigint
          then issued_at else now() end`,
      })
      .where('profile_id', '=', profileId)
      .execute();
    await publishTierChange(db, profileId, {
      points: before.points,
      before: before.tier_definition_id,
      after: named,
    });
    return { data: await tierOf(db, profileId) };
  }),

  acting(
    route(on.calculateProfileTier, async ({ db, profileId }) => {
      await openBalanceAccount(db, profileId);
      await settle(db, profileId);
      return { data: await tierOf(db, profileId) };
    }),
  ),
];
