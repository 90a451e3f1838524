import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { recountProfiles } from '../../../../demo/service/achievements/recount-achievements.ts';
import { deleteExpiredRows } from '../../../../demo/service/platform/housekeeping.ts';
import { sql } from 'kysely';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

const SINCE = '2026-01-01T00:00:00Z';
let named = 0;

describe('achievement criteria', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    // Each test has customers of its own, so that no definition of another test counts for them.
    await sql`
      update records set fields = fields || '{"is_archived": true}' where resource = 'achievement-definition'`.execute(
      service.db,
    );
  });

  const send = async (endpoint: Endpoint, body?: unknown, path: Readonly<Record<string, string>> = {}) => {
    const answer = await service.call(endpoint, { token, path, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body?.data;
  };
  /** Adds a new customer. */
  const customer = async (): Promise<string> => (await send(on.addProfile, { first_name: 'Ada' })).id;
  const define = async (values: object): Promise<number> => {
    const handle = `badge-${++named}`;
    const given = { name: handle, handle, is_published: true, counted_from: SINCE, reward_definition_id: 1 };
    return (await send(on.addAchievementDefinition, { ...given, ...values })).id;
  };
  const buy = async (profile_id: string, more: object = {}) => {
    const stored = await send(on.addTransaction, purchase({ profile_id, ...more }));
    await runDueJobs(service);
    return stored;
  };
  const standing = async (profile: string, definition: number) => {
    await runDueJobs(service);
    const all = await send(on.profileAchievements, undefined, { profile });
    const mine = all.find(
      (one: { achievement_definition_id: number }) => one.achievement_definition_id === definition,
    );
    return mine && { points: mine.points, complete: mine.completed_at !== null };
  };
  const steps = async (profile: string, definition: number) => {
    const all = await send(on.profileAchievementPoints, undefined, {
      profile,
      definition: String(definition),
    });
    return all.map(({ value }: { value: number }) => value).reverse();
  };
  /** Number of rewards that can be used. */
  const usable = async (id: string): Promise<number> =>
    (await send(on.profileRewards, undefined, { id })).filter(
      (one: { redeemed_at: string | null; expires_at: string | null }) =>
        !one.redeemed_at && !(one.expires_at && Date.parse(one.expires_at) <= Date.now()),
    ).length;

  it('"Spend 200 euros and get gift wrapping": completes at 210 euros; a refund reopens it and removes the benefit', async () => {
    const definition = await define({ criterion: 'spend', points_required: 200 });
    const profile = await customer();
    await buy(profile, { total: 150.5, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 150, complete: false });
    // A purchase in another currency does not count.
    await buy(profile, { total: 500, currency: 'GBP', items: [] });
    await buy(profile, { total: 60, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 210, complete: true });
    expect(await usable(profile)).toBe(1);
    await buy(profile, { total: -60, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 150, complete: false });
    expect(await usable(profile)).toBe(0);
    expect(await steps(profile, definition)).toEqual([150, 60, -60]);
    await buy(profile, { total: 80, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 230, complete: true });
    expect(await usable(profile)).toBe(1);
  });

  it('counts what happens between its two times, of which the later is not before the earlier', async () => {
    const days = { counted_from: '2026-03-01T00:00:00Z', counted_until: '2026-04-01T00:00:00Z' };
    const definition = await define({ criterion: 'purchases', points_required: 5, ...days });
    const profile = await customer();
    for (const transacted_at of [
      '2026-02-28T23:59:59Z',
      '2026-03-01T00:00:00Z',
      '2026-03-31T23:59:59Z',
      '2026-04-01T00:00:00Z',
    ])
      await buy(profile, { transacted_at });
    expect(await standing(profile, definition)).toEqual({ points: 2, complete: false });
    const turned = { counted_from: days.counted_until, counted_until: days.counted_from };
    await expect(define({ criterion: 'purchases', points_required: 5, ...turned })).rejects.toThrow(
      'The field counted_until has to be after counted_from.',
    );
    for (const one of [
      { counted_until: days.counted_until, counted_from: null },
      { counted_from: days.counted_until },
    ])
      expect(await define({ criterion: 'purchases', points_required: 5, ...one })).toBeGreaterThan(
        definition,
      );
  });

  it('"Three purchases": the third completes it; a partly refunded purchase counts, a fully refunded one does not', async () => {
    const definition = await define({ criterion: 'purchases', points_required: 3 });
    const profile = await customer();
    await buy(profile);
    await buy(profile);
    await buy(profile, { receipt_ref: 'third', total: 50, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 3, complete: true });
    await buy(profile, { receipt_ref: 'third', total: -20, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 3, complete: true });
    await buy(profile, { receipt_ref: 'third', total: -30, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 2, complete: false });
    // Without a receipt it is a part of the newest purchase that is left, which still counts.
    await buy(profile, { receipt_ref: null, total: -10, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 2, complete: false });
  });

  it('"First order": a refund of a tenth keeps it, by profile as by receipt', async () => {
    const definition = await define({ criterion: 'purchases', points_required: 1 });
    const profile = await customer();
    const { external_id } = await buy(profile, { total: 100, items: [] });
    await buy(profile, { receipt_ref: null, total: -10, items: [] });
    await buy(profile, { refund_of: external_id, total: -10, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 1, complete: true });
    await buy(profile, { refund_of: external_id, total: -80, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 0, complete: false });
  });

  it.each([
    [{ criterion: 'product', criterion_values: ['hp-1001', 'hp-9999'] }, 'the product hp-9999.'],
    [{ criterion: 'category', criterion_values: ['Lapms'] }, 'the category Lapms.'],
  ])('what is counted has to be in the catalogue or bought: %j answers 422', async (values, text) => {
    const body = { name: 'B', handle: `badge-${++named}`, points_required: 1, is_published: true, ...values };
    const answer = await service.call(on.addAchievementDefinition, { token, body });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { criterion_values: [`No product and no purchase has ${text}`] },
    ]);
    const { data } = (
      await service.call(on.addAchievementDefinition, { token, body: { ...body, criterion: 'points' } })
    ).body;
    const path = { definition: String(data.id), achievementDefinition: String(data.id) };
    const edited = await service.call(on.editAchievementDefinition, {
      token,
      path,
      body: { criterion: values.criterion },
    });
    expect(edited.status).toBe(422);
  });

  it('pieces of a purchase that is refunded whole do not count, whether the refund names lines or not', async () => {
    await send(on.addProductVariant, { product_id: 'hp-1001', sku: 'CUP', name: 'Cup' });
    const definition = await define({
      criterion: 'product',
      criterion_values: ['CUP'],
      points_required: 2,
    });
    const profile = await customer();
    const items = [{ sku: 'CUP', name: 'Cup', quantity: 2, price: '10.00' }];
    const { external_id } = await buy(profile, { total: 20, items });
    expect(await standing(profile, definition)).toEqual({ points: 2, complete: true });
    await buy(profile, { total: -20, refund_of: external_id, items: undefined });
    expect(await standing(profile, definition)).toEqual({ points: 0, complete: false });
    const second = await buy(profile, { total: 20, items });
    await buy(profile, { total: -10, refund_of: second.external_id, items: [{ ...items[0], quantity: 1 }] });
    expect(await standing(profile, definition)).toEqual({ points: 1, complete: false });
  });

  it('spend is what is left of purchases, and never below zero', async () => {
    const definition = await define({ criterion: 'spend', points_required: 500 });
    const profile = await customer();
    const { external_id } = await buy(profile, { total: 100, items: [] });
    await buy(profile, { total: -100, refund_of: external_id, items: [] });
    const again = await service.call(on.addTransaction, {
      token: await service.machineToken(),
      body: purchase({ profile_id: profile, total: -100, refund_of: external_id, items: [] }),
    });
    expect(again.status).toBe(422);
    await buy(profile, { total: 60, items: [] });
    expect(await standing(profile, definition)).toEqual({ points: 60, complete: false });
  });

  it('"Buy two candles", by product, SKU or category: counts no other products, and subtracts returned ones', async () => {
    const byProduct = await define({
      criterion: 'product',
      criterion_values: ['hp-1001', 'BOWL-S'],
      points_required: 3,
    });
    const { category } = await service.db
      .selectFrom('products')
      .select('category')
      .where('id', '=', 'hp-1001')
      .executeTakeFirstOrThrow();
    const byCategory = await define({
      criterion: 'category',
      criterion_values: [String(category).toUpperCase()],
      points_required: 2,
    });
    const profile = await customer();
    await buy(profile, { items: [{ product_id: 'hp-1200', name: 'Other', quantity: 9, price: '1.00' }] });
    expect(await standing(profile, byProduct)).toBeUndefined();
    await buy(profile);
    expect(await standing(profile, byProduct)).toEqual({ points: 3, complete: true });
    expect(await standing(profile, byCategory)).toEqual({ points: 2, complete: true });
    const back = [{ product_id: 'hp-1001', name: 'Candle', quantity: 1, price: '-24.75' }];
    await buy(profile, { total: -24.75, items: back });
    expect(await standing(profile, byProduct)).toEqual({ points: 2, complete: false });
    expect(await standing(profile, byCategory)).toEqual({ points: 1, complete: false });
  });

  it('counts a category as it was when the product was bought: later changes of the catalogue take nothing back', async () => {
    const product = async (values: object) => {
      const external_id = `lamp-${++named}`;
      await send(on.addProduct, { external_id, name: 'Lamp', category: 'Lamps', ...values });
      return external_id;
    };
    const [moved, deleted] = [await product({}), await product({})];
    const late = `late-${++named}`;
    const variant = await send(on.addProductVariant, {
      product_id: moved,
      sku: `red-${named}`,
      name: 'Red lamp',
    });
    const lamps = await define({ criterion: 'category', criterion_values: ['lamps'], points_required: 4 });
    const profile = await customer();
    const line = { name: 'Lamp', quantity: 1, price: '10.00' };
    await buy(profile, {
      items: [
        { ...line, product_id: moved },
        { ...line, product_id: deleted },
      ],
    });
    const bySku = await buy(profile, { items: [{ ...line, sku: variant.sku }] });
    // Purchases can be imported before the catalogue.
    await buy(profile, { items: [{ ...line, product_id: late }] });
    expect(await standing(profile, lamps)).toEqual({ points: 3, complete: false });
    await send(on.addProduct, { external_id: late, name: 'Lamp', category: 'Lamps' });
    expect(await standing(profile, lamps)).toEqual({ points: 4, complete: true });
    expect(await usable(profile)).toBe(1);
    await send(on.editProduct, { category: 'Chairs' }, { product: moved });
    await send(on.deleteProduct, undefined, { product: deleted });
    await buy(profile, { items: [{ ...line, product_id: moved }] });
    expect(await standing(profile, lamps)).toEqual({ points: 4, complete: true });
    expect(await usable(profile)).toBe(1);
    // What is returned was a lamp.
    await buy(profile, { total: -10, refund_of: bySku.external_id, items: [{ ...line, sku: variant.sku }] });
    expect(await standing(profile, lamps)).toEqual({ points: 3, complete: false });
  });

  it('"Reach Harbour": a member of Shore completes it with that tier or a higher one', async () => {
    const tiers = await send(on.tierDefinitions);
    const { id } = tiers.find(({ handle }: { handle: string }) => handle === 'harbour');
    const definition = await define({
      criterion: 'tier',
      criterion_tier_definition_id: id,
      points_required: 1,
    });
    const profile = await customer();
    await send(on.addPoint, { profile_id: profile, value: 999 });
    expect(await standing(profile, definition)).toBeUndefined();
    await send(on.addPoint, { profile_id: profile, value: 6_000 });
    expect(await standing(profile, definition)).toEqual({ points: 1, complete: true });
  });

  it('"Write a review twice": counts each event once, also after its row is removed; customers cannot publish the event', async () => {
    const definition = await define({
      criterion: 'event',
      criterion_values: ['reviewed'],
      points_required: 2,
    });
    const review = (profile: string) => send(on.addProfileCustomEvent, { name: 'reviewed' }, { profile });
    const profile = await customer();
    await review(profile);
    expect(await standing(profile, definition)).toEqual({ points: 1, complete: false });
    const own = await service.tokenOf('1001');
    await service.call(on.addProfileCustomEvent, {
      token: own,
      path: { profile: 'profile-1001' },
      body: { name: 'reviewed' },
    });
    expect(await standing('profile-1001', definition)).toBeUndefined();
    await sql`update events set created_at = created_at - interval '60 days'`.execute(service.db);
    await deleteExpiredRows(service.db);
    await review(profile);
    expect(await standing(profile, definition)).toEqual({ points: 2, complete: true });
  });

  it('"A purchase is recorded": an event that is sent again does not count again', async () => {
    const recorded = { criterion: 'event', criterion_values: ['transaction.created'], points_required: 2 };
    const definition = await define(recorded);
    const profile = await customer();
    const { id } = await buy(profile);
    for (let time = 0; time < 3; time++) await send(on.resendTransaction, undefined, { id: String(id) });
    expect(await standing(profile, definition)).toEqual({ points: 1, complete: false });
    // A definition that is added later counts the stored events.
    expect(await standing(profile, await define(recorded))).toEqual({ points: 1, complete: false });
  });

  it('"500 points": points of a purchase do not count after the purchase is removed from the profile', async () => {
    const definition = await define({ points_required: 500, counted_from: null });
    const profile = await customer();
    const { id } = await buy(profile, { total: 450, items: [] });
    await send(on.addPoint, { profile_id: profile, value: 50 });
    expect(await standing(profile, definition)).toEqual({ points: 500, complete: true });
    await send(on.unattachProfileTransaction, undefined, { profile, transaction: String(id) });
    await send(on.addProfileCustomEvent, { name: 'visited' }, { profile });
    expect(await standing(profile, definition)).toEqual({ points: 50, complete: false });
  });

  it('a changed definition recounts all profiles, with any number of concurrent jobs', async () => {
    const definition = await define({ criterion: 'spend', points_required: 300, is_published: false });
    const profiles = [await customer(), await customer()] as const;
    await buy(profiles[0], { total: 200, items: [] });
    await buy(profiles[1], { total: 20, items: [] });
    expect(await standing(profiles[0], definition)).toBeUndefined();
    const path = { definition: String(definition) };
    await send(on.editAchievementDefinition, { is_published: true, points_required: 100 }, path);
    expect(await standing(profiles[0], definition)).toEqual({ points: 200, complete: true });
    expect(await standing(profiles[1], definition)).toEqual({ points: 20, complete: false });
    await send(on.editAchievementDefinition, { criterion: 'purchases', points_required: 1 }, path);
    await Promise.all(
      [1, 2].map(() => recountProfiles(service.db, { definitionId: definition, after: null })),
    );
    expect(await standing(profiles[0], definition)).toEqual({ points: 1, complete: true });
    expect(await standing(profiles[1], definition)).toEqual({ points: 1, complete: true });
    expect([await usable(profiles[0]), await usable(profiles[1])]).toEqual([1, 1]);
    expect(await steps(profiles[1], definition)).toEqual([20, -19]);
  });

  it('after a refund a permanent achievement stays complete, and a redeemed reward stays redeemed', async () => {
    const permanent = await define({ criterion: 'spend', points_required: 100, is_permanent: true });
    const plain = await define({ criterion: 'spend', points_required: 100 });
    const profile = await customer();
    await buy(profile, { total: 100, items: [] });
    expect(await usable(profile)).toBe(2);
    await sql`
      update rewards set redeemed_at = now() where id = (
        select reward_id from achievements where profile_id = ${profile} and achievement_definition_id = ${plain})`.execute(
      service.db,
    );
    await buy(profile, { total: -90, items: [] });
    expect(await standing(profile, permanent)).toEqual({ points: 10, complete: true });
    expect(await standing(profile, plain)).toEqual({ points: 10, complete: false });
    expect(await usable(profile)).toBe(1);
    // It is complete again, and issues no second reward.
    await buy(profile, { total: 90, items: [] });
    expect(await standing(profile, plain)).toEqual({ points: 100, complete: true });
    expect(await usable(profile)).toBe(1);
  });

  it.each([
    [{ criterion: 'product' }, 'criterion_values'],
    [{ criterion: 'event', criterion_values: [] }, 'criterion_values'],
    [{ criterion: 'tier' }, 'criterion_tier_definition_id'],
    [{ criterion: 'tier', criterion_tier_definition_id: 1, points_required: 5 }, 'points_required'],
    [{ counted_until: '2025-01-01T00:00:00Z' }, 'counted_until'],
    [{ criterion: 'likes' }, 'criterion'],
  ])('answers 422 for %j, with the field %s', async (values, field) => {
    const handle = `badge-${++named}`;
    const body = { name: handle, handle, points_required: 10, counted_from: SINCE, ...values };
    const answer = await service.call(on.addAchievementDefinition, { token, body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});
