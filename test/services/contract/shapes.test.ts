import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as catalogue from '../../../src/services/contract/endpoints/index.ts';
import { contracts } from '../../../src/services/contract/catalogue.ts';
import {
  benefitDefinitionShape,
  creditDefinitionShape,
} from '../../../src/services/contract/configuration/definitions.ts';
import { creditShape } from '../../../src/services/contract/incentives/credits.ts';
import { customFieldShape } from '../../../src/services/contract/common.ts';
import { day, timestamp } from '../../../src/services/contract/kinds.ts';
import { problems } from '../../../src/services/contract/problems.ts';
import { profileDateShape, profileShape } from '../../../src/services/contract/profiles.ts';
import { userShape } from '../../../src/services/contract/organisations.ts';
import { redemptionItem, redemptionShape } from '../../../src/services/contract/incentives/redemptions.ts';
import type { Fields } from '../../../src/services/contract/fields.ts';
import { webhook, webhookShape } from '../../../src/services/contract/automation.ts';
import { creditRecord, dateRecord, redemptionRecord, webhookRecord } from '../../client/support/records.ts';

const redemption = redemptionShape.record;
const read = (record: unknown) => problems(redemption, record);
const store = { trigger: 'a', url: 'https://hooks.example.com/a?b=c', namespace: 'n' };
const stores = (body: unknown) => problems(webhookShape.add, body);
const fieldsOf = (found: readonly string[]) => found.map((one) => one.split(/[:.]/)[0]);

describe('numbers of a definition', () => {
  it.each([
    ['period', 1, 36_500],
    ['release_period', 0, 36_500],
    ['uses', 1, 100_000],
    ['points_cost', 0, 1_000_000_000],
  ])('%s is %i to %i', (field, least, most) => {
    const refused = (value: number) =>
      fieldsOf(problems(benefitDefinitionShape.add, { [field]: value })).includes(field);
    expect([least - 1, least, most, most + 1].map(refused)).toEqual([true, false, false, true]);
  });
});

describe('schemas of records that are read', () => {
  it('return the record unchanged, and report each wrong type with its path', () => {
    expect(v.parse(redemption, redemptionRecord)).toEqual(redemptionRecord);
    expect(v.parse(profileDateShape.record, dateRecord)).toEqual(dateRecord);
    expect(read({ ...redemptionRecord, items: [{ type: 'credit', value: '10' }] })).toEqual([
      'items.0.value: number expected, string received',
    ]);
  });

  it('report a timestamp that is a number', () => {
    expect(read({ ...redemptionRecord, created_at: 1714550000 })).toEqual([
      'created_at: string expected, number received',
    ]);
  });

  it('have a text total of the redemption and a number total of its transaction', () => {
    expect(fieldsOf(read({ ...redemptionRecord, total: 10.1 }))).toEqual(['total']);
    expect(read({ transaction: { total: '10.10' } })[0]).toMatch(/^transaction\.total: number/);
    expect(read({ total_localised: '10,10 €', transaction: { total: 10 } })).toEqual([]);
  });

  it('have two kinds of location, with an integer id and a text id', () => {
    expect(read({ location: { id: '5' } })[0]).toMatch(/^location\.id/);
    expect(read({ transaction: { location: { id: 5 } } })[0]).toMatch(/^transaction\.location\.id/);
    expect(fieldsOf(read({ location_id: '5', transaction_id: 5, profile_id: 5 }))).toEqual([
      'profile_id',
      'location_id',
      'transaction_id',
    ]);
  });

  it('accept items of unknown types unchanged, and validate credits', () => {
    const unknown = { type: 'voucher', type_attributes: { value_initial: 5, anything: [] } };
    expect(v.parse(redemptionItem.record, unknown)).toEqual(unknown);
    expect(problems(redemptionItem.record, { type_attributes: { value_initial: 5 } })).toEqual([]);
    expect(
      problems(redemptionItem.record, { type: 'credit', type_attributes: { value_initial: 5 } }),
    ).toEqual([expect.stringMatching(/^type_attributes\.value_initial/)]);
  });

  it('read the definition inside a credit, and report a different one', () => {
    const credit = (definition: unknown) =>
      read({ items: [{ type: 'credit', type_attributes: definition }] });
    expect(credit({ credit_definition_id: 3, definition: { id: 3 } })).toEqual([]);
    expect(credit({ credit_definition_id: 3, definition: { id: 4 } })).toEqual([
      'items.0.type_attributes: the id of its definition expected',
    ]);
    expect(credit({ definition: { region: { id: '1' } } })[0]).toMatch(/definition\.region\.id/);
    expect(credit({ definition: { tags: [1] } })[0]).toMatch(/definition\.tags\.0/);
  });

  it('have booleans as text: is_index and is_recurring', () => {
    expect(problems(customFieldShape.record, { is_index: '0' })).toEqual([]);
    expect(problems(customFieldShape.record, { is_index: false })[0]).toMatch(/^is_index: string/);
    expect(problems(profileDateShape.record, { is_recurring: true })[0]).toMatch(/^is_recurring: string/);
    expect(v.parse(profileDateShape.record, { date: '1990-02-29' })).toEqual({ date: '1990-02-29' });
  });

  it('report an array instead of an object', () => {
    expect(read({ location: [] })).toEqual(['location: object expected, array received']);
    expect(read([])).toEqual(['body: object expected, array received']);
    expect(stores([])).toEqual(['body: object expected, array received']);
    expect(problems(profileShape.edit, [])).toEqual(['body: object expected, array received']);
  });

  it('keep unknown fields, and require only an id', () => {
    const profile = { id: 'p', loyalty_colour: 'red', first_name: null, deep: { er: [1] } };
    expect(v.parse(profileShape.record, profile)).toEqual(profile);
    expect(v.parse(redemption, { later: 1, profile: { later: 2 } })).toEqual({
      later: 1,
      profile: { later: 2 },
    });
  });

  it('accept null for every field of 2.3 to 2.8, and records without them', () => {
    for (const shape of [
      redemptionShape,
      creditShape,
      creditDefinitionShape,
      customFieldShape,
      profileDateShape,
    ]) {
      const nothing = Object.fromEntries(Object.keys(shape.fields).map((name) => [name, null]));
      expect(problems(shape.record, nothing)).toEqual([]);
      expect(problems(shape.record, {})).toEqual([]);
    }
  });

  it('include no body that changes a transaction', () => {
    const changing = contracts.filter(
      ({ endpoint }) => endpoint.method !== 'GET' && endpoint.path === '/v3/transactions/{transaction}',
    );
    expect(changing).toEqual([]);
    const item = contracts.find(({ endpoint }) => endpoint === (catalogue.editTransactionItem as unknown));
    expect(
      v.parse(item!.body!, { name: 'Mug', price: '1.00', quantity: 3, transaction_id: 't', total: 1 }),
    ).toEqual({ name: 'Mug' });
  });

  it('have booleans for the states of webhooks and credits', () => {
    expect(fieldsOf(problems(webhook, { ...webhookRecord, is_active: 'true' }))).toEqual(['is_active']);
    expect(fieldsOf(problems(creditShape.record, { ...creditRecord, locked: 1 }))).toEqual(['locked']);
  });
});

