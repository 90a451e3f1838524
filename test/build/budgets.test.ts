import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { builtFiles, withStaticImports } from './files.ts';

const BALANCE_BYTES = 10_000;
const ALL_ELEMENTS_BYTES = 32_000;
/**
 * Files with a budget of their own: what only a misconfigured page loads, each language, what rewards load after they are shown or for
 * cards, and elements that came later than the limit above.
 */
const OWN_BUDGETS: Readonly<Record<string, number>> = {
  advice: 3_800,
  locale: 2_700,
  'claim-content': 1_950,
  'reward-cards': 1_400,
  'loyalty-status': 3_700,
  'status-offer': 550,
};

const files = builtFiles('cdn').filter(({ name }) => name.endsWith('.js'));
const total = (list: readonly { readonly bytes: number }[]) =>
  list.reduce((sum, { bytes }) => sum + bytes, 0);

const budgetOf = (name: string) => Object.keys(OWN_BUDGETS).find((start) => name.startsWith(`${start}-`));
const ofAllElements = files.filter(({ name }) => !budgetOf(name));

describe('bytes on a shop page after brotli', () => {
  test(`a page with a balance loads at most ${BALANCE_BYTES}, Lit included`, () => {
    const loaded = withStaticImports(files, 'elements.js');
    expect(loaded.map(({ name }) => name).sort()).toEqual(['elements.js', 'loyalty.js']);
    expect(total(loaded)).toBeLessThanOrEqual(BALANCE_BYTES);
  });

  test(`all elements together are at most ${ALL_ELEMENTS_BYTES}`, () => {
    expect(total(ofAllElements)).toBeLessThanOrEqual(ALL_ELEMENTS_BYTES);
  });

  test.each(Object.entries(OWN_BUDGETS))('each file of %s is at most %i', (start, limit) => {
    const own = files.filter(({ name }) => budgetOf(name) === start);
    expect(own).not.toEqual([]);
    expect(own.filter(({ bytes }) => bytes > limit)).toEqual([]);
  });

  test('the file that a page loads first needs no other, and requests the balance', () => {
    const loaded = withStaticImports(files, 'loyalty.js');
    expect(loaded.map(({ name }) => name)).toEqual(['loyalty.js']);
    expect(loaded[0]!.text).toContain('/balances');
  });

  test('Lit is in elements.js only', () => {
    expect(files.filter(({ text }) => text.includes('performUpdate')).map(({ name }) => name)).toEqual([
      'elements.js',
    ]);
  });

  test('the README names the sizes of these files, within 100 bytes', () => {
    const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
    const page = files.filter(({ name }) => /^(loyalty|elements)\.js$/.test(name));
    const gzipped = (list: typeof files) =>
      list.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
    const named =
      /level: ([\d.]+) kB, with gzip ([\d.]+) kB.* are ([\d.]+) kB \(gzip ([\d.]+) kB\).* another ([\d.]+) kB/.exec(
        readme,
      );
    const advice = files.filter(({ name }) => budgetOf(name) === 'advice');
    const sizes = [total(page), gzipped(page), total(ofAllElements), gzipped(ofAllElements), total(advice)];
    expect(named, 'the sentence of the README').not.toBeNull();
    for (const [index, bytes] of sizes.entries())
      expect(Math.abs(Number(named![index + 1]) * 1_000 - bytes), named![index + 1]).toBeLessThan(100);
  });
});
