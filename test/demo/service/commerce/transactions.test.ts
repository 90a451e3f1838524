import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { transactionShape } from '../../../../src/services/contract/commerce/transactions.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';

describe('transactions', () => {
  let service: OpenService;
  let token: string;
  const add = (body: object) => service.call(on.addTransaction, { token, body });
  const read = (transaction: string) => service.call(on.readTransaction, { token, path: { transaction } });

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('are answered in their shape, with a number as total and texts as ids of transaction and location', async () => {
    const location = await service.call(on.readLocationByExternalId, {
      token,
      path: { external_id: 'amsterdam' },
    });
    expect(location.body.data.id).toEqual(expect.any(Number));
    const { status, body } = await add(purchase({ location_id: location.body.data.id, meta: ['till 3'] }));
    expect(status).toBe(200);
    expect(v.safeParse(transactionShape.sent, body.data).issues).toBeUndefined();
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      total: 89.5,
      location: { id: String(location.body.data.id), external_id: 'amsterdam' },
      items: [
        { id: expect.any(Number), transaction_id: body.data.id, price: '24.75', quantity: 2, total: 49.5 },
        { sku: 'BOWL-S', total: 40, product_id: null },
      ],
      meta: ['till 3'],
    });
    expect((await read(body.data.id)).body).toEqual(body);
  });

  it('are read by their external id; an unknown one answers 404', async () => {
    const { body } = await add(purchase({ external_id: 'till/7 ü' }));
    const by = (external_id: string) =>
      service.call(on.readTransactionByExternalId, { token, path: { external_id } });
    expect((await by('till/7 ü')).body).toEqual(body);
    expect((await by('till/7')).status).toBe(404);
    expect((await read('999999')).status).toBe(404);
    expect((await read('abc')).status).toBe(404);
  });

  it.each([
    ['nothing', {}, ['external_id', 'transacted_at', 'total']],
    ['a total of text', purchase({ total: '89.50' }), ['total']],
    ['a total that is too large', purchase({ total: 1e300 }), ['total']],
    ['a day that does not exist', purchase({ transacted_at: '2026-02-30' }), ['transacted_at']],
    [
      'a year beyond 9999 in UTC',
      purchase({ transacted_at: '9999-12-31T23:30:00-01:00' }),
      ['transacted_at'],
    ],
    ['the year 0', purchase({ transacted_at: '0000-01-01T00:00:00Z' }), ['transacted_at']],
    ['an unknown profile', purchase({ profile_id: 'nobody' }), ['profile_id']],
    ['an unknown order', purchase({ order_id: 999_999 }), ['order_id']],
    ['an unknown location', purchase({ location_id: 999_999 }), ['location_id']],
  ])('refuse %s with 422 and store nothing', async (_, body, fields) => {
    const count = () => sql<{ n: number }>`select count(*) as n from transactions`.execute(service.db);
    const before = (await count()).rows;
    const answer = await add(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(fields);
    expect((await count()).rows).toEqual(before);
  });

  it.each([
    ['a quantity of a weight', { quantity: 0.75, price: '8.40' }, { quantity: 0.75, total: 6.3 }, []],
    ['numbers as text', { quantity: '3', price: '0.015' }, { quantity: 3, price: '0.015', total: 0.045 }, []],
    ['a price as a number', { quantity: 1, price: 0.1 + 0.2 }, { price: '0.3', total: 0.3 }, []],
    ['no name', { quantity: 1, price: '1.00', name: undefined }, { name: null, total: 1 }, []],
    ['a number as a code', { sku: 4711 }, { sku: '4711' }, []],
    [
      'a quantity below zero',
      { quantity: -2, price: '1.50' },
      { quantity: 2, price: '-1.50', total: -3 },
      [],
    ],
    ['the quantity 0', { quantity: 0, price: '1.00' }, { quantity: null, total: null }, ['quantity']],
    ['a price with a comma', { quantity: 1, price: '1,50' }, { price: null, total: null }, ['price']],
    [
      'a variant that is no id',
      { variant_id: 'red', price: '1.00' },
      { variant_id: null, price: '1.00' },
      ['variant_id'],
    ],
    ['an unknown amount', { price: '1.00', discount_amount: 5 }, { price: '1.00' }, ['discount_amount']],
  ])(
    'with %s in a line earn whole: it is stored, or left out with a warning',
    async (_, line, stored, left) => {
      const items = [
        { name: 'Bowl', ...line },
        { name: 'Vase', quantity: 1, price: '2.00' },
      ];
      const answer = await add(purchase({ items }));
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.data.items).toMatchObject([stored, { name: 'Vase', total: 2 }]);
      const warnings = left.map((field) => `items.0.${field} could not be read, and was left out.`);
      expect(answer.body.warnings ?? []).toEqual(warnings);
      expect(v.safeParse(transactionShape.sent, answer.body.data).issues).toBeUndefined();
    },
  );

  it('with a line that is none are stored without it, also by a batch, which has the warning', async () => {
    const body = purchase({ items: ['Bowl', { name: 'Vase', quantity: 'two' }] });
    const queued = await service.call(on.batchTransactions, { token, body: [purchase(), body] });
    await runDueJobs(service);
    const batch = await service.call(on.readBatch, { token, path: { batch: queued.body.data.id } });
    expect(batch.body.data).toMatchObject({ done: 2, failed: 0, failures: [] });
    expect(batch.body.data.warnings).toEqual([
      { index: 1, message: 'items.0 is no line, and was left out.' },
      { index: 1, message: 'items.1.quantity could not be read, and was left out.' },
    ]);
    expect((await add(body)).body.data.items).toMatchObject([{ name: 'Vase', quantity: null }]);
  });

  it('with an empty list of lines are the same as without lines', async () => {
    const body = purchase({ items: [] });
    const first = await add(body);
    expect(await add({ ...body, items: undefined })).toMatchObject({ status: 200, text: first.text });
    expect(await add({ ...body, items: null })).toMatchObject({ status: 200, text: first.text });
  });

  describe('a stored transaction', () => {
    let id: string;
    let first: string;
    const body = purchase({ external_id: 'first', profile_id: 'profile-1002' });

    beforeAll(async () => {
      id = (await add(body)).body.data.id;
      first = (await read(id)).text;
    });

    it.each(['PUT', 'PATCH', 'DELETE'])('%s answers 405 and leaves every byte unchanged', async (method) => {
      const path = `/api/v3/transactions/${id}`;
      const answer = await service.send(method, path, { token, body: { total: 1 } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toContain('GET');
      expect((await read(id)).text).toBe(first);
    });

    it('is answered again for the same content in any order of fields', async () => {
      const again = Object.fromEntries(Object.entries(body).reverse());
      const answer = await add({ ...again, order_id: null, transacted_at: '2026-05-04T12:15:00+02:00' });
      expect(answer).toMatchObject({ status: 200, text: first });
    });

    it('answers 409 for other content with its external id', async () => {
      const answer = await add({ ...body, total: 1 });
      expect(answer).toMatchObject({ status: 409, body: { message: expect.any(String) } });
      expect((await read(id)).text).toBe(first);
    });

    it('is not changed by create-update, queues, resend or trigger-event', async () => {
      const other = { ...body, total: 1 };
      const upserted = await service.call(on.createOrUpdateTransaction, { token, body: other });
      expect(upserted).toMatchObject({ status: 409, body: { message: expect.any(String) } });
      const same = await service.call(on.createOrUpdateTransaction, { token, body });
      expect(same).toMatchObject({ status: 200, text: first });
      for (const endpoint of [on.queueTransactions, on.queueTransactionCreation]) {
        const queued = await service.call(endpoint, { token, body: [other, body] });
        expect(queued.status).toBe(202);
        await runDueJobs(service);
        const batch = await service.call(on.readBatch, { token, path: { batch: queued.body.data.id } });
        expect(batch.body.data.failures).toEqual([
          { index: 0, message: expect.stringContaining('external_id') },
        ]);
      }
      for (const [endpoint, path] of [
        [on.resendTransaction, { id }],
        [on.triggerTransactionEvent, { transaction: id }],
      ] as const) {
        const answer = await service.call(endpoint, { token, path });
        expect(answer).toMatchObject({ status: 202, body: { data: { status: 'accepted' } } });
        expect((await service.call(endpoint, { token, path: { id: '0', transaction: '0' } })).status).toBe(
          404,
        );
      }
      expect((await read(id)).text).toBe(first);
    });

    it('has lines whose description can be changed; amounts, product and transaction cannot', async () => {
      const line = JSON.parse(first).data.items[0];
      const path = { transactionitem: String(line.id) };
      const edited = await service.call(on.editTransactionItem, {
        token,
        path,
        body: { name: 'Beeswax candle', product_id: 'hp-1', transaction_id: '1' },
      });
      expect(edited.body.data).toEqual({
        ...line,
        name: 'Beeswax candle',
        updated_at: edited.body.data.updated_at,
      });
      for (const amount of [{ price: '1.00' }, { quantity: 9 }])
        expect((await service.call(on.editTransactionItem, { token, path, body: amount })).status).toBe(422);
      expect((await service.call(on.readTransactionItem, { token, path })).body).toEqual(edited.body);
      const items = `/api/v3/transactions/items`;
      expect((await service.send('POST', items, { token, body: {} })).status).toBe(405);
      expect((await service.send('DELETE', `${items}/${line.id}`, { token })).status).toBe(405);
      const { items: _, ...own } = JSON.parse((await read(id)).text).data;
      expect(own).toEqual({ ...JSON.parse(first).data, items: undefined });
    });

    it('is protected by triggers of the database', async () => {
      const numbers = { transactions: id, transaction_items: JSON.parse(first).data.items[0].id };
      for (const [table, number] of Object.entries(numbers)) {
        const row = sql`${sql.table(table)} where id = ${number}`;
        await expect(sql`delete from ${row}`.execute(service.db)).rejects.toThrow(/not deleted/);
      }
      await expect(sql`update transactions set total = 1`.execute(service.db)).rejects.toThrow(/not changed/);
      await expect(sql`update transaction_items set price = 1`.execute(service.db)).rejects.toThrow(
        /not changed/,
      );
    });

    it('is changed by the same statement without the trigger: the twin', async () => {
      const undone = new Error('undone');
      await service.db
        .transaction()
        .execute(async (work) => {
          await sql`drop trigger keep_transactions on transactions`.execute(work);
          await sql`update transactions set total = 1 where id = ${id}`.execute(work);
          const { rows } = await sql<{
            total: string;
          }>`select total from transactions where id = ${id}`.execute(work);
          expect(rows).toEqual([{ total: '1' }]);
          throw undone;
        })
        .catch((error: unknown) => expect(error).toBe(undone));
    });
  });

  it('are created once by concurrent requests', async () => {
    const body = purchase({ external_id: 'storm', profile_id: 'profile-1003' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((one) => one.body.data.id)).size).toBe(1);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from point_entries where reason = ${`Purchase ${body.receipt_ref}`}`.execute(
      service.db,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('in a queue are stored even when others in it are invalid', async () => {
    const [good, other] = [purchase(), purchase()];
    const answer = await service.call(on.queueTransactionCreation, {
      token,
      body: [good, { total: 'wrong' }, { ...good, total: 1 }, other],
    });
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { id: expect.any(String), status: 'accepted' } },
    });
    await runDueJobs(service);
    const batch = { token, path: { batch: answer.body.data.id } };
    expect((await service.call(on.readBatch, batch)).body.data).toMatchObject({ done: 2, failed: 2 });
    for (const { external_id, total } of [good, other]) {
      const found = await service.call(on.readTransactionByExternalId, { token, path: { external_id } });
      expect(found.body.data.total).toBe(total);
    }
    expect((await service.call(on.queueTransactions, { token, body: { records: [] } })).status).toBe(422);
  });

  it('are found by every kind of filter, and sorted', async () => {
    await add(purchase({ external_id: 'cheap', total: 3, receipt_ref: 'F-1', transacted_at: '2026-01-02' }));
    await add(purchase({ external_id: 'dear', total: 20, receipt_ref: 'F-2', transacted_at: '2026-01-03' }));
    const found = async (query: string) => {
      const answer = await service.call(on.transactions, { token, query });
      return answer.status === 200
        ? answer.body.data.map((one: { external_id: string }) => one.external_id)
        : answer.status;
    };
    expect(await found('?filter[receipt_ref][in]=F-1,F-2&sort=total')).toEqual(['cheap', 'dear']);
    expect(await found('?filter[receipt_ref][in]=F-1,F-2&sort=-transacted_at')).toEqual(['dear', 'cheap']);
    expect(await found('?filter[receipt_ref]=F-1')).toEqual(['cheap']);
    expect(await found('?filter[receipt_ref][in]=F-1,F-2&filter[total][gt]=3')).toEqual(['dear']);
    expect(await found('?filter[transacted_at]=2026-01-02')).toEqual(['cheap']);
    expect(await found('?filter[external_id]=dear&filter[profile_id][nullable]=1')).toEqual(['dear']);
    expect(await found('?filter[items]=nobody-bought-this')).toEqual([]);
    expect(await found('?filter[content_hash]=1')).toBe(422);
    const { body } = await service.call(on.transactionItems, {
      token,
      query: '?filter[sku]=BOWL-S&filter[transaction_id][gt]=0&filter[price]=40&page[size]=2',
    });
    expect(body.data).toHaveLength(2);
    expect(
      (await service.call(on.transactionItems, { token, query: '?filter[transaction_id]=abc' })).status,
    ).toBe(422);
  });

  it('answer 403 to customers', async () => {
    const customer = await service.tokenOf('1002');
    for (const endpoint of [on.transactions, on.readTransaction, on.addTransaction, on.transactionItems]) {
      const answer = await service.call(endpoint, {
        token: customer,
        path: { transaction: '1' },
        body: undefined,
      });
      expect(answer.status, endpoint.id).toBe(403);
    }
  });
});
