import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { leanLit } from '../../scripts/lean-lit.mjs';

const context = {
  error(message: string): never {
    throw new Error(message);
  },
};
const FILE = 'node_modules/lit-html/lit-html.js';
const source = readFileSync(FILE, 'utf8');
const id = `${process.cwd()}/${FILE}`;

describe('lean-lit', () => {
  test('removes its texts from the installed Lit', () => {
    expect(source).toContain('litHtmlPolyfillSupport');
    expect(leanLit().transform.call(context, source, id)!.code).not.toContain('litHtmlPolyfillSupport');
  });

  test.each([
    ['missing', source.replace('litHtmlPolyfillSupport', 'other')],
    ['present twice', `${source};t.litHtmlPolyfillSupport`],
  ])('fails with both versions of Lit in its error when a text is %s', (_, changed) => {
    expect(() => leanLit().transform.call(context, changed, id)).toThrow(
      /written for Lit 3\.3\.3, installed is \d.*lit-html\.js does not contain exactly once: t\.litHtmlPolyfillSupport.*Update its table/,
    );
  });

  test('fails when a file of Lit is not part of the build', () => {
    const plugin = leanLit();
    plugin.transform.call(context, source, id);
    expect(() => plugin.buildEnd.call(context)).toThrow(/the build does not contain .*reactive-element\.js/);
  });

  test('fails when an element uses a removed feature', () => {
    const element = `${process.cwd()}/src/components/loyalty-tier.ts`;
    expect(() =>
      leanLit().transform.call(context, "import 'lit/directives/style-map.js';<style>", element),
    ).toThrow(/uses a feature of Lit/);
  });
});
