import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as on from '../../../src/services/endpoints/index.ts';
import { creditShape } from '../../../src/services/shapes/credit.ts';
import { creditDefinitionShape } from '../../../src/services/shapes/credit-definition.ts';
import { redemptionShape } from '../../../src/services/shapes/redemption.ts';
import { addRecord } from '../../../demo/service/records/store.ts';
import { tableOf } from '../../../demo/service/records/tables.ts';
import { incentivesOf, definitionOf } from '../../support/service-incentive-records.ts';
import { pointsOf } from '../../support/service-rows.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

const mara = 'profile-1002';
const tomas = 'profile-1003';

describe('redemptions', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const record = async (model: string, fields: Record<string, unknown>): Promise<number> =>
    Number((await addRecord(service.db, tableOf(model), fields)).id);
  const purchase = async (body: Record<string, unknown>): Promise<void> => {
    const { status, text } = await service.call(on.addTransaction, { token: machine, body });
    expect(status, text).toBe(200);
  };
  const redeem = (
    type: 'Credit' | 'Points' | 'Reward' | 'Benefit',
    body: unknown,
    { by = machine, profile = mara }: { by?: string; profile?: string } = {},
  ) => service.call(on[`redeemProfile${type}`], { path: { profile }, token: by, body });
  const give = (kind: 'Return' | 'Reversal', redemption: number, body: unknown = {}) =>
    service.call(on[`addProfileRedemption${kind}`], {
      path: { profile: mara, redemption: String(redemption) },
      token: machine,
      body,
    });
  const browse = async (profile = mara, by = token) =>
    (await service.call(on.profileRedemptions, { path: { profile }, token: by })).body.data;

  it('R56: are an empty array where there are none', async () => {
    const own = await service.tokenOf('1001');
    const { status, body } = await service.call(on.profileRedemptions, {
      path: { profile: 'profile-1001' },
      token: own,
    });
    expect([status, body]).toEqual([200, { data: [] }]);
  });

  it('R36 to R42: of a credit have every field of 2.3 to 2.7, with its types', async () => {
    const currency = await record('currency', { name: 'Euro', handle: 'the-euro', code: 'EUR', decimals: 2 });
    await record('rate', { name: 'Euro', handle: 'the-rate', value: '1.085', currency_id: currency });
    const region = await record('region', { name: 'North', handle: 'the-north' });
    const place = { name: 'Quay 4', external_id: 'q4', is_published: true, is_permanently_closed: false };
    const location = await record('location', place);
    await purchase({
      ...{ external_id: 't-77', receipt_ref: 'R-77', profile_id: mara, location_id: location },
      ...{ transacted_at: '2026-05-01T10:00:00.000000Z', total: 89.9 },
    });
    const definition = await definitionOf(service.db, 'credit', {
      ...{ value: 50, currency_id: currency, region_id: region, internal_notes: 'Costs us 40' },
    });
    await service.db
      .insertInto('records')
      .values({
        ...{
          resource: 'custom-field',
          parent: `credit-definition:${definition}`,
          profile_id: null,
          user_id: null,
        },
        fields: JSON.stringify({ name: 'Colour', handle: 'colour', value: 'blue', is_index: '0' }),
      })
      .execute();
    const issued = await service.call(on.addCredit, {
      token: machine,
      body: { profile_id: mara, credit_definition_id: definition },
    });
    expect(issued.status, issued.text).toBe(200);
    const credit = issued.body.data;
    const answer = await redeem('Credit', {
      ...{ credit_id: credit.id, value: '12.50', location_id: location, transaction_external_id: 't-77' },
      ...{ external_id: 'till-1', meta: ['gift'] },
    });
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body;
    expect(v.safeParse(redemptionShape.sent, data).issues).toBeUndefined();
    expect(Object.keys(data)).toEqual(Object.keys(redemptionShape.fields));
    expect(data).toMatchObject({
      ...{ type: 'credit', total: '12.50', total_localised: '€12.50', meta: ['gift'], profile_id: mara },
      profile: { full_name: 'Mara Lindqvist', statuses: [] },
      location_id: location,
      location: { id: location, name: 'Quay 4', is_published: true, phone: null },
      transaction_id: expect.any(String),
      transaction: {
        ...{ external_id: 't-77', receipt_ref: 'R-77', total: 89.9 },
        location: { id: String(location), name: 'Quay 4', external_id: 'q4' },
      },
      items: [{ type: 'credit', value: 1_250, count: 1 }],
    });
    const [{ type_attributes: shown }] = data.items;
    expect(Object.keys(shown)).toEqual(Object.keys(creditShape.fields));
    expect(Object.keys(shown)).toHaveLength(36);
    expect(shown).toMatchObject({ value_initial: '50', value_remaining: '37.50', locked: false, meta: [] });
    expect(Object.keys(shown.definition)).toEqual(Object.keys(creditDefinitionShape.fields));
    expect(Object.keys(shown.definition)).toHaveLength(60);
    expect(shown.definition).toMatchObject({
      ...{
        id: shown.credit_definition_id,
        currency: 'EUR',
        region: { id: region, name: 'North', handle: 'the-north' },
      },
      custom_fields: [{ handle: 'colour', is_index: '0', custom_fieldable_type: 'credit-definition' }],
    });
    expect(Object.keys(shown.definition.custom_fields[0])).toHaveLength(10);
    // What is filtered by is not shown (G35).
    const query = '?filter[external_id]=till-1&filter[exchange_rate]=1.085';
    const found = await service.call(on.redemptions, { query, token: machine });
    expect(found.body.data).toEqual([data]);
    const one = await service.call(on.readRedemption, {
      path: { redemption: String(data.id) },
      token: machine,
    });
    expect(one.body.data).toEqual(data);
  });

  it('D2: never show customers security codes, credit numbers, internal notes', async () => {
    const { text } = await service.call(on.profileRedemptions, { path: { profile: mara }, token });
    const { text: credits } = await service.call(on.profileCredits, { path: { profile: mara }, token });
    expect(text).toContain('"value_remaining"');
    for (const shown of [text, credits])
      expect(shown).not.toMatch(/"security_code":|"credit_number":|internal_notes|Costs us/);
    // Twin: a user sees them.
    const full = await service.call(on.profileRedemptions, { path: { profile: mara }, token: machine });
    expect(full.text).toMatch(/"security_code":"\w{8}"/);
    expect(full.text).toContain('Costs us 40');
  });

  it('of points, rewards and benefits take what is redeemed, once', async () => {
    const before = (await pointsOf(service.db, mara)).balance;
    const points = await redeem('Points', { points: 300 }, { by: token });
    expect(points.body.data).toMatchObject({
      ...{ type: 'point', total: '300', total_localised: '300 points' },
      items: [{ type: 'point', value: 300, count: 1 }],
    });
    expect(await pointsOf(service.db, mara)).toMatchObject({ balance: before - 300, lots: before - 300 });
    expect((await redeem('Points', { points: 10_000_000 })).body.errors.points).toBeDefined();

    const { reward } = await incentivesOf(service.db, mara);
    expect((await redeem('Reward', { reward_id: reward }, { by: token })).body.data).toMatchObject({
      type: 'reward',
      items: [{ type_attributes: { id: reward, redeemed_at: expect.any(String) } }],
    });
    expect((await redeem('Reward', { reward_id: reward })).body.errors.reward_id).toEqual([
      'This reward has been redeemed.',
    ]);
  });

  it('R14: reach no instance of another profile', async () => {
    const theirs = await incentivesOf(service.db, tomas);
    for (const [type, body] of [
      ['Reward', { reward_id: theirs.reward }],
      ['Benefit', { benefit_id: theirs.benefit }],
      ['Credit', { credit_id: theirs.credit }],
    ] as const) {
      const answer = await redeem(type, body, { by: token });
      const nobody = await redeem(type, { [Object.keys(body)[0] ?? '']: 999_999 }, { by: token });
      expect(answer).toMatchObject({ status: 422, text: nobody.text });
    }
    expect((await give('Return', theirs.redemption)).status).toBe(404);
  });

  it('name no purchase of another profile, and a customer names none that does not exist', async () => {
    await purchase({
      ...{ external_id: 't-of-tomas', profile_id: tomas, total: 1 },
      transacted_at: '2026-05-01T10:00:00.000000Z',
    });
    for (const by of [machine, token]) {
      expect(
        await redeem('Points', { points: 1, transaction_external_id: 't-of-tomas' }, { by }),
      ).toMatchObject({
        status: 422,
        body: { errors: { transaction_external_id: ['There is no such transaction.'] } },
      });
    }
    expect(
      (await redeem('Points', { points: 1, transaction_external_id: 't-0' }, { by: token })).status,
    ).toBe(422);
    // A till redeems before it sends the purchase.
    const early = await redeem('Points', { points: 1, transaction_external_id: 't-later' });
    expect(early.body.data).toMatchObject({ transaction_id: null, transaction: null });
    const later = { external_id: 't-later', profile_id: mara, receipt_ref: 'R-9', total: 12.5 };
    await purchase({ ...later, transacted_at: '2026-05-01T10:00:00.000000Z' });
    const path = { redemption: String(early.body.data.id) };
    expect((await service.call(on.readRedemption, { path, token: machine })).body.data).toMatchObject({
      transaction_id: expect.any(String),
      transaction: { external_id: 't-later', receipt_ref: 'R-9', total: 12.5 },
    });
    expect(await redeem('Points', { points: 1, location_id: 999_999 })).toMatchObject({ status: 422 });
  });

  it('take from customers only what they redeem', async () => {
    const body = { points: 1, external_id: 'mine', meta: ['mine'], location_id: 999_999 };
    const { body: answer } = await redeem('Points', body, { by: token });
    expect(answer.data).toMatchObject({ meta: [], location_id: null });
  });

  it('have external ids of their own: 409', async () => {
    expect((await redeem('Points', { points: 1, external_id: 'e-1' })).status).toBe(200);
    expect((await redeem('Points', { points: 1, external_id: 'e-1' })).status).toBe(409);
  });

  describe('given back', () => {
    it('are a redemption of their own with a negative total, and what was taken is there again', async () => {
      const before = await pointsOf(service.db, mara);
      const { data } = (await redeem('Points', { points: 200 })).body;
      const answer = await give('Return', data.id, {
        reason: 'Too small',
        items: [{ id: data.items[0].id }],
      });
      expect(answer.body.data).toMatchObject({
        ...{ type: 'return', total: '-200', total_localised: '-200 points', meta: ['Too small'] },
        items: [{ type: 'point', value: 200 }],
      });
      expect(await pointsOf(service.db, mara)).toEqual(before);
      const linked = await service.call(on.redemptions, {
        query: `?filter[linked_source_type]=redemption&filter[linked_source_id]=${data.id}`,
        token: machine,
      });
      expect(linked.body.data.map(({ id }: { id: number }) => id)).toEqual([answer.body.data.id]);
      // Spent points count once for tiers: giving them back earns nothing.
      const { earned } = (await service.call(on.profileBalances, { path: { profile: mara }, token })).body
        .data.points;
      expect((await give('Return', data.id)).body.errors.redemption).toBeDefined();
      expect((await give('Reversal', answer.body.data.id)).status).toBe(422);
      expect(
        (await service.call(on.profileBalances, { path: { profile: mara }, token })).body.data.points.earned,
      ).toBe(earned);
    });

    it('undo a credit, a reward and a benefit', async () => {
      const one = await incentivesOf(service.db, mara);
      const redemptions = [
        await redeem('Credit', { credit_id: one.credit, value: '10.01' }),
        await redeem('Reward', { reward_id: one.reward }),
        await redeem('Benefit', { benefit_id: one.benefit }),
      ];
      const count = async () =>
        (
          await service.call(on.countProfileRedemptions, {
            path: { profile: mara, type: 'credit', id: String(one.creditDefinition) },
            token,
          })
        ).body.data.count;
      expect(await count()).toBe(1);
      const [credit, reward, benefit] = await Promise.all(
        redemptions.map(async ({ body }) => (await give('Reversal', body.data.id)).body.data),
      );
      expect(credit).toMatchObject({ type: 'reversal', total: '-10.01', total_localised: '-10.01' });
      expect(credit.items[0].type_attributes.value_remaining).toBe('25.00');
      expect(reward.items[0].type_attributes.redeemed_at).toBeNull();
      expect(benefit.items[0].type_attributes.uses_left).toBe(2);
      expect(await count()).toBe(0);
      expect((await redeem('Reward', { reward_id: one.reward })).status).toBe(200);
    });

    it('are given back once, however many try', async () => {
      const { data } = (await redeem('Points', { points: 50 })).body;
      const before = (await pointsOf(service.db, mara)).balance;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => give(index % 2 ? 'Return' : 'Reversal', data.id)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
      expect(await pointsOf(service.db, mara)).toEqual({
        balance: before + 50,
        ledger: before + 50,
        lots: before + 50,
      });
    });

    it('name items of the redemption, whole and once', async () => {
      const { data } = (await redeem('Points', { points: 5 })).body;
      const [{ id }] = data.items;
      for (const items of [[], [{ id: 999_999 }], [{ id, count: 2 }], [{ id }, { id }]])
        expect(await give('Return', data.id, { items })).toMatchObject({
          status: 422,
          body: { errors: { items: [expect.any(String)] } },
        });
      expect((await give('Return', 999_999)).status).toBe(404);
    });
  });

  it('a hundred at once never take more than there is', async () => {
    const { credit } = await incentivesOf(service.db, mara);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        redeem('Credit', { credit_id: credit, value: '3.00' }, { by: token }),
      ),
    );
    // 8 x 3 = 24 of 25.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(92);
    const { available } = (await service.call(on.profileBalances, { path: { profile: mara }, token })).body
      .data.points;
    const each = Math.floor(available / 10) + 1;
    const spent = await Promise.all(
      Array.from({ length: 100 }, () => redeem('Points', { points: each }, { by: token })),
    );
    expect(spent.filter(({ status }) => status === 200)).toHaveLength(9);
    const left = available - 9 * each;
    expect(await pointsOf(service.db, mara)).toEqual({ balance: left, ledger: left, lots: left });
  });

  it('a hundred at once overspend where nothing is locked: the twin', async () => {
    const { credit } = await incentivesOf(service.db, mara);
    const read = (db = service.db) =>
      db.selectFrom('credits').select('value_remaining').where('id', '=', credit).executeTakeFirstOrThrow();
    // Read, decide, write, without the lock: the database's own check is what is left.
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        service.db.transaction().execute(async (work) => {
          if (Number((await read(work)).value_remaining) < 3) throw new Error('refused');
          await work
            .insertInto('credit_entries')
            .values({ credit_id: credit, profile_id: mara, kind: 'redeem', amount: '-3', reason: 'Naive' })
            .execute();
        }),
      ),
    );
    const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(reasons.some((reason) => reason.includes('credit_never_below_zero'))).toBe(true);
    expect(Number((await read()).value_remaining)).toBeGreaterThanOrEqual(0);
  });

  it('R57: are all there without a page, and reachable by pages', async () => {
    const all = await browse();
    await service.db
      .insertInto('redemptions')
      .values(
        Array.from(
          { length: 250 },
          (_, index) => ({ profile_id: mara, type: 'point', total: index }) as never,
        ),
      )
      .execute();
    const ids = (await browse()).map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(all.length + 250);
    expect(new Set(ids).size).toBe(ids.length);
    const paged: number[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { body } = await service.call(on.profileRedemptions, {
        path: { profile: mara },
        query: `?page[number]=${page}&page[size]=100`,
        token,
      });
      last = body.meta.last_page;
      paged.push(...body.data.map(({ id }: { id: number }) => id));
    }
    expect(paged).toEqual(ids);
  });

  it('R51: their items are browsed and read beside them', async () => {
    const { body } = await service.call(on.redemptionItems, {
      query: '?filter[type]=credit&sort=-value',
      token: machine,
    });
    expect(body.data.length).toBeGreaterThan(1);
    expect(Object.keys(body.data[0])).toEqual(
      ['id', 'type', 'value', 'count', 'type_attributes', 'created_at', 'updated_at'], // R39
    );
    const read = await service.call(on.readRedemptionItem, {
      path: { redemptionitem: String(body.data[0].id) },
      token: machine,
    });
    expect(read.body.data).toEqual(body.data[0]);
    for (const redemptionitem of ['0', '999999', 'abc'])
      expect(
        (await service.call(on.readRedemptionItem, { path: { redemptionitem }, token: machine })).status,
      ).toBe(404);
  });

  it('are grouped by any attribute that is no list', async () => {
    const group = (attribute: string) =>
      service.call(on.groupRedemptions, { path: { attribute }, query: '?page[size]=100', token: machine });
    const { body } = await group('type');
    const points = body.data.find(({ key }: { key: string }) => key === 'point');
    const { rows } = await import('kysely').then(({ sql }) =>
      sql<{ count: number; total: string }>`
        select count(*) as count, sum(total)::text as total from redemptions where type = 'point'`.execute(
        service.db,
      ),
    );
    expect(points).toEqual({ key: 'point', ...rows[0] });
    expect((await group('created_at')).body.data[0].key).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await group('location_id')).body.data.some(({ key }: { key: null }) => key === null)).toBe(true);
    for (const attribute of ['meta', 'total', 'security_code', '__proto__', 'id;'])
      expect((await group(attribute)).status).toBe(404);
  });

  it('G51: of linked profiles are for users, by both paths', async () => {
    await service.db
      .insertInto('records')
      .values({
        ...{ resource: 'profile-date', profile_id: mara, parent: null, user_id: null },
        fields: JSON.stringify({ name: 'Wedding', date: '2026-06-01', links: [{ profile_id: tomas }] }),
      })
      .execute();
    const theirs = await incentivesOf(service.db, tomas);
    const ask = (endpoint: typeof on.profileLinkedRedemptions, by = machine) =>
      service.call(endpoint, { path: { profile: mara }, token: by });
    const { body } = await ask(on.profileLinkedRedemptions);
    expect(new Set(body.data.map(({ profile_id }: { profile_id: string }) => profile_id))).toEqual(
      new Set([tomas]),
    );
    expect(body.data.map(({ id }: { id: number }) => id)).toContain(theirs.redemption);
    expect((await ask(on.profileRedemptionsOfLinked as never)).body.data).toEqual(body.data);
    const points = await ask(on.profileLinkedPoints as never);
    expect(points.body.data.map(({ id }: { id: number }) => id)).toContain(theirs.point);
    for (const endpoint of [
      on.profileLinkedRedemptions,
      on.profileRedemptionsOfLinked,
      on.profileLinkedPoints,
    ])
      expect((await ask(endpoint as never, token)).status).toBe(403);
  });

  it('go with the profile they belong to, and with everything that was redeemed', async () => {
    const gone = 'profile-1004';
    const one = await incentivesOf(service.db, gone);
    const by = { profile: gone };
    const { body } = await redeem('Credit', { credit_id: one.credit, value: '1' }, by);
    await redeem('Reward', { reward_id: one.reward }, by);
    await redeem('Benefit', { benefit_id: one.benefit }, by);
    await service.call(on.addProfileRedemptionReturn, {
      path: { profile: gone, redemption: String(body.data.id) },
      token: machine,
      body: {},
    });
    await service.call(on.addTierPoint, { token: machine, body: { profile_id: gone, value: 5 } });
    await service.db.deleteFrom('profiles').where('id', '=', gone).execute();
    for (const table of [
      'redemptions',
      'redemption_items',
      'credit_entries',
      'tier_point_entries',
    ] as const) {
      const left = await service.db.selectFrom(table).select('id').where('profile_id', '=', gone).execute();
      expect(left).toEqual([]);
    }
  });

  it('R116: answer 401, 403 and 404 with a message', async () => {
    const path = { profile: mara };
    expect(await service.call(on.profileRedemptions, { path })).toMatchObject({ status: 401 });
    const narrow = await service.machineToken('commerce.read');
    expect(await service.call(on.profileRedemptions, { path, token: narrow })).toMatchObject({ status: 403 });
    expect(
      await service.call(on.profileRedemptions, { path: { profile: 'nobody' }, token: machine }),
    ).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    for (const type of ['transaction', 'Credit', '%'])
      expect(
        (
          await service.call(on.countProfileRedemptions, {
            path: { profile: mara, type, id: '1' },
            token: machine,
          })
        ).status,
      ).toBe(404);
  });
});
