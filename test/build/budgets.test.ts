import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { builtFiles, withStaticImports } from './files.ts';

const BALANCE_BYTES = 10_000;
const ALL_ELEMENTS_BYTES = 32_000;

const files = builtFiles('cdn').filter(({ name }) => name.endsWith('.js'));
const total = (list: readonly { readonly bytes: number }[]) =>
  list.reduce((sum, { bytes }) => sum + bytes, 0);

describe('bytes on a shop page after brotli', () => {
  test(`a page with a balance loads at most ${BALANCE_BYTES}, Lit included`, () => {
    const loaded = withStaticImports(files, 'loyalty.js');
    expect(loaded.map(({ name }) => name)).toEqual(['loyalty.js']);
    expect(total(loaded)).toBeLessThanOrEqual(BALANCE_BYTES);
  });

  test(`all elements together are at most ${ALL_ELEMENTS_BYTES}`, () => {
    expect(total(files)).toBeLessThanOrEqual(ALL_ELEMENTS_BYTES);
  });

  test('the file that a page loads first contains the balance, so that the right file is measured', () => {
    const [entry] = withStaticImports(files, 'loyalty.js');
    expect(entry!.text).toContain('loyalty-balance');
    expect(entry!.text).toContain('/balances');
  });

  test('Lit is in one file only', () => {
    expect(files.filter(({ text }) => text.includes('litElementVersions')).map(({ name }) => name)).toEqual([
      'loyalty.js',
    ]);
  });

  test('the README names the sizes of these files', () => {
    const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
    const gzip = (list: typeof files) =>
      list.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
    const size = (list: typeof files) => [kilobytes(total(list)), kilobytes(gzip(list))];
    const named = (name: string) => files.filter((file) => file.name.startsWith(name));
    const [core, coreGzip] = size(named('loyalty.js'));
    const [tokens, tokensGzip] = size(named('tokens-'));
    const [all, allGzip] = size(files);
    const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
    expect(readme).toContain(`${core} kB, with gzip ${coreGzip} kB`);
    expect(readme).toContain(`${tokens} kB more (gzip ${tokensGzip} kB)`);
    expect(readme).toContain(`${all} kB (gzip ${allGzip} kB)`);
  });
});
