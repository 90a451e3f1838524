import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedCode, typedDigits, typedText } from '../../../src/services/transport/typed-text.ts';

const BREAKS = [
  ' ',
  '\u00a0',
  '\u2007',
  '\u3000',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '-',
  '–',
  '−',
  '‐',
  '－',
];

describe('typed text', () => {
  it('has plain digits for those of every script', () => {
    const scripts = new Map<string, number>();
    for (let code = 0; code <= 0x1ffff; code++) {
      const digit = String.fromCodePoint(code);
      if (!/\p{Nd}/u.test(digit)) continue;
      const plain = typedText(digit);
      expect(plain, code.toString(16)).toMatch(/^\d$/);
      scripts.set(plain, (scripts.get(plain) ?? 0) + 1);
    }
    expect([...scripts.keys()]).toHaveLength(10);
    // Ten of each script: a row that begins with another digit would count some more often.
    expect(new Set(scripts.values()).size).toBe(1);
    expect(typedText('٣२၅１𝟗𑛣')).toBe('325199');
  });

  it('is one code in every case, with every separator, in full-width letters', () => {
    for (const text of [
      ' abcd 1234',
      'ABCD–1234',
      'ａｂｃｄ１２３４',
      'ab\u00a0cd\u200b12\u206034',
      'Abcd.1234;',
    ])
      expect(typedCode(text), text).toBe('abcd1234');
    expect(typedCode('ΣΑΣ')).toBe(typedCode('σας'));
    expect(typedCode('FİŞ-1')).toBe(typedCode('fış1'));
    expect(typedCode('Ae\u0301')).toBe(typedCode('aÉ'));
    expect(typedCode('№ 7')).toBe('no7');
    // A spacing ogonek and a Hangul vowel join the letter before them once the blank between is gone.
    expect(typedCode('À\u02db')).toBe(typedCode('à\u0328'));
    expect(typedCode('\u1112 \u1161')).toBe('하');
    expect([typedCode('---'), typedCode('')]).toEqual(['---', '']);
    expect(typedCode('abcd1235')).not.toBe(typedCode('abcd1234'));
  });

  it('is the same code typed once or twice, with anything between its characters', () => {
    const separator = fc.constantFrom(...BREAKS);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), separator)), (parts) => {
        const plain = parts.map(([text]) => text).join(' ');
        const code = typedCode(parts.flat().join(''));
        if (/^[\s\p{P}]*$/u.test(plain)) return;
        expect(typedCode(code)).toBe(code);
      }),
    );
  });

  it('has one number of six digits', () => {
    for (const text of [
      '123456',
      ' 123456\n',
      '１２３４５６',
      '١٢٣٤٥٦',
      '123456.',
      'Your code is 123456.',
      'Your code is 123456. It is valid for 10 minutes.',
      '123456 is your code (123456)',
      '1 2 3 4 5 6',
      ...BREAKS.map((between) => `123${between}456`),
    ])
      expect(typedDigits(text, 6), text).toBe('123456');
    for (const text of ['', 'abc', '12345', '1234567', '123456 654321', '12a3456', '1234567890123456'])
      expect(typedDigits(text, 6), text).toBeUndefined();
  });
});
