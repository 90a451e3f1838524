import { readdirSync, readFileSync } from 'node:fs';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { expect, test } from 'vitest';

const BROWSERS = ['chrome', 'edge', 'firefox', 'safari'] as const;

/** The newest features of browsers that elements use: how the source has them, and where the compatibility data of MDN do. */
const FEATURES: readonly { readonly name: string; readonly used: RegExp; readonly path: string }[] = [
  { name: 'relative colours', used: /rgb\(from /, path: 'css.types.color.rgb.relative_syntax' },
  { name: '`oklch(from …)`', used: /oklch\(from /, path: 'css.types.color.oklch.relative_syntax' },
  {
    name: '`from currentColor`',
    used: /\(from currentColor /,
    path: 'css.types.color.from_currentcolor',
  },
  { name: '`color-mix()`', used: /color-mix\(/, path: 'css.types.color.color-mix' },
  { name: '`:state()`', used: /:state\(/, path: 'css.selectors.state' },
  { name: '`:has()`', used: /:has\(/, path: 'css.selectors.has' },
  { name: '`popover`', used: /popover/, path: 'html.global_attributes.popover' },
  { name: '`@container`', used: /@container/, path: 'css.at-rules.container' },
  { name: 'container units', used: /\dcqi/, path: 'css.types.length.container_query_length_units' },
  { name: '`lh` units', used: /\dlh\b/, path: 'css.types.length.lh' },
  { name: '`AbortSignal.any()`', used: /AbortSignal\.any\(/, path: 'api.AbortSignal.any_static' },
  { name: '`AbortSignal.timeout()`', used: /AbortSignal\.timeout\(/, path: 'api.AbortSignal.timeout_static' },
  { name: '`URL.canParse()`', used: /URL\.canParse\(/, path: 'api.URL.canParse_static' },
  { name: '`adoptedStyleSheets`', used: /adoptedStyleSheets/, path: 'api.Document.adoptedStyleSheets' },
];

/** The first version of each browser that has all of a feature. */
function versionsOf(path: string): string[] {
  const node = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], bcd);
  const { support } = (node as { __compat: { support: Record<string, Support | Support[]> } }).__compat;
  return BROWSERS.map((browser) => {
    const whole = [support[browser]!].flat().find((one) => !one.partial_implementation && !one.flags);
    return String(whole?.version_added);
  });
}
interface Support {
  readonly version_added: string | false;
  readonly partial_implementation?: boolean;
  readonly flags?: unknown;
}

const sources = ['components', 'services']
  .flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (name) => `src/${folder}/${name}`,
    ),
  )
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(name, 'utf8'));

/** Cells of the table in the guide, without its padding. */
const rows = readFileSync('docs/guides/limits.md', 'utf8')
  .split('<!-- browser versions -->')[1]!
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test.for(FEATURES)('elements use $name', ({ used }) => {
  expect(sources.some((source) => used.test(source))).toBe(true);
});

test('the guide has the lowest versions of browsers, by feature and in all', () => {
  const expected = FEATURES.map(({ name, path }) => [name, ...versionsOf(path)]);
  const lowest = BROWSERS.map((_browser, at) =>
    String(Math.max(...expected.map((row) => Number(row[at + 1])))),
  );
  expect(rows).toEqual([...expected, ['**all of them**', ...lowest.map((version) => `**${version}**`)]]);
});
