import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { pointsOf } from '../../../support/service-rows.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1002';

describe('benefits', () => {
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

  let made = 0;
  async function define(values: Record<string, unknown> = {}): Promise<number> {
    const answer = await service.call(on.addBenefitDefinition, {
      token: machine,
      body: { name: 'Lounge', handle: `lounge-${++made}`, is_published: true, ...values },
    });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.data.id;
  }
  const claim = (id: number, by = token) =>
    service.call(on.claimProfileBenefit, {
      path: { profile: mara },
      token: by,
      body: { benefit_definition_id: id },
    });
  const ids = async (endpoint: typeof on.claimableProfileBenefits | typeof on.profileBenefits) =>
    (
      await service.call(endpoint as never, { path: { profile: mara }, query: '?page[size]=100', token })
    ).body.data.map(({ id }: { id: number }) => id);

  it('are claimed, shown, redeemed as often as their definition says, and counted', async () => {
    const id = await define({ uses: 2, valid_days: 30, points_cost: 80, internal_notes: 'Costs us 3' });
    const before = (await pointsOf(service.db, mara)).balance;
    expect(await ids(on.claimableProfileBenefits)).toContain(id);
    const claimed = await claim(id);
    expect(claimed).toMatchObject({
      status: 200,
      body: {
        data: {
          profile_id: mara,
          benefit_definition_id: id,
          uses_left: 2,
          redeemed_at: null,
          definition: { id, name: 'Lounge' },
          claimed_at: expect.any(String),
          expires_at: expect.any(String),
        },
      },
    });
    expect(claimed.text).not.toMatch(/internal_notes|Costs us/);
    expect(await pointsOf(service.db, mara)).toMatchObject({ balance: before - 80, ledger: before - 80 });
    const benefit = claimed.body.data.id;
    const redeem = () =>
      service.call(on.redeemProfileBenefit, {
        path: { profile: mara },
        token,
        body: { benefit_id: benefit },
      });
    expect((await redeem()).body.data).toMatchObject({
      type: 'benefit',
      items: [{ type: 'benefit', count: 1, type_attributes: { id: benefit, uses_left: 1 } }],
    });
    expect((await redeem()).status).toBe(200);
    expect(await redeem()).toMatchObject({
      status: 422,
      body: { errors: { benefit_id: ['This benefit has been used up.'] } },
    });
    const { body } = await service.call(on.countProfileRedemptions, {
      path: { profile: mara, type: 'benefit', id: String(id) },
      token,
    });
    expect(body).toEqual({ data: { count: 2 } });
  });

  it('are claimed and redeemed in one step', async () => {
    const id = await define();
    const { body, status } = await service.call(on.claimAndRedeemProfileBenefit, {
      path: { profile: mara },
      token,
      body: { benefit_definition_id: id },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type: 'benefit', items: [{ type_attributes: { uses_left: 0 } }] });
    expect(
      (await service.call(on.redeemableProfileBenefits, { path: { profile: mara }, token })).body.data.map(
        ({ id: one }: { id: number }) => one,
      ),
    ).not.toContain(body.data.items[0].type_attributes.id);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['not enough points', { points_cost: 1_000_000 }, 'points to go'],
    ['no stock', { stock: 0 }, 'Out of stock'],
    ['dates to come', { available_from: '2990-01-01' }, 'Available from'],
    ['dates gone', { available_until: '2020-01-01' }, 'Ended on'],
  ])('are visible and cannot be claimed with %s', async (_, values, message) => {
    const id = await define(values);
    expect(await ids(on.viewableProfileBenefits as never)).toContain(id);
    expect(await ids(on.claimableProfileBenefits)).not.toContain(id);
    expect(await claim(id)).toMatchObject({
      status: 422,
      body: { errors: { benefit_definition_id: [expect.stringContaining(message)] } },
    });
  });

  it('are hidden until they are published, and once they are archived', async () => {
    for (const values of [{ is_published: false }, { is_archived: true }]) {
      const id = await define(values);
      expect(await ids(on.viewableProfileBenefits as never)).not.toContain(id);
      expect(await claim(id)).toMatchObject({ status: 422 });
    }
  });

  it('are claimed within the limit of the profile and the stock', async () => {
    const once = await define({ claim_limit: 1 });
    expect((await claim(once)).status).toBe(200);
    expect((await claim(once)).body.errors.benefit_definition_id).toEqual(['You have had this one.']);
    const scarce = await define({ stock: 5 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => claim(scarce)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(
      (await service.call(on.readBenefitDefinition, { path: { definition: String(scarce) }, token: machine }))
        .body.data,
    ).toMatchObject({ stock: 0, stock_left: 0 });
  });

  it('that are allocated need neither points nor stock', async () => {
    const id = await define({ points_cost: 1_000_000, stock: 0 });
    await service.db
      .insertInto('allocations')
      .values({ profile_id: mara, benefit_definition_id: id, quantity: 2 })
      .execute();
    const count = async () =>
      (
        await service.call(on.countAllocations, {
          path: { benefitdefinition: String(id) },
          token: machine,
        })
      ).body.data.count;
    expect(await count()).toBe(2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await count()).toBe(0);
    const { body } = await service.call(on.allocations, {
      query: `?filter[benefit_definition_id]=${id}`,
      token: machine,
    });
    expect(body.data).toMatchObject([{ profile_id: mara, benefit_definition_id: id, quantity: 0 }]);
  });

  it('are read, edited and extended by users', async () => {
    const id = await define({ valid_days: 10 });
    const { body } = await claim(id);
    const path = { benefitId: String(body.data.id) };
    const edited = await service.call(on.editBenefit, {
      path,
      token: machine,
      body: { internal_notes: 'By hand', expires_at: '2031-05-01T10:00:00Z' },
    });
    expect(edited.body.data).toMatchObject({
      internal_notes: 'By hand',
      expires_at: '2031-05-01T10:00:00.000000Z',
    });
    const extended = await service.call(on.extendBenefits, {
      token: machine,
      body: { ids: [body.data.id], days: 2 },
    });
    expect(extended.body.data[0].expires_at).toBe('2031-05-03T10:00:00.000000Z');
    const day = await service.call(on.extendBenefits, {
      token: machine,
      body: { ids: [body.data.id], expires_at: '2032-01-31' },
    });
    // The day counts whole in the time zone of the sample programme, Europe/Amsterdam.
    expect(day.body.data[0].expires_at).toBe('2032-01-31T22:59:59.999000Z');
    for (const wrong of [
      { days: 1, expires_at: '2032-01-31' },
      {},
      { days: 1, ids: [body.data.id, 999_999] },
    ])
      expect(
        await service.call(on.extendBenefits, { token: machine, body: { ids: [body.data.id], ...wrong } }),
      ).toMatchObject({ status: 422 });
    const all = await service.call(on.benefits, { query: `?filter[id]=${body.data.id}`, token: machine });
    expect(all.body.data).toMatchObject([{ expires_at: '2032-01-31T22:59:59.999000Z' }]);
    expect((await service.call(on.profileBenefits, { path: { profile: mara }, token })).text).not.toMatch(
      /By hand|internal_notes/,
    );
  });

  it('have definitions that are found by handle, grouped by campaign, and copied', async () => {
    const id = await define({ campaign: 'spring', handle: 'spring-lounge', stock: 9 });
    await define({ campaign: 'spring' });
    const read = await service.call(on.readBenefitDefinitionByHandle, {
      path: { handle: 'spring-lounge' },
      token: machine,
    });
    expect(read.body.data).toMatchObject({ id, stock: 9 });
    const groups = await service.call(on.groupBenefitDefinitions, { token: machine });
    expect(groups.body.data).toContainEqual({ key: 'spring', count: 2 });
    const clone = (body: unknown) =>
      service.call(on.cloneBenefitDefinition, { path: { definition: String(id) }, token: machine, body });
    const copy = await clone({});
    expect(copy.body.data).toMatchObject({
      name: 'Lounge (copy)',
      handle: 'lounge-copy',
      campaign: 'spring',
      stock: 9,
      is_published: false,
    });
    expect(copy.body.data.id).not.toBe(id);
    expect((await clone({ name: 'Other', handle: 'other' })).body.data).toMatchObject({ handle: 'other' });
    expect(await clone({ handle: 'other' })).toMatchObject({ status: 409 });
  });

  it('cannot lose a definition that profiles have', async () => {
    const id = await define();
    await claim(id);
    const answer = await service.call(on.deleteBenefitDefinition, {
      path: { definition: String(id) },
      token: machine,
    });
    expect(answer.status).toBe(409);
  });

  it('have the target of their messages: their own, the default, or none', async () => {
    const { body } = await claim(await define());
    const ask = (type: string) =>
      service.call(on.readBenefitTriggerTarget, {
        path: { benefit: String(body.data.id), type },
        token: machine,
      });
    expect((await ask('issue')).status).toBe(404);
    const add = (fields: unknown) =>
      service.db
        .insertInto('records')
        .values({
          resource: 'target',
          fields: JSON.stringify(fields),
          profile_id: null,
          parent: null,
          user_id: null,
        })
        .execute();
    await add({ name: 'All', handle: 'all', type: 'email', is_default: true });
    await add({ name: 'Expiry', handle: 'benefit-expiry', type: 'sms', is_default: false });
    expect((await ask('issue')).body.data).toMatchObject({ handle: 'all' });
    expect((await ask('expiry')).body.data).toMatchObject({ handle: 'benefit-expiry' });
    expect((await ask('nonsense')).status).toBe(404);
  });
});
