import { describe, expect, test } from 'vitest';
import { shop } from '../../demo/sample/shop.ts';
import { builtFiles, withImports } from './files.ts';

/** Signs of code that signs, or of something only servers may know. */
const TRACES = [
  /HmacSHA256/i,
  /CryptoJS/i,
  /WordArray/,
  /createHmac/,
  /subtle\s*\.\s*sign/,
  /client_secret/,
  /grant_type/,
];

const npm = builtFiles('npm');

/** What bundlers of shops put into pages: the elements, and whatever they import. */
const elementFiles = npm
  .filter(({ name }) => /^(index|loyalty-)/.test(name))
  .flatMap(({ name }) => withImports(npm, name));

const browserFiles = [...builtFiles('cdn'), ...new Set(elementFiles)];

describe('no secret and no signing in any browser file', () => {
  test.each(TRACES.map((trace) => [String(trace), trace] as const))('%s', (_name, trace) => {
    expect(browserFiles.filter(({ text }) => trace.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test("the sample shop's secret", () => {
    expect(browserFiles.filter(({ text }) => text.includes(shop.secret))).toEqual([]);
  });

  test('red twin: the traces find the signing code where it belongs', () => {
    const signature = withImports(npm, 'signature.js');
    expect(signature.map(({ text }) => text).join()).toMatch(/crypto-js\/hmac-sha256/);
    expect(TRACES.some((trace) => trace.test('CryptoJS.HmacSHA256(id, secret)'))).toBe(true);
  });

  test('no eval, no inner HTML but the template cloning of Lit', () => {
    for (const { name, text } of browserFiles) {
      expect(text, name).not.toMatch(/\beval\(|new Function\(/);
      const sinks = text.match(/\.innerHTML\s*=|insertAdjacentHTML|document\.write/g) ?? [];
      expect(sinks.length, name).toBeLessThanOrEqual(text.includes('litElementVersions') ? 1 : 0);
    }
  });
});
