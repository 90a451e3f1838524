import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { contracts } from '../../../../src/services/contract/catalogue.ts';
import { moneySchemas, type AnySchema } from '../../../../src/services/contract/kinds.ts';
import { partsOf } from '../../../../demo/service/api/schema-parts.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { purchase } from '../../../support/service-purchases.ts';

const digits = (field: string, amount: string) => ({
  [field]: [
    expect.stringMatching(new RegExp(`${amount.replace('.', '\\.')}, but .+ has at most \\d digits`)),
  ],
});

interface BodyField {
  readonly operation: string;
  /** `items.*.price` */
  readonly field: string;
  readonly schema: AnySchema;
}

function* fieldsOf(operation: string, schema: AnySchema, path: readonly string[] = []): Generator<BodyField> {
  const { wrapped, entries, item } = partsOf(schema);
  if (moneySchemas.has(schema)) yield { operation, field: path.join('.'), schema };
  else if (wrapped) yield* fieldsOf(operation, wrapped, path);
  else if (item) yield* fieldsOf(operation, item, [...path, '*']);
  else if (entries)
    for (const [name, inner] of Object.entries(entries)) yield* fieldsOf(operation, inner, [...path, name]);
  else yield { operation, field: path.join('.'), schema };
}

/** Fields that take 1.999, as a number or as text, and no text that is no number. */
function takesFractions({ schema }: BodyField): boolean {
  const takes = (value: unknown) => v.safeParse(schema, value).success;
  return (takes(1.999) || takes('1.999')) && !takes('a') && !takes('1-999');
}

