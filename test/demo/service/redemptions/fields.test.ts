import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import * as v from 'valibot';
import { creditShape } from '../../../../src/services/contract/incentives/credits.ts';
import { creditDefinitionShape } from '../../../../src/services/contract/configuration/definitions.ts';
import { redemptionShape } from '../../../../src/services/contract/incentives/redemptions.ts';
import { addRecord } from '../../../../demo/service/crud/store.ts';
import { tableOf } from '../../../../demo/service/crud/tables.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { mara, openRedemptions, type Redemptions } from './redemption-calls.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('fields of a redemption', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let purchase: Redemptions['purchase'];
  let redeem: Redemptions['redeem'];
  beforeAll(async () => void ({ service, machine, token, purchase, redeem } = await openRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const record = async (model: string, fields: Record<string, unknown>): Promise<number> =>
    Number((await addRecord(service.db, tableOf(model), fields)).id);

  it('of a credit are all fields of 2.3 to 2.7 with their types', async () => {
    const currency = await record('currency', { name: 'Euro', handle: 'the-euro', code: 'EUR', decimals: 2 });
    await record('rate', { name: 'Euro', handle: 'the-rate', value: '1.085', currency_id: currency });
    const region = await record('region', { name: 'North', handle: 'the-north' });
    const place = { name: 'Quay 4', external_id: 'q4', is_published: true, is_permanently_closed: false };
    const location = await record('location', place);
    await purchase({
      external_id: 't-77',
      receipt_ref: 'R-77',
      profile_id: mara,
      location_id: location,
      transacted_at: '2026-05-01T10:00:00.000000Z',
      total: 89.9,
    });
    const definition = await definitionOf(service.db, 'credit', {
      value: 50,
      currency_id: currency,
      region_id: region,
      internal_notes: 'Costs us 40',
    });
    await service.db
      .insertInto('records')
      .values({
        resource: 'custom-field',
        parent: `credit-definition:${definition}`,
        profile_id: null,
        user_id: null,
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
      credit_id: credit.id,
      value: '12.50',
      location_id: location,
      transaction_external_id: 't-77',
      external_id: 'till-1',
      meta: ['gift'],
    });
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body;
    expect(v.safeParse(redemptionShape.sent, data).issues).toBeUndefined();
    expect(Object.keys(data)).toEqual(Object.keys(redemptionShape.fields));
    expect(data).toMatchObject({
      type: 'credit',
      total: '12.50',
      total_localised: '€12.50',
      meta: ['gift'],
      profile_id: mara,
      profile: { full_name: 'Mara Lindqvist', statuses: [] },
      location_id: location,
      location: { id: location, name: 'Quay 4', is_published: true, phone: null },
      transaction_id: expect.any(String),
      transaction: {
        external_id: 't-77',
        receipt_ref: 'R-77',
        total: 89.9,
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
      id: shown.credit_definition_id,
      currency: 'EUR',
      region: { id: region, name: 'North', handle: 'the-north' },
      custom_fields: [{ handle: 'colour', is_index: '0', custom_fieldable_type: 'credit-definition' }],
    });
    expect(Object.keys(shown.definition.custom_fields[0])).toHaveLength(10);
    // Filter attributes that are not in 2.3 are not shown.
    const query = '?filter[external_id]=till-1&filter[exchange_rate]=1.085';
    const found = await service.call(on.redemptions, { query, token: machine });
    expect(found.body.data).toEqual([data]);
    const one = await service.call(on.readRedemption, {
      path: { redemption: String(data.id) },
      token: machine,
    });
    expect(one.body.data).toEqual(data);
  });

  it('for customers never include security codes, credit numbers and internal notes', async () => {
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
});