describe('a webhook', () => {
  it('reports a missing field, and accepts null where the spec allows it', () => {
    expect(problems(webhook, webhookRecord)).toEqual([]);
    const { queue: _queue, ...without } = webhookRecord;
    expect(fieldsOf(problems(webhook, without))).toEqual(['queue']);
  });

  it('refuses null for is_active and text for id, accepts any condition', () => {
    expect(fieldsOf(problems(webhook, { ...webhookRecord, is_active: null }))).toEqual(['is_active']);
    expect(fieldsOf(problems(webhook, { ...webhookRecord, id: '7' }))).toEqual(['id']);
    expect(problems(webhook, { ...webhookRecord, user_id: 3, condition: ['a', { b: 1 }, 2, null] })).toEqual(
      [],
    );
  });

  it('needs trigger, url and namespace', () => {
    expect(fieldsOf(stores({}))).toEqual(['trigger', 'url', 'namespace']);
    expect(fieldsOf(stores({ trigger: '', url: '', namespace: '' }))).toEqual(
      expect.arrayContaining(['trigger', 'url', 'namespace']),
    );
  });

  it.each([
    ['trigger', [1, null, []]],
    ['url', [1, null, [], 'not a url', '', '//x', 'mailto:a@b.c', 'https://']],
    ['namespace', [1, null, []]],
    ['is_active', ['true', 1]],
    ['retry_daily', ['true', 1]],
    ['retry_hourly', ['true', 1]],
    ['queue', ['urgent', 'HIGH', '', 1]],
    ['condition', ['a', ['a', 1], {}]],
    ['extra_data_template', [{}, 1]],
  ])('takes no wrong %s', (name, values) => {
    for (const value of values) {
      const found = fieldsOf(stores({ ...store, [name]: value }));
      expect(new Set(found), JSON.stringify(value)).toEqual(new Set([name]));
    }
  });

  it('accepts null or a missing value for optional fields, and keeps sent values', () => {
    for (const name of [
      'is_active',
      'retry_daily',
      'retry_hourly',
      'queue',
      'condition',
      'extra_data_template',
    ]) {
      expect(stores({ ...store, [name]: null })).toEqual([]);
    }
    const full = {
      ...store,
      condition: ['a', 'b'],
      queue: 'low',
      is_active: false,
      extra_data_template: ' {{a}} ',
    };
    expect(v.parse(webhookShape.add, full)).toEqual(full);
    expect(stores({ ...store, condition: [] })).toEqual([]);
    expect(stores({ ...store, url: 'http://127.0.0.1:8080/in' }), 'any port is accepted').toEqual([]);
  });

  it('drops unknown fields', () => {
    expect(v.parse(webhookShape.add, { ...store, user_id: 1, id: 9, created_at: 'x' })).toEqual(store);
  });
});