describe('money in a request', () => {
  let programme: Programme;
  let member: string;
  let card: number;
  let yenCard: number;
  beforeAll(async () => {
    programme = await openProgramme();
    member = await programme.join();
    const { ask } = programme;
    const [euro] = await ask(on.currencies, { query: '?filter[code]=EUR' });
    const yen = await ask(on.addCurrency, { body: { name: 'Yen', code: 'JPY', decimals: 0 } });
    const definition = (handle: string, currency_id: number) =>
      ask(on.addCreditDefinition, { body: { name: handle, handle, currency_id, is_published: true } });
    card = (await definition('card', euro.id)).id;
    yenCard = (await definition('yen-card', yen.id)).id;
  });
  afterAll(() => programme.service.drop());

  const send = (endpoint: Endpoint, body: unknown, path = {}) =>
    programme.service.call(endpoint, { token: programme.machine, body, path });
  const gift = (value_initial: string, credit_definition_id = card) =>
    send(on.addCredit, { profile_id: member, credit_definition_id, value_initial });
  const line = (price: string) => ({ name: 'Vase', quantity: 1, price });

  it('has at most the digits of its currency, in every kind of record', async () => {
    const product = (
      await programme.ask(on.addProduct, { body: { external_id: 'vase', name: 'Vase', currency: 'EUR' } })
    ).id;
    await programme.ask(on.addList, {
      path: { profile: member },
      body: { type: 'custom', name: 'Gifts', handle: 'gifts' },
    });
    const path = { profile: member, product, handle: 'gifts' };
    const cases: readonly (readonly [Endpoint, object, string, string])[] = [
      [
        on.addCredit,
        { profile_id: member, credit_definition_id: card, value_initial: '10.999' },
        'value_initial',
        '10.999',
      ],
      [
        on.addCredit,
        { profile_id: member, credit_definition_id: yenCard, value_initial: '10.5' },
        'value_initial',
        '10.5',
      ],
      [on.addTransaction, purchase({ total: 1.999 }), 'total', '1.999'],
      [on.addTransaction, purchase({ total: -1.999, currency: undefined }), 'total', '-1.999'],
      [on.addTransaction, purchase({ total: 10.5, currency: 'JPY', items: [] }), 'total', '10.5'],
      [on.createOrUpdateTransaction, purchase({ total: 1.999 }), 'total', '1.999'],
      [on.addOrder, { currency: 'EUR', items: [line('0.001')] }, 'items.0.price', '0.001'],
      [on.addProduct, { external_id: 'p', name: 'P', price: '9.999', currency: 'EUR' }, 'price', '9.999'],
      [on.addCustomProduct, { name: 'P', price: '9.5', currency: 'JPY' }, 'price', '9.5'],
      [on.addProfileOrder, { currency: 'EUR', items: [line('0.001')] }, 'items.0.price', '0.001'],
      [
        on.addProductVariant,
        { product_id: product, name: 'Blue', sku: 'b', price: '9.999' },
        'price',
        '9.999',
      ],
      [on.addProfileListCustomProduct, { name: 'P', price: '9.999', currency: 'EUR' }, 'price', '9.999'],
      [on.addProfileTransactionClaim, { receipt_ref: 'R-1', total: 1.999 }, 'total', '1.999'],
    ];
    for (const [endpoint, body, field, amount] of cases)
      expect(await send(endpoint, body, path), endpoint.id).toMatchObject({
        status: 422,
        body: { errors: digits(field, amount) },
      });
  });

  it('is every field of a body that takes parts of a number, except for those with a reason', () => {
    const others: readonly (readonly [field: string, reason: string])[] = [
      [
        'profiles.redemptions.credit.store value',
        'compared with the digits of the credit when it is redeemed',
      ],
      ['credits.redeem value', 'the same'],
      ['profiles.redemptions.returns.store items.*.value', 'the same, when it is given back'],
      ['profiles.redemptions.reversals.store items.*.value', 'the same'],
      ['rates.store value', 'a factor, which has more digits than money'],
      ['rates.update value', 'the same'],
      ['campaigns.store multiplier', 'the same'],
      ['campaigns.update multiplier', 'the same'],
      ['campaigns.preview campaign.multiplier', 'the same'],
      ['rates.calculate amount', 'an amount of any unit; nothing is stored'],
      ['incentives.estimate total', 'a sum of the page, perhaps of prices without tax; nothing is stored'],
      ...['orders', 'profiles.orders'].flatMap((orders) =>
        ['store', 'update'].map(
          (verb) => [`${orders}.${verb} items.*.quantity`, 'a weight or a length'] as const,
        ),
      ),
      ...['store', 'update'].map((verb) => [`orders.items.${verb} quantity`, 'the same'] as const),
    ];
    const found = contracts
      .flatMap(({ endpoint, body }) => (body ? [...fieldsOf(endpoint.id, body)] : []))
      .filter((field) => !moneySchemas.has(field.schema) && takesFractions(field));
    expect(found.map(({ operation, field }) => `${operation} ${field}`).sort()).toEqual(
      others.map(([field]) => field).sort(),
    );
  });

  it('has the digits of ISO 4217 where a currency is recorded without its digits', async () => {
    const { ask } = programme;
    const body = (code: string) => ({ name: code, code });
    expect((await ask(on.addCurrency, { body: body('KRW') })).decimals).toBe(0);
    expect((await ask(on.addCurrency, { body: body('CHF') })).decimals).toBe(2);
  });

  it('of a claim may have the digits of any currency of the tenant, because a claim names none', async () => {
    const claim = (receipt_ref: string) =>
      send(on.addProfileTransactionClaim, { receipt_ref, total: 4.125 }, { profile: member });
    expect((await claim('R-2')).status).toBe(422);
    await programme.ask(on.addCurrency, { body: { name: 'Dinar', code: 'KWD' } });
    expect((await claim('R-2')).status).toBe(200);
  });

  it('is checked again when the currency of a record changes', async () => {
    const product = await programme.ask(on.addProduct, {
      body: { external_id: 'lamp', name: 'Lamp', price: '9.50', currency: 'EUR' },
    });
    const path = { product: product.id };
    expect(await send(on.editProduct, { currency: 'JPY' }, path)).toMatchObject({
      status: 422,
      body: { errors: digits('price', '9.5') },
    });
    const order = await programme.ask(on.addOrder, { body: { currency: 'EUR', items: [line('9.50')] } });
    expect(await send(on.editOrder, { currency: 'JPY' }, { order: String(order.id) })).toMatchObject({
      status: 422,
      body: { errors: digits('items.0.price', '9.5') },
    });
    expect(await send(on.addOrderItem, { order_id: order.id, ...line('9.505') })).toMatchObject({
      status: 422,
      body: { errors: digits('price', '9.505') },
    });
  });

  it('is accepted with all digits of its currency, also where a till adds in binary fractions', async () => {
    expect((await gift('10.99')).body.data.value_remaining).toBe('10.99');
    expect((await gift('10.9900')).status).toBe(200);
    expect((await gift('1000', yenCard)).status).toBe(200);
    expect((await send(on.addTransaction, purchase({ total: 0.1 + 0.2 }))).body.data.total).toBe(0.3);
    const dinar = purchase({ total: 1.999, currency: 'KWD', items: [line('1.999')] });
    expect((await send(on.addTransaction, dinar)).status).toBe(200);
  });

  it('names a currency of ISO 4217', async () => {
    for (const [endpoint, body] of [
      [on.addTransaction, purchase({ currency: 'ZZZ' })],
      [on.addOrder, { currency: 'ZZZ' }],
      [on.addProduct, { external_id: 'z', name: 'Z', currency: 'ZZZ' }],
      [on.estimateIncentives, { total: 10, currency: 'ZZZ' }],
    ] as const)
      expect((await send(endpoint, body)).body.errors).toEqual({
        currency: ['The currency field has to be a currency of ISO 4217, such as EUR.'],
      });
    expect((await send(on.addCurrency, { name: 'None', code: 'ZZZ' })).status).toBe(422);
  });

  it('is not below zero where nothing can be owed', async () => {
    for (const [endpoint, body, field] of [
      [on.addRate, { name: 'Points', handle: 'points-per-usd', value: '-1' }, 'value'],
      [on.addProduct, { external_id: 'm', name: 'M', price: '-1.00' }, 'price'],
      [
        on.addCredit,
        { profile_id: member, credit_definition_id: card, value_initial: '-1.00' },
        'value_initial',
      ],
    ] as const)
      expect((await send(endpoint, body)).body.errors).toEqual({
        [field]: [`The ${field} field has to be zero or more.`],
      });
  });

  it('is checked in the same way in a batch and in an import', async () => {
    const batch = await send(on.batchTransactions, [purchase({ total: 1.999 })]);
    const content = `profile_id,credit_definition_id,value_initial\n${member},${card},10.999\n`;
    await send(on.uploadImport, { model: 'credit', format: 'csv', content });
    await runDueJobs(programme.service);
    const path = { batch: batch.body.data.id };
    expect((await programme.ask(on.readBatch, { path })).failures[0].message).toContain('1.999');
    expect((await programme.ask(on.importJobs))[0]).toMatchObject({
      done: 0,
      failures: [{ message: expect.stringContaining('10.999') }],
    });
  });
});
