import { describe, expect, test } from 'vitest';
import { shop } from '../../demo/sample/shop.ts';
import { builtFiles, withImports } from './files.ts';

/** Patterns of signing code and of secrets. */
const SECRET_PATTERNS = [
  /HmacSHA256/i,
  /CryptoJS/i,
  /WordArray/,
  /createHmac/,
  /subtle\s*\.\s*sign/,
  /client_secret/,
  /grant_type/,
];

const npm = builtFiles('npm');

/** Files that bundlers of shops put into pages: the elements and all their imports. */
const elementFiles = npm
  .filter(({ name }) => /^(index|loyalty-)/.test(name))
  .flatMap(({ name }) => withImports(npm, name));

const browserFiles = [...builtFiles('cdn'), ...new Set(elementFiles)];

describe('browser files contain no secret and no signing code', () => {
  test.each(SECRET_PATTERNS.map((pattern) => [String(pattern), pattern] as const))(
    'nothing matches %s',
    (_name, pattern) => {
      expect(browserFiles.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([]);
    },
  );

  test("the sample shop's secret is in no file", () => {
    expect(browserFiles.filter(({ text }) => text.includes(shop.secret))).toEqual([]);
  });

  test('red twin: the patterns find the signing code in the server files', () => {
    const signature = withImports(npm, 'signature.js');
    expect(signature.map(({ text }) => text).join()).toMatch(/crypto-js\/hmac-sha256/);
    expect(SECRET_PATTERNS.some((pattern) => pattern.test('CryptoJS.HmacSHA256(id, secret)'))).toBe(true);
  });

  test('no file has eval, or innerHTML except in the templates of Lit', () => {
    for (const { name, text } of browserFiles) {
      expect(text, name).not.toMatch(/\beval\(|new Function\(/);
      const htmlWrites = text.match(/\.innerHTML\s*=|insertAdjacentHTML|document\.write/g) ?? [];
      expect(htmlWrites.length, name).toBeLessThanOrEqual(name === 'elements.js' ? 1 : 0);
    }
  });
});
