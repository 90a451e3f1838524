import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Declaration {
  readonly tagName?: string;
  readonly cssParts?: readonly { readonly name: string }[];
  readonly cssProperties?: readonly { readonly name: string }[];
}

const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
  modules: readonly { readonly declarations?: readonly Declaration[] }[];
};
const elements = modules.flatMap(({ declarations = [] }) => declarations);
const ofAll = [...readFileSync('docs/guides/styling.md', 'utf8').matchAll(/^\| `(--loyalty-[\w-]+)`/gm)];
const properties = new Set([
  ...ofAll.map(([, name]) => name),
  ...elements.flatMap(({ cssProperties = [] }) => cssProperties.map(({ name }) => name)),
]);
const partsOf = (tag: string) =>
  elements.find(({ tagName }) => tagName === tag)?.cssParts?.map(({ name }) => name) ?? [];

describe('style sheets to copy', () => {
  test.each(readdirSync('examples/looks'))('%s names custom properties and parts that exist', (file) => {
    const css = readFileSync(`examples/looks/${file}`, 'utf8');
    const set = [...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!);
    expect(set.filter((name) => !properties.has(name))).toEqual([]);
    const parts = [...css.matchAll(/([\w-]+)::part\(([\w-]+)\)/g)];
    expect(parts.filter(([, tag, part]) => !partsOf(tag!).includes(part!)).map(([all]) => all)).toEqual([]);
    expect(set.length).toBeGreaterThan(4);
  });
});
