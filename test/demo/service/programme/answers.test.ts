import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { benefitDefinitionTable } from '../../../../demo/service/benefits/benefit-definitions.ts';
import { findRecord } from '../../../../demo/service/crud/store.ts';
import { routes } from '../../../../demo/service/routes.ts';
import { contractOf } from '../../../../src/services/contract/catalogue.ts';
import { creditShape } from '../../../../src/services/contract/incentives/credits.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import {
  achievementDefinitionShape,
  benefitDefinitionShape,
  creditDefinitionShape,
  pointDefinitionShape,
  rewardDefinitionShape,
  tierDefinitionShape,
} from '../../../../src/services/contract/configuration/definitions.ts';
import { allocationShape, benefitShape } from '../../../../src/services/contract/incentives/benefits.ts';
import {
  achievementPointShape,
  achievementShape,
  ledgerShape,
  pointShape,
} from '../../../../src/services/contract/incentives/points.ts';
import { tierPointShape } from '../../../../src/services/contract/incentives/tiers.ts';
import { redemptionItem, redemptionShape } from '../../../../src/services/contract/incentives/redemptions.ts';
import { rewardShape } from '../../../../src/services/contract/incentives/rewards.ts';
import { definitionOf, incentivesOf } from '../../../support/service-incentive-records.ts';
import { openService, type OpenService, type Sent } from '../../../support/service-open.ts';

const ines = 'profile-1005';

/** The shape of an endpoint's records, by the beginning of its operation id; the longest match counts. */
const sent: Readonly<Record<string, v.GenericSchema>> = {
  'achievements.definitions': achievementDefinitionShape.sent,
  allocations: allocationShape.sent,
  'benefits.definitions': benefitDefinitionShape.sent,
  benefits: benefitShape.sent,
  'credits.definitions': creditDefinitionShape.sent,
  credits: creditShape.sent,
  'credits.redeem': redemptionShape.sent,
  ledgers: ledgerShape.sent,
  'points.definitions': pointDefinitionShape.sent,
  points: pointShape.sent,
  'profiles.achievements': achievementShape.sent,
  'profiles.achievements.achievement-points': achievementPointShape.sent,
  'profiles.benefits': benefitShape.sent,
  'profiles.benefits.claim-and-redeem': redemptionShape.sent,
  'profiles.benefits.claimable': benefitDefinitionShape.sent,
  'profiles.benefits.viewable': benefitDefinitionShape.sent,
  'profiles.credits': creditShape.sent,
  'profiles.ledgers': ledgerShape.sent,
  'profiles.linked': redemptionShape.sent,
  'profiles.linked_points': pointShape.sent,
  'profiles.linked_redemptions': redemptionShape.sent,
  'profiles.points': pointShape.sent,
  'profiles.redemptions': redemptionShape.sent,
  'profiles.rewards': rewardShape.sent,
  'profiles.tiers.points': tierPointShape.sent,
  redemptions: redemptionShape.sent,
  'redemptions.items': redemptionItem.sent,
  'rewards.definitions': rewardDefinitionShape.sent,
  rewards: rewardShape.sent,
  'tiers.definitions': tierDefinitionShape.sent,
  'tiers.points': tierPointShape.sent,
};
/** Endpoints with a reply that is not a record; it is in their contract. */
const special = /count$|group$|estimate$|trigger-target|tiers\.(assign|calculate)$/;

const section =
  /^(profiles\.)?(achievements|allocations|benefits|credits|incentives|ledgers|points|redemptions|rewards|tiers|linked\w*)\./;
const endpoints = [...new Set(routes.map(({ endpoint }) => endpoint))].filter(
  ({ id }) => section.test(id) && !id.includes('batch'),
);