describe('schemas of records that the service sends', () => {
  const sent = (shape: { fields: Fields }) =>
    Object.fromEntries(Object.keys(shape.fields).map((name) => [name, null]));

  it('require every field, null without a value, and refuse others', () => {
    const whole = sent(redemptionShape);
    expect(problems(redemptionShape.sent, whole)).toEqual([]);
    for (const name of Object.keys(whole)) {
      const { [name]: _left, ...rest } = whole;
      expect(fieldsOf(problems(redemptionShape.sent, rest))).toEqual([name]);
    }
    expect(
      fieldsOf(problems(redemptionShape.sent, { ...whole, external_id: 'x' })),
      'a field that section 2.3 does not have is refused',
    ).toEqual(['external_id']);
  });

  it('are strict for nested records too', () => {
    const found = problems(redemptionShape.sent, { ...sent(redemptionShape), location: { id: 5 } });
    expect(found.every((one) => one.startsWith('location.'))).toBe(true);
    expect(found).toHaveLength(8);
  });
});

describe('access of customers to fields', () => {
  it('hides notes, codes and numbers from customers', () => {
    expect(creditShape.fields.security_code.customers).toBe('nothing');
    expect(creditShape.fields.credit_number.customers).toBe('nothing');
    expect(creditDefinitionShape.fields.internal_notes.customers).toBe('nothing');
    expect(creditShape.fields.value_remaining.customers).toBe('read');
  });

  it('lets customers write their names but not their type, and no client write an id', () => {
    expect(profileShape.fields.first_name.customers).toBe('write');
    expect(profileShape.fields.type.customers).toBe('read');
    expect(v.parse(profileShape.add, { id: 'x', type: 'vip', statuses: ['vip'], first_name: 'A' })).toEqual({
      first_name: 'A',
    });
  });

  it('has no password in any record', () => {
    expect(Object.keys(userShape.record.entries)).not.toContain('password');
    expect(Object.keys(userShape.sent.entries)).not.toContain('password');
    expect(Object.keys(userShape.edit.entries)).toContain('password');
  });

  it('refuses changes of fields that are set once', () => {
    expect(Object.keys(creditShape.add.entries)).toContain('profile_id');
    expect(Object.keys(creditShape.edit.entries)).not.toContain('profile_id');
    expect(Object.keys(creditShape.edit.entries)).not.toContain('value_initial');
  });
});

describe('kinds of fields', () => {
  it.each(['2024-02-30', '2024-5-1', '01/05/2024', '2024-13-01', ''])('refuse the day %j', (text) => {
    expect(v.is(day.write, text)).toBe(false);
    expect(v.is(timestamp.write, text)).toBe(false);
  });

  it.each(['2024-05-01', '2024-05-01T09:30:00Z', '2024-05-01 09:30:00', '2024-05-01T09:30:00.000000+02:00'])(
    '%s is a moment',
    (text) => {
      expect(v.is(timestamp.write, text)).toBe(true);
    },
  );
});

describe('mutations', () => {
  type Place = readonly (string | number)[];
  /** Every place in a value that holds a scalar. */
  function places(value: unknown, at: Place = []): Place[] {
    if (typeof value !== 'object' || value === null) return [at];
    return Object.entries(value).flatMap(([name, inner]) =>
      places(inner, [...at, Array.isArray(value) ? Number(name) : name]),
    );
  }
  function put(value: unknown, [name, ...rest]: Place, replacement: unknown): unknown {
    if (name === undefined) return replacement;
    const copy = (Array.isArray(value) ? Array.from(value) : { ...(value as object) }) as Record<
      string | number,
      unknown
    >;
    copy[name] = put(copy[name], rest, replacement);
    return copy;
  }
  const at = (value: unknown, place: Place) =>
    place.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value);
  const kindOf = (value: unknown) =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

  it.each([
    ['Redemption', redemptionShape.record, redemptionRecord],
    ['ProfileDate', profileDateShape.record, dateRecord],
    ['Webhook', webhook, webhookRecord],
  ] as const)('of one field of a %s are reported by the path of that field', (_, schema, record) => {
    const known = places(record).filter((place) => at(record, place) !== null);
    const values = [12.5, 'text', true, [[]], { a: 1 }];
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.constantFrom<unknown>(...values), (place, value) => {
        if (kindOf(at(record, place)) === kindOf(value)) return;
        const found = problems(schema, put(record, place, value));
        expect(found, `${place.join('.')} = ${JSON.stringify(value)}`).toHaveLength(1);
        expect(found[0]).toMatch(/ expected, \w+ received$/);
        // A type that makes an item another kind of item is reported at the item's type.
        expect(found[0]!.startsWith(`${place.join('.')}:`)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never show a value, which may be a secret', () => {
    const found = read({
      items: [{ type: 'credit', type_attributes: { locked: 'TOP-SECRET', id: 'TOP-SECRET' } }],
    });
    expect(found).toHaveLength(2);
    expect(found.join()).not.toContain('SECRET');
  });

  it('of any kind never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const { reply, body } of contracts.filter((_, index) => index % 7 === 0)) {
          problems(reply, value);
          if (body) problems(body, value);
        }
      }),
      { numRuns: 50 },
    );
  });
});
