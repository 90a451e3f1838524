import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { customerScopes, issue } from '../../../../demo/service/auth/tokens.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import type { Answered } from '../../../support/service-open.ts';
import { pointsOf } from '../../../support/service-rows.ts';

/** A euro for a hundred points. */
const EURO = { points_cost: 100, step_amount: '1.00', step_currency: 'EUR' };

describe('a reward with steps', () => {
  let programme: Programme;
  let ask: Programme['ask'];
  let definitions = 0;
  beforeAll(async () => {
    programme = await openProgramme();
    ({ ask } = programme);
  });
  afterAll(() => programme.service.drop());
  afterEach(() => expect(programme.service.errors).toEqual([]));

  /** The body of a definition that customers see. */
  const published = (fields: object) => {
    const handle = `money-${++definitions}`;
    return { name: 'Money off', handle, is_published: true, ...fields };
  };
  const define = (fields: object = EURO): Promise<Answered['body']> =>
    ask(on.addRewardDefinition, { body: published(fields) });
  const edit = (id: number, body: object): Promise<Answered['body']> =>
    ask(on.editRewardDefinition, { path: { definition: String(id) }, body });
  const refusal = (body: object, id?: number) =>
    programme.service.call(id === undefined ? on.addRewardDefinition : on.editRewardDefinition, {
      token: programme.machine,
      body,
      ...(id !== undefined && { path: { definition: String(id) } }),
    });

  const tokenOf = async (profileId: string) =>
    (await issue(programme.service.db, { kind: 'customer', profileId, scopes: customerScopes })).value;
  /** A member with so many points. */
  async function memberWith(points: number, more: object = {}): Promise<string> {
    const member = await programme.join();
    if (points > 0)
      await ask(on.addProfilePoint, { path: { profile: member }, body: { value: points, ...more } });
    return member;
  }
  async function claim(
    profileId: string,
    definition: number,
    steps?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    return await programme.service.call(on.claimReward, {
      path: { profileId },
      token: await tokenOf(profileId),
      body: { reward_definition_id: definition, ...(steps !== undefined && { steps }) },
      headers,
    });
  }

  describe('definition', () => {
    it('has all digits of its currency, and one step at least by default', async () => {
      expect(await define({ ...EURO, step_amount: '1' })).toMatchObject({
        step_amount: '1.00',
        step_currency: 'EUR',
        minimum_steps: 1,
        maximum_steps: null,
      });
      expect(await define({ ...EURO, step_amount: '0.125', step_currency: 'KWD' })).toMatchObject({
        step_amount: '0.125',
      });
      expect(await define({ points_cost: 100 })).toMatchObject({
        step_amount: null,
        step_currency: null,
        minimum_steps: null,
        maximum_steps: null,
      });
    });

    it.each<[string, object]>([
      ['step_currency', { step_currency: 'EUR' }],
      ['minimum_steps', { minimum_steps: 2 }],
      ['maximum_steps', { maximum_steps: 2 }],
      ['step_currency', { step_amount: '1.00' }],
      ['step_currency', { ...EURO, step_currency: 'EUROS' }],
      ['step_amount', { ...EURO, step_amount: '0' }],
      ['step_amount', { ...EURO, step_amount: '-1.00' }],
      ['step_amount', { ...EURO, step_amount: 1 }],
      ['step_amount', { ...EURO, step_amount: '1,00' }],
      ['step_amount', { ...EURO, step_amount: '1.005' }],
      ['step_amount', { ...EURO, step_amount: '1.50', step_currency: 'JPY' }],
      ['step_amount', { ...EURO, step_amount: '10000000.01' }],
      ['minimum_steps', { ...EURO, minimum_steps: 0 }],
      ['maximum_steps', { ...EURO, maximum_steps: 1_000_001 }],
      ['maximum_steps', { ...EURO, minimum_steps: 5, maximum_steps: 4 }],
      ['points_cost', { ...EURO, points_cost: 0 }],
    ])('is refused on %s with %j', async (field, fields) => {
      const { status, body } = await refusal(published({ points_cost: 100, ...fields }));
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    });

    it('is checked with what it keeps when a part of it is changed', async () => {
      const { id } = await define({ ...EURO, step_amount: '1.50', minimum_steps: 2, maximum_steps: 5 });
      const refused: [string, object][] = [
        ['step_amount', { step_currency: 'JPY' }],
        ['step_currency', { step_currency: null }],
        ['maximum_steps', { minimum_steps: 6 }],
        ['points_cost', { points_cost: 0 }],
      ];
      for (const [field, body] of refused)
        expect(Object.keys((await refusal(body, id)).body.errors), JSON.stringify(body)).toEqual([field]);
      expect(await edit(id, { step_amount: '150', step_currency: 'JPY' })).toMatchObject({
        step_amount: '150',
        minimum_steps: 2,
      });
      expect(await edit(id, { minimum_steps: null })).toMatchObject({ minimum_steps: 1 });
      expect(await edit(id, { step_amount: null })).toMatchObject({
        step_amount: null,
        step_currency: null,
        minimum_steps: null,
        maximum_steps: null,
      });
      expect(await edit(id, { points_cost: 0 })).toMatchObject({ points_cost: 0 });
    });

    it('stands with its steps at the tier that may claim it', async () => {
      const tier = await ask(on.addTierDefinition, {
        body: { name: 'Saver', handle: 'saver', points_required: 77_000 },
      });
      await define({ ...EURO, maximum_steps: 9, tier_definition_id: tier.id });
      const { rewards } = await ask(on.readTierDefinition, { path: { definition: String(tier.id) } });
      expect(rewards).toMatchObject([
        { points_cost: 100, step_amount: '1.00', step_currency: 'EUR', minimum_steps: 1, maximum_steps: 9 },
      ]);
    });
  });

  describe('claim', () => {
    it('spends the points of its steps, and keeps what they are worth', async () => {
      const { id } = await define();
      const member = await memberWith(1_250);
      const answer = await claim(member, id, 12);
      expect(answer.body.data).toMatchObject({ points_spent: 1_200, amount: '12.00', currency: 'EUR' });
      expect(answer.body.meta.balances.points.available).toBe(50);
      const [own] = await ask(on.profileRewards, { path: { profile: member, id: member } });
      expect(own).toMatchObject({ amount: '12.00', definition: { step_amount: '1.00' } });
      expect((await programme.ledger(member))[0]).toMatchObject({
        value: '-1200',
        description: 'Money off (€12.00)',
      });
      expect(await pointsOf(programme.service.db, member)).toEqual({ balance: 50, ledger: 50, lots: 50 });
    });

    it('has the fewest steps where it names none, as pages do that know no steps', async () => {
      const { id } = await define({ ...EURO, minimum_steps: 5 });
      const answer = await claim(await memberWith(600), id);
      expect(answer.body.data).toMatchObject({ points_spent: 500, amount: '5.00' });
    });

    it('of another reward may name one step, and has no worth', async () => {
      const { id } = await define({ points_cost: 100 });
      const member = await memberWith(1_000);
      expect((await claim(member, id, 1)).body.data).toMatchObject({
        points_spent: 100,
        amount: null,
        currency: null,
      });
      expect(await claim(member, id, 2)).toMatchObject({
        status: 422,
        body: { errors: { steps: ['The steps field is only for a reward with steps: leave it out.'] } },
      });
    });

    it.each<[unknown, string]>([
      [1, 'is too small: at least 2.'],
      [0, 'is too small: at least 1.'],
      [-1, 'is too small: at least 1.'],
      [9, 'is too large: at most 8.'],
      [7, 'is too large: the points are enough for 6.'],
      [1e9, 'is too large: at most 1000000.'],
      [Number.MAX_VALUE, 'has to be a whole number.'],
      [2.5, 'has to be a whole number.'],
      ['3', 'has to be a number.'],
      [Number.NaN, 'has to be a number.'],
      [[3], 'has to be a number.'],
    ])('is refused on `steps` with %j, and changes nothing', async (steps, message) => {
      const { id } = await define({ ...EURO, minimum_steps: 2, maximum_steps: 8 });
      const member = await memberWith(699);
      const { status, body } = await claim(member, id, steps);
      expect([status, body.errors]).toEqual([422, { steps: [`The steps field ${message}`] }]);
      expect(await pointsOf(programme.service.db, member)).toEqual({ balance: 699, ledger: 699, lots: 699 });
    });

    it('takes the most steps, points and money exactly', async () => {
      const { id } = await define({
        points_cost: 1_000_000_000,
        step_amount: '10000000.00',
        step_currency: 'EUR',
      });
      const member = await programme.join();
      await programme.service.db
        .insertInto('point_balances')
        .values({ profile_id: member })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const plenty = 1_000_000_000_000_001;
      await sql`insert into point_entries (profile_id, kind, amount, reason)
        values (${member}, 'earn', ${plenty}, 'Test')`.execute(programme.service.db);
      await sql`insert into point_lots (profile_id, remaining) values (${member}, ${plenty})`.execute(
        programme.service.db,
      );
      const { body } = await claim(member, id, 1_000_000);
      expect(body.data).toMatchObject({ points_spent: 1_000_000_000_000_000, amount: '10000000000000.00' });
      expect(await pointsOf(programme.service.db, member)).toEqual({ balance: 1, ledger: 1, lots: 1 });
      const redemption = await ask(on.redeemProfileReward, {
        path: { profile: member },
        body: { reward_id: body.data.id },
      });
      expect(redemption.items[0].value).toBe(1_000_000_000_000_000);
    });

    it('keeps its worth when the definition changes', async () => {
      const { id } = await define();
      const member = await memberWith(1_000);
      const claimed = (await claim(member, id, 3)).body.data;
      await edit(id, { points_cost: 200, step_amount: '0.50', minimum_steps: 4 });
      const path = { profileId: member, rewardId: String(claimed.id) };
      expect(await ask(on.readProfileReward, { path })).toMatchObject({
        points_spent: 300,
        amount: '3.00',
        currency: 'EUR',
        definition: { step_amount: '0.50' },
      });
      await edit(id, { step_amount: null });
      expect(await ask(on.readProfileReward, { path })).toMatchObject({ amount: '3.00', currency: 'EUR' });
      await ask(on.deleteProfileReward, { path });
      expect((await programme.points(member)).available).toBe(1_000);
    });

    it.each([{ amount: '900.00' }, { points_spent: 0 }, { points_cost: 1 }, { step_amount: '900.00' }])(
      'cannot name what it costs or is worth: %j, and changes nothing',
      async (forged) => {
        const { id } = await define();
        const member = await memberWith(1_000);
        const answer = await programme.service.call(on.claimReward, {
          path: { profileId: member },
          token: await tokenOf(member),
          body: { reward_definition_id: id, steps: 2, ...forged },
        });
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, Object.keys(forged)]);
        expect((await pointsOf(programme.service.db, member)).balance).toBe(1_000);
      },
    );

    it('succeeds with the fewest steps exactly where the customer is told so', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            points: fc.integer({ min: 0, max: 1_000 }),
            cost: fc.integer({ min: 1, max: 200 }),
            minimum: fc.integer({ min: 1, max: 8 }),
            room: fc.option(fc.integer({ min: 0, max: 3 })),
            stock: fc.constantFrom(null, null, 0, 1),
            named: fc.boolean(),
          }),
          async ({ points, cost, minimum, room, stock, named }) => {
            const { id } = await define({
              ...EURO,
              points_cost: cost,
              minimum_steps: minimum,
              maximum_steps: room === null ? null : minimum + room,
              stock,
            });
            const member = await memberWith(points);
            const offered = await programme.service.call(on.rewardDefinitions, {
              query: '?page[size]=500',
              token: await tokenOf(member),
            });
            const { eligibility } = offered.body.data.find((one: { id: number }) => one.id === id);
            const { status } = await claim(member, id, named ? minimum : undefined);
            expect(status).toBe(eligibility.claimable ? 200 : 422);
            expect(eligibility.reason === 'points').toBe(stock !== 0 && points < cost * minimum);
            await ask(on.editRewardDefinition, {
              path: { definition: String(id) },
              body: { is_published: false },
            });
          },
        ),
        { numRuns: 40, seed: 49 },
      );
    });
  });

  it('returns its points to the lots that they came from, and one piece to the stock', async () => {
    const { id } = await define({ ...EURO, stock: 5 });
    const member = await programme.join();
    const give = (value: number, expires_at?: string) =>
      ask(on.addProfilePoint, {
        path: { profile: member },
        body: { value, ...(expires_at && { expires_at }) },
      });
    await give(150, '2998-01-01T00:00:00Z');
    await give(200, '2999-01-01T00:00:00Z');
    await give(400);
    const claimed = (await claim(member, id, 6)).body.data;
    expect(claimed).toMatchObject({ points_spent: 600, definition: { step_amount: '1.00' } });
    // The end of the first lot comes while the reward is not used.
    await sql`update rewards set fields = jsonb_set(fields, '{lots,0,expires_at}', to_jsonb(now() - interval '1 day'))
      where id = ${claimed.id}`.execute(programme.service.db);
    const path = { profileId: member, rewardId: String(claimed.id) };
    await ask(on.deleteProfileReward, { path });
    expect((await programme.ledger(member)).map(({ value, description }) => [value, description])).toEqual(
      expect.arrayContaining([
        ['600', 'Money off (€6.00), undone'],
        ['-150', 'Points expired'],
      ]),
    );
    expect(await programme.points(member)).toMatchObject({
      available: 600,
      batches: [
        { value: 200, expires_at: '2999-01-01T00:00:00.000000Z' },
        { value: 400, expires_at: null },
      ],
    });
    expect(await pointsOf(programme.service.db, member)).toEqual({ balance: 600, ledger: 600, lots: 600 });
    expect((await ask(on.readRewardDefinition, { path: { definition: String(id) } })).stock_left).toBe(5);
  });

  it('is announced with its worth, once when it is claimed and once when that is undone', async () => {
    const { id } = await define();
    const member = await memberWith(1_000);
    const claimed = (await claim(member, id, 7)).body.data;
    await ask(on.deleteReward, { path: { reward: String(claimed.id) } });
    const { rows } = await sql<{ trigger: string; payload: object }>`
      select trigger, payload from events where profile_id = ${member} and trigger like 'reward.%' order by id`.execute(
      programme.service.db,
    );
    const worth = { id: claimed.id, code: claimed.code, amount: '7.00', currency: 'EUR' };
    expect(rows).toMatchObject([
      { trigger: 'reward.claimed', payload: { ...worth, points_spent: 700 } },
      { trigger: 'reward.revoked', payload: { ...worth, points_returned: 700 } },
    ]);
  });

  it('is redeemed as money, and given back as a whole', async () => {
    const { id } = await define();
    const member = await memberWith(1_000);
    const claimed = (await claim(member, id, 7)).body.data;
    const redemption = await ask(on.redeemProfileReward, {
      path: { profile: member },
      body: { reward_id: claimed.id },
    });
    expect(redemption).toMatchObject({
      type: 'reward',
      total: '7.00',
      total_localised: '€7.00',
      items: [
        {
          type: 'reward',
          value: 700,
          type_attributes: { amount: '7.00', currency: 'EUR', definition: { step_amount: '1.00' } },
        },
      ],
    });
    const early = await programme.service.call(on.deleteReward, {
      path: { reward: String(claimed.id) },
      token: programme.machine,
    });
    expect(early.status).toBe(409);
    const path = { profile: member, redemption: String(redemption.id) };
    expect(await ask(on.addProfileRedemptionReversal, { path, body: {} })).toMatchObject({
      total: '-7.00',
      total_localised: '-€7.00',
      items: [{ value: 700 }],
    });
    await ask(on.deleteReward, { path: { reward: String(claimed.id) } });
    expect((await programme.points(member)).available).toBe(1_000);
  });

  it('is worth the fewest steps where staff or an achievement issue it', async () => {
    const { id } = await define({ ...EURO, minimum_steps: 3 });
    const member = await programme.join();
    const worth = { points_spent: 0, amount: '3.00', currency: 'EUR' };
    const body = { profile_id: member, reward_definition_id: id };
    expect(await ask(on.addReward, { body })).toMatchObject(worth);
    await definitionOf(programme.service.db, 'achievement', {
      points_required: 10,
      reward_definition_id: id,
    });
    await ask(on.addProfilePoint, { path: { profile: member }, body: { value: 20 } });
    const own = await ask(on.profileRewards, { path: { id: member } });
    expect(own).toMatchObject([worth, worth]);
  });

  describe('of which fifty claims come at the same time', () => {
    it('spends what fits, never more, and never twice', async () => {
      const { id } = await define();
      const member = await memberWith(5_050);
      const token = await tokenOf(member);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          programme.service.call(on.claimReward, {
            path: { profileId: member },
            token,
            body: { reward_definition_id: id, steps: 1 + (index % 7) },
          }),
        ),
      );
      const done = answers.filter(({ status }) => status === 200);
      const spent = done.reduce((sum, { body }) => sum + body.data.points_spent, 0);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(50 - done.length);
      expect(done.length).toBeGreaterThan(6);
      // One step is claimed now and then until less than a step is left.
      expect(await pointsOf(programme.service.db, member)).toEqual({
        balance: 5_050 - spent,
        ledger: 5_050 - spent,
        lots: 5_050 - spent,
      });
      expect(done.length).toBeLessThan(50);
      for (const { body } of done) expect(body.data.amount).toBe((body.data.points_spent / 100).toFixed(2));
    });

    it('is one with an idempotency key, which has no other steps', async () => {
      const { id } = await define();
      const member = await memberWith(5_000);
      const key = { 'Idempotency-Key': 'slider-1' };
      const answers = await Promise.all(Array.from({ length: 10 }, () => claim(member, id, 4, key)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      for (const steps of [5, undefined])
        expect(await claim(member, id, steps, key)).toMatchObject({
          status: 422,
          body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
        });
      expect((await programme.points(member)).available).toBe(4_600);
      // Twin: without the key, each claim spends.
      await claim(member, id, 4);
      await claim(member, id, 4);
      expect((await programme.points(member)).available).toBe(3_800);
    });
  });
});
