import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';
import { pointsOf } from '../../../support/service-rows.ts';

const mara = 'profile-1002';
const ines = 'profile-1005';

describe('transactions of a profile', () => {
  let service: OpenService;
  let token: string;
  let customer: string;
  const add = async (more: object) =>
    (await service.call(on.addTransaction, { token, body: purchase({ ...more }) })).body.data;
  const claim = async (body: object, profile = mara, by = customer) =>
    service.call(on.addProfileTransactionClaim, { token: by, path: { profile }, body });
  const balance = async (profile: string) => (await pointsOf(service.db, profile)).balance;

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    customer = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('earn a point for every whole euro, posted to the ledger, and count towards the tier', async () => {
    const before = await pointsOf(service.db, mara);
    await add({ profile_id: mara, total: 89.99 });
    const after = before.balance + 89;
    expect(await pointsOf(service.db, mara)).toEqual({ balance: after, ledger: after, lots: after });
    const tier = await service.call(on.profileTier, { token: customer, path: { profile: mara } });
    const balances = await service.call(on.profileBalances, { token: customer, path: { profile: mara } });
    expect(tier.body.data.points).toBe(balances.body.data.points.earned);
  });

  it('earn no points in a currency without a rate, the points of a rate, and lose points by refunds', async () => {
    const start = await balance(mara);
    await add({ profile_id: mara, total: -20 });
    const before = await balance(mara);
    expect(before).toBe(start - 20);
    await add({ profile_id: mara, total: 20, currency: 'GBP' });
    expect(await balance(mara)).toBe(before);
    const body = { name: 'Points per pound', handle: 'points-per-gbp', value: '1.5' };
    await service.call(on.addRate, { token, body });
    await add({ profile_id: mara, total: 21, currency: 'GBP' });
    expect(await balance(mara)).toBe(before + 31);
  });

  it('are found by their receipt number, only those of the profile', async () => {
    await add({ profile_id: mara, receipt_ref: 'FIND-1', meta: ['till 3'] });
    await add({ profile_id: ines, receipt_ref: 'FIND-1' });
    const found = await service.call(on.findProfileTransactions, {
      token: customer,
      path: { profile: mara },
      query: '?filter[receipt_ref]=FIND-1',
    });
    expect(found.body.data).toMatchObject([{ receipt_ref: 'FIND-1', profile_id: mara, total: 89.5 }]);
    expect(JSON.stringify(found.body.data)).not.toContain('meta');
    const query = '?filter[meta]=till+3';
    expect(
      (await service.call(on.findProfileTransactions, { token: customer, path: { profile: mara }, query }))
        .status,
    ).toBe(422);
  });

  it('are counted in groups, by month and by other fields', async () => {
    const path = { profile: 'profile-1004' };
    for (const transacted_at of ['2026-03-01', '2026-03-31T23:59:59Z', '2026-04-01']) {
      await add({ profile_id: path.profile, total: 10.1, transacted_at });
    }
    const groups = async (query = '') =>
      (await service.call(on.groupProfileTransactions, { token, path, query })).body.data;
    expect(await groups()).toEqual([
      { key: '2026-03', currency: 'EUR', count: 2, total: '20.2' },
      { key: '2026-04', currency: 'EUR', count: 1, total: '10.1' },
    ]);
    expect(await groups('?group_by=currency')).toEqual([
      { key: 'EUR', currency: 'EUR', count: 3, total: '30.3' },
    ]);
    expect(await groups('?filter[transacted_at][gte]=2026-04-01')).toHaveLength(1);
    expect(await groups('?page[size]=1&page[number]=2')).toMatchObject([{ key: '2026-04' }]);
  });

  it('show their products, and those that are on lists', async () => {
    await add({ profile_id: mara });
    const path = { profile: mara };
    const products = await service.call(on.profileTransactionProducts, { token: customer, path });
    expect(products.body.data).toMatchObject([
      { id: 'hp-1001', external_id: 'hp-1001', url: expect.stringMatching(/^http/) },
    ]);
    expect(products.text).not.toContain('internal_notes');
    const listed = async (type: string) =>
      (
        await service.call(on.profileTransactionItemsOfList, { token: customer, path: { ...path, type } })
      ).body.data.map((one: { product_id: string }) => one.product_id);
    expect(await listed('style-guide')).toEqual([]);
    await service.call(on.addList, {
      token: customer,
      path,
      body: { type: 'style-guide', handle: 'style', name: 'Style' },
    });
    const mine = await service.call(on.findProfileTransactions, { token: customer, path });
    const line = mine.body.data[0].items[0];
    const put = (body: object, id = String(line.id)) =>
      service.call(on.addProfileTransactionItemListItem, {
        token: customer,
        body,
        path: { ...path, transactionitem: id },
      });
    expect((await put({ list: 'style' })).body.data).toMatchObject({ product_id: 'hp-1001', quantity: 2 });
    expect((await put({ list: 'style' })).status).toBe(200);
    expect(new Set(await listed('style-guide'))).toEqual(new Set(['hp-1001']));
    expect((await put({ list: 'none' })).status).toBe(404);
    expect((await put({ list: 'style', profile_id: ines })).status).toBe(404);
    // The second line has no product of the catalogue.
    expect((await put({ list: 'style' }, String(line.id + 1))).status).toBe(422);
    const byStaff = await service.call(on.addTransactionItemListItem, {
      token,
      path: { transactionitem: String(line.id) },
      body: { list: 'style' },
    });
    expect(byStaff.body.data.product_id).toBe('hp-1001');
  });

  describe('claims', () => {
    it('a claim with the right total and receipt number gets a purchase without a profile, and its points', async () => {
      const bought = await add({ receipt_ref: 'C-1', total: 50 });
      const before = await balance(mara);
      const answer = await claim({ receipt_ref: 'C-1', total: 50, transacted_at: '2026-05-04' });
      expect(answer.body.data).toMatchObject({ status: 'matched', transaction_id: bought.id });
      expect(await balance(mara)).toBe(before + 50);
      const path = { transaction: bought.id };
      const { data } = (await service.call(on.readTransaction, { token, path })).body;
      expect(data).toEqual({ ...bought, profile_id: mara });
      const claims = { profile: mara, transactionClaim: String(answer.body.data.id) };
      const read = await service.call(on.readProfileTransactionClaim, { token: customer, path: claims });
      expect(read.body).toEqual(answer.body);
      const list = await service.call(on.profileTransactionClaims, { token: customer, path: claims });
      expect(list.body.data).toEqual([answer.body.data]);
      expect((await claim({ receipt_ref: 'C-1', total: 50 })).status).toBe(409);
      const remove = { token: customer, path: claims };
      expect((await service.call(on.deleteProfileTransactionClaim, remove)).status).toBe(204);
      expect((await service.call(on.deleteProfileTransactionClaim, remove)).status).toBe(404);
    });

    it('a claim of another profile’s purchase stays pending, like a claim of an unknown one', async () => {
      const theirs = await add({ receipt_ref: 'C-2', total: 50, profile_id: ines });
      await add({ receipt_ref: 'C-3', total: 50 });
      const taken = await claim({ receipt_ref: 'C-2', total: 50 });
      const unknown = await claim({ receipt_ref: 'C-unknown', total: 50 });
      const wrong = await claim({ receipt_ref: 'C-3', total: 49 });
      for (const answer of [taken, unknown, wrong]) {
        expect(answer).toMatchObject({
          status: 200,
          body: { data: { status: 'pending', transaction_id: null } },
        });
      }
      const path = { transaction: theirs.id };
      expect((await service.call(on.readTransaction, { token, path })).body.data).toEqual(theirs);
      const sent = { receipt_ref: 'C-4', status: 'matched', transaction_id: theirs.id, profile_id: ines };
      expect((await claim(sent)).body.data).toMatchObject({
        status: 'pending',
        transaction_id: null,
        profile_id: mara,
      });
    });

    it('claims are found by their purchase, also those that preceded it', async () => {
      const first = await add({ receipt_ref: 'C-8', total: 20 });
      const late = await claim({ receipt_ref: 'C-8', total: 20 });
      const early = await claim({ receipt_ref: 'C-9', total: 20 });
      const second = await add({ receipt_ref: 'C-9', total: 20 });
      for (const [bought, { body }] of [
        [first, late],
        [second, early],
      ] as const) {
        const found = await service.call(on.profileTransactionClaims, {
          token: customer,
          path: { profile: mara },
          query: `?filter[transaction_id]=${bought.id}`,
        });
        expect(found.body.data.map((one: { id: number }) => one.id)).toEqual([body.data.id]);
      }
    });

    it('a claim that precedes its purchase is matched when it arrives, unless there are two claims', async () => {
      const early = await claim({ receipt_ref: 'C-5', total: 12 });
      expect(early.body.data.status).toBe('pending');
      expect(await add({ receipt_ref: 'C-5', total: 12 })).toMatchObject({ profile_id: mara });
      const path = { profile: mara, transactionClaim: String(early.body.data.id) };
      const { body } = await service.call(on.readProfileTransactionClaim, { token: customer, path });
      expect(body.data.status).toBe('matched');
      await claim({ receipt_ref: 'C-6', total: 12 });
      await claim({ receipt_ref: 'C-6', total: 12 }, ines, await service.tokenOf('1005'));
      expect(await add({ receipt_ref: 'C-6', total: 12 })).toMatchObject({ profile_id: null });
    });

    it('a receipt number is found as the customer types it', async () => {
      const before = await add({ receipt_ref: 'KAS-2026/0815', total: 21 });
      const claimed = await claim({ receipt_ref: 'kas 2026 0815', total: 21 });
      expect(claimed.body.data).toMatchObject({ status: 'matched', transaction_id: before.id });
      await claim({ receipt_ref: 'kas-0816', total: 22 });
      expect(await add({ receipt_ref: 'KAS 0816', total: 22 })).toMatchObject({ profile_id: mara });
      const query = '?filter[receipt_ref]=kas20260815';
      const found = await service.call(on.findProfileTransactions, {
        token: customer,
        path: { profile: mara },
        query,
      });
      expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([before.id]);
    });

    it('of two concurrent claims one is matched, and the points are earned once', async () => {
      const other = await service.tokenOf('1005');
      const bought = await add({ receipt_ref: 'C-7', total: 30 });
      const before = (await balance(mara)) + (await balance(ines));
      const claims = await Promise.all([
        claim({ receipt_ref: 'C-7', total: 30 }),
        claim({ receipt_ref: 'C-7', total: 30 }, ines, other),
      ]);
      expect(claims.map(({ body }) => body.data.status).sort()).toEqual(['matched', 'pending']);
      expect((await balance(mara)) + (await balance(ines))).toBe(before + 30);
      expect(bought.profile_id).toBeNull();
    });
  });

  describe('unattach, a GET that acts', () => {
    const unattach = (by: string, transaction: string, profile = mara) =>
      service.call(on.unattachProfileTransaction, { token: by, path: { profile, transaction } });

    it('removes a purchase and its points from a profile; the purchase changes in nothing else', async () => {
      const before = await balance(mara);
      const bought = await add({ profile_id: mara, total: 40, receipt_ref: 'U-1' });
      expect(await balance(mara)).toBe(before + 40);
      const answer = await unattach(token, bought.id);
      expect(answer).toMatchObject({ status: 200, body: { data: { ...bought, profile_id: null } } });
      expect((await unattach(token, bought.id)).status).toBe(404);
      const points = await pointsOf(service.db, mara);
      expect(points).toEqual({ balance: before, ledger: before, lots: before });
      expect((await claim({ receipt_ref: 'U-1', total: 40 })).body.data.status).toBe('matched');
      expect(await balance(mara)).toBe(before + 40);
    });

    it('takes back no more points than are left, and no purchase earns its points twice', async () => {
      const nils = 'profile-1003';
      const there = await balance(nils);
      const bought = await add({ profile_id: nils, total: 60, receipt_ref: 'U-2' });
      const { spend } = await import('../../../../demo/service/points/spend.ts');
      const spent = { profileId: nils, amount: there + 50, reason: 'Test' };
      await service.db.transaction().execute(async (work) => spend(work, spent as never));
      expect((await unattach(token, bought.id, nils)).status).toBe(200);
      expect(await balance(nils)).toBe(0);
      const theirs = await service.tokenOf('1003');
      expect((await claim({ receipt_ref: 'U-2', total: 60 }, nils, theirs)).body.data.status).toBe('matched');
      expect(await balance(nils)).toBe(10);
    });

    it('refuses customers, HEAD requests and purchases of another profile', async () => {
      const bought = await add({ profile_id: mara });
      expect((await unattach(customer, bought.id)).status).toBe(403);
      expect((await unattach(token, bought.id, ines)).status).toBe(404);
      const path = `/api/v3/profiles/${mara}/transactions/${bought.id}/unattach`;
      expect((await service.send('HEAD', path, { token })).status).toBe(405);
      const after = await service.call(on.readTransaction, { token, path: { transaction: bought.id } });
      expect(after.body.data).toEqual(bought);
    });
  });
});
