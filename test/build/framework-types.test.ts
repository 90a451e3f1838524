import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Small apps in strict TypeScript, by the entries that a shop imports. `@ts-expect-error` fails where the compiler accepts the line.

const JSX_APP = (source: string, types: string) => `/** @jsxImportSource ${source} */
import 'loyalty-elements/loyalty-wishlist-button.js';
import type {} from '${types}';

export const app = (
  <loyalty-provider base-url="https://api.acme.example.com/api" cache="tab">
    <loyalty-balance variant="card" />
    <loyalty-wishlist-button
      product-id="1"
      lists={true}
      ${source === 'solid-js' ? 'on:' : 'on'}loyalty-wishlist-added={({ detail }) => {
        const list: string = detail.list;
        console.log(list);
        // @ts-expect-error -- the id of a product is a text
        const id: number = detail.productId;
        console.log(id);
      }}
    />
  </loyalty-provider>
);
// @ts-expect-error -- no such variant
export const wrongVariant = <loyalty-balance variant="huge" />;
// @ts-expect-error -- no such attribute
export const wrongAttribute = <loyalty-balance varaint="card" />;
// @ts-expect-error -- no such element
export const wrongElement = <loyalty-balances />;
`;

const APPS: Readonly<Record<string, string>> = {
  'react.tsx': `${JSX_APP('react', 'loyalty-elements/jsx')}
export const styled = <loyalty-balance style={{ '--loyalty-balance-color': 'red' }} />;
`,
  'preact.tsx': JSX_APP('preact', 'loyalty-elements/jsx/preact'),
  'solid.tsx': JSX_APP('solid-js', 'loyalty-elements/jsx/solid'),
  'vue.ts': `
import type { GlobalComponents } from 'vue';
import type {} from 'loyalty-elements/vue';

type Properties<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>['$props'];
export const account: Properties<'loyalty-account'> = { task: 'join' };
// @ts-expect-error -- no such task
export const wrongTask: Properties<'loyalty-account'> = { task: 'leave' };
export const heart: Properties<'loyalty-wishlist-button'> = {
  'product-id': '1',
  'onloyalty-wishlist-added': ({ detail }) => console.log(detail.list.length),
};
// @ts-expect-error -- no such element
export type WrongElement = Properties<'loyalty-balances'>;
`,
  'svelte.ts': `
import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from 'loyalty-elements/svelte';

export const account: SvelteHTMLElements['loyalty-account'] = { task: 'join' };
// @ts-expect-error -- no such task
export const wrongTask: SvelteHTMLElements['loyalty-account'] = { task: 'leave' };
export const heart: SvelteHTMLElements['loyalty-wishlist-button'] = {
  'product-id': '1',
  'onloyalty-wishlist-added': ({ detail }) => console.log(detail.list.length),
};
`,
};

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
};

describe('types for frameworks', () => {
  /** Inside the repository, where the name of the package leads to its entries. */
  let folder: string;
  let apps: ts.Program;

  beforeAll(async () => {
    await mkdir('.cache', { recursive: true });
    folder = await mkdtemp('.cache/framework-types-');
    for (const [name, source] of Object.entries(APPS)) await writeFile(`${folder}/${name}`, source);
    apps = compile(Object.keys(APPS));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const compile = (names: readonly string[]): ts.Program =>
    ts.createProgram(
      names.map((name) => `${folder}/${name}`),
      OPTIONS,
    );

  /** Errors of the compiler in these files of a program. */
  function errorsIn(program: ts.Program, isChecked: (file: ts.SourceFile) => boolean): string[] {
    const checked = program.getSourceFiles().filter(isChecked);
    expect(checked).not.toEqual([]);
    return [
      ...program.getConfigFileParsingDiagnostics(),
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...checked.flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]),
    ].map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  }

  const isApp = ({ fileName }: ts.SourceFile) => fileName.includes(folder);
  const isOurs = ({ fileName }: ts.SourceFile) => /\/dist\/(?:types|frameworks)\//.test(fileName);

  it('accept what elements have and refuse the rest, in React, Preact, Solid, Vue and Svelte', () => {
    expect(errorsIn(apps, isApp)).toEqual([]);
  });

  it('are valid themselves, for projects that check declarations', () => {
    expect(errorsIn(apps, isOurs)).toEqual([]);
  });

  it('twin: an element is unknown where the types are not imported', async () => {
    await writeFile(
      `${folder}/untyped.tsx`,
      '/** @jsxImportSource react */\nexport const app = <loyalty-balance />;\n',
    );
    expect(errorsIn(compile(['untyped.tsx']), isApp)).toEqual([
      expect.stringContaining("Property 'loyalty-balance' does not exist on type 'JSX.IntrinsicElements'"),
    ]);
  });
});

describe('data for editors', () => {
  const read = async (name: string) => JSON.parse(await readFile(`dist/editors/${name}`, 'utf8')) as unknown;

  it('offers VS Code the values of a choice', async () => {
    const { tags } = (await read('html-custom-data.json')) as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[];
    };
    const provider = tags.find(({ name }) => name === 'loyalty-provider');
    const cache = provider?.attributes.find(({ name }) => name === 'cache');
    expect(cache?.values?.map(({ name }) => name)).toEqual(['shared', 'tab', 'memory']);
    expect(tags).toHaveLength(23);
  });

  it('names every element to JetBrains, and its parts, slots and events once each', async () => {
    interface Named {
      readonly name: string;
    }
    interface Element extends Named {
      readonly description: string;
      readonly slots?: readonly Named[];
      readonly js: { readonly events: readonly Named[] };
    }
    const { contributions } = (await read('web-types.json')) as {
      contributions: { html: { elements: Element[] }; css: { 'pseudo-elements': Named[] } };
    };
    const { elements } = contributions.html;
    expect(elements).toHaveLength(23);
    const wishlist = elements.find(({ name }) => name === 'loyalty-wishlist')!;
    expect(wishlist.js.events.map(({ name }) => name)).toContain('loyalty-wishlist-added');
    expect(wishlist.slots?.map(({ name }) => name)).toContain('empty');
    expect(contributions.css['pseudo-elements'].map(({ name }) => name)).toContain('part(move-button)');
    for (const { description } of elements) expect(description).not.toMatch(/Slots:|Events:|CSS/);
  });
});
