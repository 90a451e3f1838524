import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { SITE, SITE_URL } from './serve-site.ts';

interface Node {
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.html') && !/^(assets|pagefind)\//.test(name),
);
const attributesOf = ({ attrs = [], childNodes = [] }: Node): [name: string, value: string][] => [
  ...attrs.map(({ name, value }): [string, string] => [name, value]),
  ...childNodes.flatMap(attributesOf),
];
/** The attributes of each page, live examples included. */
const attributes = new Map(
  pages.map((page) => [page, attributesOf(parse(readFileSync(path.join(SITE, page), 'utf8')) as Node)]),
);
const idsOf = (page: string) =>
  new Set(attributes.get(page)?.flatMap(([name, value]) => (name === 'id' ? [value] : [])));

const broken = (page: string): string[] =>
  attributes
    .get(page)!
    .filter(([name, value]) => /^(href|src)$/.test(name) && !/^(https?:|data:|mailto:)/.test(value))
    .flatMap(([, value]) => {
      const [linked = '', hash] = value.split('#');
      const [file] = linked.split('?') as [string];
      const target = file.startsWith('/') ? undefined : path.join(path.dirname(page), file);
      const found = !file
        ? page
        : target !== undefined && (file.endsWith('/') || file === '.')
          ? path.join(target, 'index.html')
          : target;
      if (found === undefined || !existsSync(path.join(SITE, found))) return [`${page}: ${value}`];
      return hash && !idsOf(found).has(decodeURIComponent(hash))
        ? [`${page}: ${value} has no such anchor`]
        : [];
    });

describe('links of the site', () => {
  test('lead to pages, files and anchors that exist, relative to their page', () => {
    expect(pages.flatMap(broken)).toEqual([]);
    expect(pages.filter((page) => page.startsWith('frames/')).length).toBeGreaterThan(20);
    expect(pages.filter((page) => !page.startsWith('frames/')).length).toBeGreaterThan(60);
  });
});

describe('sitemap', () => {
  test('lists the whole address of each page, and no live examples', () => {
    const written = readFileSync(path.join(SITE, 'sitemap.xml'), 'utf8');
    const listed = [...written.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
    const expected = pages
      .filter((page) => !page.startsWith('frames/'))
      .map((page) => `${SITE_URL}/${page.replace(/index\.html$/, '')}`);
    expect(listed.sort()).toEqual(expected.sort());
  });
});
