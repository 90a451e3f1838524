import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { customFieldShape } from '../../../src/services/contract/common.ts';
import * as kind from '../../../src/services/contract/kinds.ts';
import { listShape } from '../../../src/services/contract/lists.ts';

// Values that are written, by what they mean: a pattern alone takes names of things that do not exist.

const written = {
  email: kind.email.write,
  timestamp: kind.timestamp.write,
  day: kind.day.write,
  decimal: kind.decimal.write,
  timezone: kind.timezone.write,
  country: kind.countryCode.write,
  language: kind.language.write,
  phone: kind.phone.write,
  externalId: kind.externalId.write,
  listHandle: listShape.add.entries.handle,
  customFieldType: customFieldShape.add.entries.type,
};

const CASES: Readonly<
  Record<keyof typeof written, { readonly taken: readonly string[]; readonly refused: readonly string[] }>
> = {
  email: {
    taken: [
      'ann@example.com',
      "sinead.o'brien@example.com",
      'jörg@müller.example',
      'x@xn--mller-kva.example',
      'x@xn--e1afmkfd.xn--p1ai',
      'a..b.@mobile.example',
      '用户@例子.广告',
      'अजय@डाटा.भारत',
      'ann@intranet',
    ],
    refused: [
      'nobody',
      'a b@example.com',
      'a@b@example.com',
      'a@example..com',
      'a@-example.com',
      'a@example.com.',
      'a@exa_mple.com',
      '"a"@example.com',
      'Ann <ann@example.com>',
      'a\r\nBcc: b@example.com',
      `${'a'.repeat(65)}@example.com`,
      '#N/A',
    ],
  },
  timestamp: {
    taken: [
      '2026-11-20',
      '2026-11-20T10:11:12Z',
      '2026-11-20t10:11:12z',
      '2026-11-20T10:11',
      '2026-11-20T10:11:12.123456+01:00',
      '2026-11-20T10:11:12+0100',
      '2026-11-20T10:11:12+01',
      '2026-11-20 10:11:12 +0100',
      '2026-11-20 10:11:12 UTC',
      '2024-02-29 00:00:00',
    ],
    refused: [
      '20.11.2026',
      '11/20/2026',
      '2026-02-30T10:00:00Z',
      '2026-11-20T25:00:00Z',
      '2026-11-20T10:11:12+99:00',
      '2026-11-20T10:11:12 CET',
      '2026-11-20 +0100',
      '45981.42444',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-01:00',
    ],
  },
  day: { taken: ['2026-11-20', '2024-02-29'], refused: ['2026-02-29', '20-11-2026', '2026-11-20T00:00:00Z'] },
  decimal: {
    taken: ['0', '-12', '89.00', '0.123456'],
    refused: ['1e3', '0x10', '1,50', '1.000,50', '.5', '5.', '+5', '€5', ' 5', '٥'],
  },
  timezone: {
    taken: ['UTC', 'Europe/Stockholm', 'America/Argentina/Ushuaia', 'Etc/GMT+3'],
    refused: ['Not/AZone', 'Europe/Stokholm', 'Europe', '+01:00', '', 'CETT'],
  },
  country: { taken: ['NL', 'GB', 'XK'], refused: ['ZZ', 'QQ', 'nl', 'NLD', 'UK '] },
  language: {
    taken: ['de', 'pt-BR', 'zh-Hant-TW', 'de-x-abcdefgh-abcdefgh-abcdefgh-abc'],
    refused: ['qq', 'german', 'de_DE_x', '12', '', 'de-x-abcdefgh-abcdefgh-abcdefgh-abcd'],
  },
  phone: {
    taken: ['+31 20 123 4567', '(020) 123-45.67', '0171/1234567', '+49 30 123456 ext. 12', '112', '٠١٢٣٤٥٦'],
    refused: ['#N/A', '#REF!', 'NULL', '4.67E+10', '4,67E+10', 'NaN', 'none', '-', '12'],
  },
  externalId: { taken: ['5', '...', 'a/b', '.a'], refused: ['.', '..'] },
  listHandle: { taken: ['wishlist', '2026-wedding', 'a'], refused: ['17', '2026', 'Wishlist', '-a', 'a b'] },
  customFieldType: { taken: ['text', 'integer', 'date'], refused: ['integr', 'Text', 'string'] },
};

describe.each(Object.entries(written))('a written %s', (name, schema) => {
  const { taken, refused } = CASES[name as keyof typeof CASES];

  it.each(taken)('can be %j', (value) => {
    expect(v.safeParse(schema, value).issues?.map(({ message }) => message)).toBeUndefined();
  });

  it.each(refused)('cannot be %j, and the message names what it can be', (value) => {
    const [issue] = v.safeParse(schema, value).issues ?? [];
    expect(issue).toBeDefined();
    if (issue?.type !== 'picklist' && issue?.type !== 'max_length')
      expect(issue?.message).toMatch(/^has to .*(such as|of the calendar|other than)/s);
  });
});

describe('a moment', () => {
  it.each([
    ['2026-11-20 10:11:12 +0100', '2026-11-20T10:11:12+01:00'],
    ['2026-11-20T10:11:12-05', '2026-11-20T10:11:12-05:00'],
    ['2026-11-20 10:11:12 UTC', '2026-11-20T10:11:12Z'],
    ['2026-11-20 10:11', '2026-11-20T10:11'],
    ['2026-11-20', '2026-11-20'],
  ])('%s is read as %s', (given, moment) => {
    expect(v.parse(kind.timestamp.write, given)).toBe(moment);
  });
});