describe('endpoints of the section incentives', () => {
  let service: OpenService;
  let machine: string;
  let narrow: string;
  let customer: string;
  let path: Record<string, string>;
  let other: Record<string, string>;
  let bodies: Record<string, unknown>;

  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
    narrow = await service.machineToken('commerce.read');
    customer = await service.tokenOf('1005');
    const { db } = service;
    const one = await incentivesOf(db, ines);
    const spare = await incentivesOf(db, ines);
    const point = await definitionOf(db, 'point', { value: 5 });
    const insert = (table: 'tier_points' | 'allocations', values: Record<string, unknown>) =>
      db
        .insertInto(table)
        .values({ profile_id: ines, ...values } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
    const tierPoint = await insert('tier_points', { value: 5 });
    await insert('allocations', { benefit_definition_id: one.benefitDefinition });
    await incentivesOf(db, 'profile-1002');
    for (const resource of ['target', 'profile-date'])
      await db
        .insertInto('records')
        .values({
          resource,
          parent: null,
          user_id: null,
          profile_id: resource === 'target' ? null : ines,
          fields: JSON.stringify({
            name: 'A',
            handle: resource,
            type: 'email',
            is_default: true,
            links: [{ profile_id: 'profile-1002' }],
          }),
        })
        .execute();
    const item = await db
      .selectFrom('redemption_items')
      .select('id')
      .where('redemption_id', '=', one.redemption)
      .executeTakeFirstOrThrow();
    const { handle } = await findRecord(db, benefitDefinitionTable, {}, String(one.benefitDefinition));
    path = Object.fromEntries(
      Object.entries({
        profile: ines,
        profileId: ines,
        rewardId: one.reward,
        reward: one.reward,
        credit: one.credit,
        point: one.point,
        ledger: one.point,
        achievement: one.achievement,
        redemption: one.redemption,
        benefit: one.benefit,
        benefitId: one.benefit,
        benefitdefinition: one.benefitDefinition,
        redemptionitem: item.id,
        attribute: 'type',
        type: 'issue',
        handle,
        tierPoint: tierPoint.id,
        benefitDefinition: one.benefitDefinition,
        creditDefinition: one.creditDefinition,
        achievementDefinition: one.achievementDefinition,
        pointDefinition: point,
        id: ines,
      }).map(([name, value]) => [name, String(value)]),
    );
    // Two endpoints return or delete such a record each.
    other = { redemption: String(spare.redemption), rewardId: String(spare.reward) };
    const named = { name: 'One more', handle: 'one-more' };
    bodies = {
      'achievements.definitions.store': { ...named, points_required: 5 },
      'benefits.definitions.store': named,
      'credits.definitions.store': named,
      'points.definitions.store': { ...named, value: 5 },
      'rewards.definitions.store': { ...named, points_cost: 5 },
      'tiers.definitions.store': { ...named, points_required: 12_345 },
      'credits.store': { profile_id: ines, credit_definition_id: one.creditDefinition },
      'points.store': { profile_id: ines, value: 5 },
      'profiles.points.store': { value: 5 },
      'rewards.store': { profile_id: ines, reward_definition_id: 1 },
      'profiles.rewards.store': { reward_definition_id: 2 },
      'tiers.points.store': { profile_id: ines, value: 5 },
      'benefits.extend': { ids: [one.benefit], days: 5 },
      'credits.extend': { ids: [one.credit], days: 5 },
      'rewards.extend': { ids: [one.reward], days: 5 },
      'credits.redeem': { value: '1' },
      'incentives.estimate': { total: 5 },
      'profiles.benefits.claim': { benefit_definition_id: one.benefitDefinition },
      'profiles.benefits.claim-and-redeem': { benefit_definition_id: one.benefitDefinition },
      'profiles.redemptions.benefit.store': { benefit_id: one.benefit },
      'profiles.redemptions.credit.store': { credit_id: one.credit, value: '1' },
      'profiles.redemptions.point.store': { points: 5 },
      'profiles.redemptions.reward.store': { reward_id: spare.reward },
      'profiles.tiers.assign': { tier_definition_id: 1 },
    };
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  /** Path parameters whose name has different meanings. */
  function pathFor({ id }: Endpoint): Record<string, string> {
    const definition =
      path[`${/(\w+?)s\.definitions/.exec(id)?.[1] ?? ''}Definition`] ??
      (id.startsWith('profiles.achievements') ? path['achievementDefinition'] : '1') ??
      '';
    const point = id.startsWith('tiers.') ? path['tierPoint'] : path['point'];
    const counted = id === 'profiles.redemptions.count';
    return {
      ...path,
      definition,
      point: point ?? '',
      ...((id.endsWith('reversals.store') || id.endsWith('destroy')) && other),
      ...(counted && { type: 'credit', id: path['creditDefinition'] ?? '' }),
    };
  }

  const shapeOf = (id: string): v.GenericSchema | undefined => {
    const fitting = Object.keys(sent).filter((name) => id === name || id.startsWith(`${name}.`));
    return sent[fitting.sort((a, b) => b.length - a.length)[0] ?? ''];
  };

  const deletions = endpoints.filter(({ method }) => method === 'DELETE');
  it.each(endpoints.filter(({ method }) => method !== 'DELETE'))(
    '$id answers 200 with exactly the fields of its shape',
    async (endpoint) => {
      const { id, method } = endpoint;
      const body = bodies[id] ?? (method === 'GET' ? undefined : {});
      const answer = await service.call(endpoint, {
        path: pathFor(endpoint),
        token: machine,
        ...(body !== undefined && { body }),
      });
      expect(answer.status, answer.text).toBe(200);
      const contract = contractOf(endpoint);
      expect(v.safeParse(contract!.reply, answer.body).issues).toBeUndefined();
      if (special.test(id)) return;
      const shape = shapeOf(id);
      expect(shape, 'a shape in the table above').toBeDefined();
      const records = [answer.body.data].flat();
      if (method === 'GET') expect(records.length, 'something to look at').toBeGreaterThan(0);
      for (const record of records) expect(v.safeParse(shape!, record).issues).toBeUndefined();
    },
  );

  it.each(deletions)('$id answers 204 without a body', async (endpoint) => {
    const answer = await service.call(endpoint, { path: pathFor(endpoint), token: machine });
    // 409: definitions with instances, and redeemed instances, cannot be deleted.
    expect([204, 409]).toContain(answer.status);
  });

  it.each(endpoints)('$id answers 401, then 403, then 404', async (endpoint) => {
    const asked = { path: { ...pathFor(endpoint) }, body: endpoint.method === 'GET' ? undefined : { no: 1 } };
    expect((await service.call(endpoint, asked)).status).toBe(401);
    expect((await service.call(endpoint, { ...asked, token: narrow })).status).toBe(403);
    if (!endpoint.path.startsWith('/v3/profiles/')) return;
    const nobody: Sent & { path: Record<string, string> } = {
      ...asked,
      path: { ...asked.path, profile: 'nobody', profileId: 'nobody' },
    };
    if (endpoint.id !== 'profiles.redemptions.count') nobody.path['id'] = 'nobody';
    expect((await service.call(endpoint, { ...nobody, token: machine })).status).toBe(404);
  });

  it.each(endpoints.filter(({ path: template }) => !template.startsWith('/v3/profiles/')))(
    '$id answers 403 to customers, except for what a shop shows',
    async (endpoint) => {
      const { status } = await service.call(endpoint, {
        path: pathFor(endpoint),
        token: customer,
        ...(endpoint.method !== 'GET' && { body: {} }),
      });
      const open = [
        'rewards.definitions.index',
        'incentives.estimate',
        'tiers.definitions.index',
        'tiers.definitions.show',
      ].includes(endpoint.id);
      if (open) expect([200, 422]).toContain(status);
      else expect(status).toBe(403);
    },
  );
});
