import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { creditDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { creditShape } from '../../../src/services/contract/incentives/credits.ts';
import { customFieldShape } from '../../../src/services/contract/common.ts';
import { profileDateLinkShape, profileDateShape } from '../../../src/services/contract/profiles.ts';
import {
  redemptionItem,
  redemptionLocationShape,
  redemptionProfileShape,
  redemptionShape,
  redemptionTransactionLocationShape,
  redemptionTransactionShape,
} from '../../../src/services/contract/incentives/redemptions.ts';
import type { Fields } from '../../../src/services/contract/fields.ts';
import { webhook, webhookShape } from '../../../src/services/contract/automation.ts';

/** Lines of spec 2: `Redemption.total string`. */
const lines = readFileSync(new URL('fields.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean);
const spec = new Map<string, Map<string, string>>();
for (const line of lines) {
  const [, record = '', name = '', type = ''] = /^(\w+)\.(\w+) (.*)$/.exec(line) ?? [];
  spec.set(record, (spec.get(record) ?? new Map<string, string>()).set(name, type));
}

const region = creditDefinitionShape.fields.region.kind.read.entries;
const regionFields: Fields = Object.fromEntries(
  Object.entries(region).map(([name, schema]) => [
    name,
    { kind: { read: schema.wrapped, write: schema.wrapped, sent: schema.wrapped } },
  ]),
) as never;

const tables: Readonly<Record<string, Fields>> = {
  Redemption: redemptionShape.fields,
  RedemptionProfile: redemptionProfileShape.fields,
  RedemptionLocation: redemptionLocationShape.fields,
  RedemptionTransaction: redemptionTransactionShape.fields,
  RedemptionTransactionLocation: redemptionTransactionLocationShape.fields,
  RedemptionItem: redemptionItem.fields,
  Credit: creditShape.fields,
  CreditDefinition: creditDefinitionShape.fields,
  CreditDefinitionRegion: regionFields,
  CustomField: customFieldShape.fields,
  ProfileDate: profileDateShape.fields,
  ProfileDateLink: profileDateLinkShape.fields,
};

/** The JSON type that a schema takes, found by trying. */
function typeOf(schema: v.GenericSchema): string {
  const takes = (value: unknown) => v.is(schema, value);
  const is = [
    takes('2024-05-01') && 'string',
    takes(1) && (takes(1.5) ? 'number' : 'integer'),
    takes(true) && 'boolean',
    takes([]) && 'array',
    takes({}) && 'object',
  ].filter(Boolean);
  return is.join(' or ');
}

const wireType = (type: string): string =>
  /^array/.test(type) ? 'array' : /^[A-Z]/.test(type) ? 'object' : type;

describe('spec 2, field by field', () => {
  it('has every record of section 2', () => {
    expect([...spec.keys()].sort()).toEqual([...Object.keys(tables), 'StoreWebhook', 'Webhook'].sort());
  });

  describe.each(Object.entries(tables))('%s', (record, fields) => {
    it('has exactly the fields of the spec', () => {
      expect(Object.keys(fields).sort()).toEqual([...(spec.get(record)?.keys() ?? [])].sort());
    });

    it.each([...(spec.get(record) ?? [])])('%s is %s, read and sent', (name, type) => {
      const { read, sent } = fields[name]!.kind;
      expect(typeOf(read)).toBe(wireType(type));
      // What is sent is strict, so an empty object is none of it.
      if (wireType(type) !== 'object') expect(typeOf(sent)).toBe(wireType(type));
    });
  });

  it.each([
    ['Redemption', 15],
    ['RedemptionItem', 7],
    ['Credit', 36],
    ['CreditDefinition', 60],
    ['CustomField', 10],
    ['ProfileDate', 15],
    ['ProfileDateLink', 7],
    ['Webhook', 13],
    ['StoreWebhook', 9],
  ])('%s has %i fields', (record, count) => {
    expect(spec.get(record)?.size).toBe(count);
  });

  it('a webhook that is read has its 13 fields, nullable where the spec says', () => {
    expect(Object.keys(webhook.entries).sort()).toEqual([...spec.get('Webhook')!.keys()].sort());
    for (const [name, type] of spec.get('Webhook')!) {
      const schema = webhook.entries[name as keyof typeof webhook.entries];
      expect(v.is(schema, null), name).toBe(type.includes('nullable'));
      expect(v.is(schema, undefined), name).toBe(false);
      expect(typeOf(schema), name).toBe(type.split(' ')[0]);
    }
  });

  it('a webhook that is written has its 9 fields, required and nullable where the spec says', () => {
    const { entries } = webhookShape.add;
    expect(Object.keys(entries).sort()).toEqual([...spec.get('StoreWebhook')!.keys()].sort());
    for (const [name, type] of spec.get('StoreWebhook')!) {
      const schema = entries[name as keyof typeof entries];
      expect(v.is(schema, undefined), name).toBe(type.includes('optional'));
      expect(v.is(schema, null), name).toBe(type.includes('nullable'));
    }
  });
});
