import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { leanLit } from '../../scripts/lean-lit.mjs';

const context = {
  error(message: string): never {
    throw new Error(message);
  },
};
const idOf = (file: string) => `${process.cwd()}/${file}`;
const LISTS = 'src/components/internal/lists.ts';
const source = readFileSync(LISTS, 'utf8');

describe('lean-lit', () => {
  test('replaces Lit by our own base class and renderer', () => {
    const code = leanLit().load(idOf('node_modules/lit/index.js'))!;
    const exported = [...code.matchAll(/^export \* from '(.*)';$/gm)].map(([, path]) =>
      readFileSync(path!, 'utf8'),
    );
    expect(exported.join()).toContain('class LitElement');
    expect(exported.join()).toContain('export const html');
    expect(leanLit().load(idOf('node_modules/lit/html.js'))).toBeUndefined();
  });

  test('replaces its texts', () => {
    expect(source).toContain('isHydrating()');
    expect(leanLit().transform.call(context, source, idOf(LISTS))!.code).not.toContain('isHydrating()');
  });

  test.each([
    ['missing', source.replace('!inBrowser ||', 'other ||')],
    ['present twice', `${source}\n!inBrowser || isHydrating()`],
  ])('fails when a text is %s', (_, changed) => {
    expect(() => leanLit().transform.call(context, changed, idOf(LISTS))).toThrow(
      /lists\.ts does not contain exactly once: !inBrowser.*Update the table/,
    );
  });

  test('fails when a file is not part of the build', () => {
    const plugin = leanLit();
    expect(() => plugin.buildEnd.call(context)).toThrow(/does not contain .*lit\/index\.js/);
    plugin.load(idOf('node_modules/lit/index.js'));
    plugin.transform.call(context, source, idOf(LISTS));
    expect(() => plugin.buildEnd.call(context)).toThrow(
      /does not contain internal\/hydration\.ts, internal\/in-browser\.ts/,
    );
  });

  test('fails when an element uses a feature of Lit that the base class does not have', () => {
    const element = idOf('src/components/tier/loyalty-tier.ts');
    expect(() => leanLit().transform.call(context, "import 'lit/directives/style-map.js';", element)).toThrow(
      /uses a feature of Lit/,
    );
  });
});
