import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedLanguages, lookUp } from '../../../src/services/transport/accept-language.ts';

describe('the languages of a header Accept-Language', () => {
  it.each([
    ['de', ['de']],
    ['de-AT, en;q=0.5', ['de-at', 'en']],
    ['en;q=0.5, fr;q=0.9, de', ['de', 'fr', 'en']],
    ['fr , de ; q=1.0', ['fr', 'de']],
    ['en;q=0, de', ['de']],
    ['*, de;q=0.1', ['de']],
    ['zh-Hant-TW', ['zh-hant-tw']],
  ])('are sorted by weight: %s', (header, languages) => {
    expect(acceptedLanguages(header)).toEqual(languages);
  });

  it.each([
    undefined,
    '',
    '*',
    'de_DE',
    'de;q=2',
    'de;q=a',
    'de,,en',
    'toolonglanguage',
    '<script>',
    Array(41).fill('de').join(','),
  ])('are none where the header is absent, malformed or has no language: %s', (header) => {
    expect(acceptedLanguages(header)).toEqual([]);
  });
});

describe('the lookup of a language', () => {
  it.each([
    [['de-at'], ['en', 'de'], 'de'],
    [['de-at'], ['de', 'de-AT'], 'de-AT'],
    [['de'], ['de-AT'], undefined],
    [['fr', 'de'], ['en', 'de'], 'de'],
    [['zh-hant-tw'], ['zh', 'zh-Hant'], 'zh-Hant'],
    [['de-x-shop'], ['de-x', 'de'], 'de'],
    [['nl'], ['en', 'de'], undefined],
    [[], ['en'], undefined],
    [['de'], [], undefined],
  ])('of %j among %j finds %s', (ranges, languages, found) => {
    expect(lookUp(ranges, languages)).toBe(found);
  });

  const subtag = fc.constantFrom('at', 'ch', 'x', 'a', 'latn', 'hant', '1901');
  const tag = fc
    .tuple(fc.constantFrom('de', 'en', 'fr', 'zh'), fc.array(subtag, { maxLength: 3 }))
    .map(([language, rest]) => [language, ...rest].join('-'));

  it('finds for every range the longest beginning of it that is there, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 3 }), fc.array(tag, { maxLength: 40 }), (ranges, languages) => {
        const found = lookUp(ranges, languages);
        const beginnings = (range: string) => languages.filter((one) => `${range}-`.startsWith(`${one}-`));
        // A beginning that ends with a single letter is skipped (RFC 4647 3.4), unless it is the whole range.
        const candidates = ranges.map((range) =>
          beginnings(range)
            .filter((one) => one === range || !/-[a-z\d]$/.test(one))
            .sort((one, other) => other.length - one.length),
        );
        expect(found).toBe(candidates.find((of) => of.length > 0)?.[0]);
      }),
      { seed: 4647 },
    );
  });
});
