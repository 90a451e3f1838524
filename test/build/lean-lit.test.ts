import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { leanLit } from '../../scripts/lean-lit.mjs';

const context = {
  error(message: string): never {
    throw new Error(message);
  },
};
const FILE = 'node_modules/lit-element/lit-element.js';
const source = readFileSync(FILE, 'utf8');
const id = `${process.cwd()}/${FILE}`;

describe('lean-lit', () => {
  test('removes its texts from the installed Lit', () => {
    expect(source).toContain('litElementHydrateSupport');
    expect(leanLit().transform.call(context, source, id)!.code).not.toContain('litElementHydrateSupport');
  });

  test.each([
    ['missing', source.replace('litElementHydrateSupport', 'other')],
    ['present twice', `${source},s.litElementHydrateSupport?.({LitElement:i})`],
  ])('fails with both versions of Lit in its error when a text is %s', (_, changed) => {
    expect(() => leanLit().transform.call(context, changed, id)).toThrow(
      /written for Lit 3\.3\.3, installed is \d.*lit-element\.js does not contain exactly once: ,s\.litElementHydrateSupport.*Update its table/,
    );
  });

  test('replaces lit-html by the renderer of compiled templates', () => {
    const code = leanLit().load(`${process.cwd()}/node_modules/lit-html/lit-html.js`)!;
    const [, path] = /^export \* from '(.*)';$/.exec(code)!;
    expect(readFileSync(path!, 'utf8')).toContain('export const html');
    expect(leanLit().load(id)).toBeUndefined();
  });

  test('fails when a file of Lit is not part of the build', () => {
    const plugin = leanLit();
    expect(() => plugin.buildEnd.call(context)).toThrow(/the build does not contain lit-html/);
    plugin.load('/lit-html/lit-html.js');
    plugin.transform.call(context, source, id);
    expect(() => plugin.buildEnd.call(context)).toThrow(
      /the build does not contain reactive-element.*reactive-element\.js/,
    );
  });

  test('fails when an element uses a removed feature', () => {
    const element = `${process.cwd()}/src/components/loyalty-tier.ts`;
    expect(() => leanLit().transform.call(context, "import 'lit/directives/style-map.js';", element)).toThrow(
      /uses a feature of Lit/,
    );
  });
});
