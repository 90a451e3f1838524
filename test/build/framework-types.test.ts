import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Small apps in strict TypeScript, by the entries that a shop imports, each checked by the compiler of its framework. `@ts-expect-error` fails
// where the compiler accepts the line.

const require = createRequire(import.meta.url);
const TSC = require.resolve('typescript/bin/tsc');
const VUE_TSC = require.resolve('vue-tsc/bin/vue-tsc.js');
const SVELTE_CHECK = path.resolve(
  path.dirname(require.resolve('svelte-check/package.json')),
  'bin/svelte-check',
);

/** What pages may write: both spellings of a name, values as text, and what a framework lets them set on every element. */
const RIGHT_IN_JSX = `
  <loyalty-provider base-url="https://api.acme.example.com/api" cache="tab" customer-id={undefined} messages={{}}>
    <loyalty-balance variant="card" aria-label="Points" data-section="head" id="points" slot="points" />
    <loyalty-rewards expanded heading-level="2" />
    <loyalty-rewards expanded={false} headingLevel={3} heading-level={3} />
    <loyalty-status programme='{"tiers": []}' />
    <loyalty-status programme={{ tiers: [] }} />
    <loyalty-wishlist-button product-id="1" productName="Chair" lists={true} />
  </loyalty-provider>`;

/** Mistakes that types can find. A handler of an unknown event is found by what it reads: JSX takes every name with a hyphen. */
const jsxMistakes = (on: string): Readonly<Record<string, string>> => ({
  'an unknown element': '<loyalty-balence />',
  'a misspelt attribute': '<loyalty-balance varient="card" />',
  'an unknown value': '<loyalty-balance variant="huge" />',
  'an object as id': '<loyalty-wishlist-button product-id={{}} />',
  'a word as a flag': '<loyalty-rewards expanded="yes" />',
  'a word as a level': '<loyalty-rewards heading-level="two" />',
  'a handler of another event': `<loyalty-wishlist-button ${on}loyalty-wishlist-added={(event: KeyboardEvent) => event.key} />`,
  'a detail of another type': `<loyalty-wishlist-button ${on}loyalty-wishlist-added={({ detail }) => { const id: number = detail.productId; console.log(id); }} />`,
  'an unknown event': `<loyalty-wishlist-button ${on}loyalty-wishlist-aded={({ detail }) => console.log(detail)} />`,
});

const jsxApp = (source: string, types: string, more: string): string => {
  const on = source === 'solid-js' ? 'on:' : 'on';
  const mistakes = Object.entries(jsxMistakes(on)).map(
    ([name, markup], at) => `// @ts-expect-error -- ${name}\nexport const wrong${at} = ${markup};\n`,
  );
  return `/** @jsxImportSource ${source} */
import 'loyalty-elements/loyalty-wishlist-button.js';
import type {} from '${types}';

export const app = (${RIGHT_IN_JSX}
);
export const heard = (
  <loyalty-wishlist-button
    product-id="1"
    ${on}loyalty-wishlist-added={({ detail, currentTarget }) => {
      const list: string = detail.list;
      console.log(list, currentTarget.productId);
    }}
  />
);
${mistakes.join('')}${more}`;
};

const APPS: Readonly<Record<string, string>> = {
  'react.tsx': jsxApp(
    'react',
    'loyalty-elements/jsx',
    `
import { createRef, useRef } from 'react';
import type { LoyaltyBalance } from 'loyalty-elements';
export function Referring() {
  const balance = useRef<LoyaltyBalance>(null);
  return <loyalty-balance key="1" ref={balance} className="a" suppressHydrationWarning style={{ '--loyalty-balance-color': 'red' }} />;
}
export const called = <loyalty-balance ref={(balance) => { console.log(balance?.variant); }} class="a" onClick={() => {}} />;
// @ts-expect-error -- the reference of another element
export const otherReference = <loyalty-tier ref={createRef<LoyaltyBalance>()} />;
`,
  ),
  'preact.tsx': jsxApp(
    'preact',
    'loyalty-elements/jsx/preact',
    `
import { createRef } from 'preact';
import type { LoyaltyBalance } from 'loyalty-elements';
export const referring = <loyalty-balance key="1" ref={createRef<LoyaltyBalance>()} class="a" onClick={() => {}} />;
// @ts-expect-error -- the reference of another element
export const otherReference = <loyalty-tier ref={createRef<LoyaltyBalance>()} />;
`,
  ),
  'solid.tsx': jsxApp(
    'solid-js',
    'loyalty-elements/jsx/solid',
    `
import type { LoyaltyBalance } from 'loyalty-elements';
let balance: LoyaltyBalance | undefined;
export const referring = <loyalty-balance ref={balance} class="a" prop:variant="card" attr:variant="card" onClick={() => {}} />;
// @ts-expect-error -- an unknown value of a property
export const wrongProperty = <loyalty-balance prop:variant="huge" />;
`,
  ),
};

const VUE_SCRIPT = `<script setup lang="ts">
import { useTemplateRef } from 'vue';
import type {} from 'loyalty-elements/vue';
const balance = useTemplateRef('balance');
export interface Shown { variant: 'inline' | 'card' | undefined }
const read = (): Shown => ({ variant: balance.value?.variant });
const log = (...given: unknown[]) => console.log(...given);
</script>
`;
const RIGHT_IN_VUE = `${VUE_SCRIPT}
<template>
  <loyalty-provider base-url="https://api.acme.example.com/api" cache="tab" :customer-id="undefined" :messages="{}">
    <loyalty-balance ref="balance" variant="card" aria-label="Points" class="a" data-section="head" @click="read()" />
    <loyalty-rewards expanded heading-level="2" />
    <loyalty-rewards :expanded="false" :headingLevel="3" />
    <loyalty-status programme='{"tiers": []}' />
    <loyalty-wishlist-button
      product-id="1"
      productName="Chair"
      @loyalty-wishlist-added="({ detail, currentTarget }) => log(detail.list.length, currentTarget.productId)"
    />
  </loyalty-provider>
</template>
`;
const VUE_MISTAKES: Readonly<Record<string, string>> = {
  'an unknown element': '<loyalty-balence />',
  'a misspelt attribute': '<loyalty-balance varient="card" />',
  'an unknown value': '<loyalty-balance variant="huge" />',
  'an object as id': '<loyalty-wishlist-button :product-id="{}" />',
  'a word as a flag': '<loyalty-rewards expanded="yes" />',
  'a word as a level': '<loyalty-rewards heading-level="two" />',
  'a handler of another event':
    '<loyalty-wishlist-button @loyalty-wishlist-added="(event: KeyboardEvent) => log(event.key)" />',
  'a detail of another type':
    '<loyalty-wishlist-button @loyalty-wishlist-added="({ detail }) => log(detail.productId.toFixed())" />',
  'an unknown event': '<loyalty-wishlist-button @loyalty-wishlist-aded="() => log()" />',
};
/** Vue checks names of elements, attributes and events only in strict templates. */
const ONLY_STRICT = ['an unknown element', 'a misspelt attribute', 'an unknown event'];

const SVELTE_SCRIPT = `<script lang="ts">
  import type {} from 'loyalty-elements/svelte';
  import type { LoyaltyBalance } from 'loyalty-elements';
  let balance: LoyaltyBalance | undefined = $state();
</script>
`;
const RIGHT_IN_SVELTE = `${SVELTE_SCRIPT}
<loyalty-provider base-url="https://api.acme.example.com/api" cache="tab" customer-id={undefined}>
  <loyalty-balance bind:this={balance} variant="card" aria-label="Points" class="a" data-section="head"></loyalty-balance>
  <loyalty-rewards expanded heading-level="2"></loyalty-rewards>
  <loyalty-rewards expanded={false} headingLevel={3}></loyalty-rewards>
  <loyalty-wishlist-button
    product-id="1"
    productName="Chair"
    onloyalty-wishlist-added={({ detail, currentTarget }) => console.log(detail.list.length, currentTarget.productId)}
  ></loyalty-wishlist-button>
</loyalty-provider>
`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'preserve',
  types: [],
  lib: ['es2023', 'dom', 'dom.iterable'],
  skipLibCheck: true,
};

/** The code blocks of a language in the guide of frameworks. */
async function blocksOf(language: string): Promise<string[]> {
  const guide = await readFile('docs/guides/frameworks.md', 'utf8');
  const blocks = guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'));
  return Array.from(blocks, ([, code]) => code!);
}

describe('types for frameworks', () => {
  /** Inside the repository, where the name of the package leads to its entries. */
  let folder: string;

  beforeAll(async () => {
    await mkdir('.cache', { recursive: true });
    folder = await mkdtemp('.cache/framework-types-');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs a checker over the files. Its errors, a line each. */
  async function check(
    words: readonly string[],
    files: Readonly<Record<string, string>>,
    { vueCompilerOptions, ...options }: { vueCompilerOptions?: object; [option: string]: unknown } = {},
  ): Promise<string[]> {
    const own = await mkdtemp(`${folder}/check-`);
    for (const [name, source] of Object.entries(files)) await writeFile(`${own}/${name}`, source);
    await writeFile(
      `${own}/tsconfig.json`,
      JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, vueCompilerOptions, include: ['.'] }),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [...words, own]).catch(
      (failed: { stdout: string }) => failed,
    );
    return stdout.split('\n').filter((line) => /error TS|\sERROR\s/.test(line));
  }
  /** Checks files that are right, and each mistake in a file of its own. What was refused: errors of the first, names of the others. */
  async function refused(
    words: readonly string[],
    ending: string,
    right: Readonly<Record<string, string>>,
    mistakes: Readonly<Record<string, string>>,
    options = {},
  ): Promise<string[]> {
    const wrong = Object.values(mistakes).map((page, at) => [`wrong${at}.${ending}`, page] as const);
    const errors = await check(words, { ...right, ...Object.fromEntries(wrong) }, options);
    return [
      ...errors.filter((line) => !/wrong\d/.test(line)),
      ...Object.keys(mistakes).filter((_, at) =>
        errors.some((line) => line.includes(`wrong${at}.${ending}`)),
      ),
    ];
  }

  it('accept what is right and refuse each mistake in React, Preact and Solid, also where declarations are checked', async () => {
    for (const [name, source] of Object.entries(APPS)) await writeFile(`${folder}/${name}`, source);
    const program = ts.createProgram(
      Object.keys(APPS).map((name) => `${folder}/${name}`),
      ts.convertCompilerOptionsFromJson(OPTIONS, '.').options,
    );
    // The declarations of others are not ours to check.
    const files = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.includes(folder) || /\/dist\/(types|frameworks)\//.test(fileName));
    expect(files.length).toBeGreaterThan(Object.keys(APPS).length);
    const errors = files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]);
    expect(
      errors.map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`),
    ).toEqual([]);
  });

  it('twin: an element is unknown where the types are not imported', async () => {
    const untyped = '/** @jsxImportSource react */\nexport const app = <loyalty-balance />;\n';
    expect(await check([TSC, '-p'], { 'untyped.tsx': untyped })).toEqual([
      expect.stringContaining("Property 'loyalty-balance' does not exist on type 'JSX.IntrinsicElements'"),
    ]);
  });

  it.each([
    ['strict templates', true],
    ['templates', false],
  ])('accept what is right in %s of Vue, and refuse mistakes', async (_, strictTemplates) => {
    const [block] = await blocksOf('vue');
    const files = {
      'right.vue': RIGHT_IN_VUE,
      'guide.vue': block!,
      'types.ts': "import 'loyalty-elements/vue';\n",
    };
    const mistakes = Object.fromEntries(
      Object.entries(VUE_MISTAKES).map(([name, markup]) => [
        name,
        `${VUE_SCRIPT}\n<template>\n  ${markup}\n</template>\n`,
      ]),
    );
    const options = { vueCompilerOptions: { strictTemplates } };
    expect(await refused([VUE_TSC, '-p'], 'vue', files, mistakes, options)).toEqual(
      Object.keys(mistakes).filter((name) => strictTemplates || !ONLY_STRICT.includes(name)),
    );
  });

  it('accept what is right in Svelte, and refuse each mistake but an unknown element', async () => {
    const [block] = await blocksOf('svelte');
    const files = {
      'Right.svelte': RIGHT_IN_SVELTE,
      'Guide.svelte': block!,
      'types.ts': "import 'loyalty-elements/svelte';\n",
      'svelte.config.js': 'export default {};\n',
    };
    const mistakes = Object.fromEntries(
      Object.entries(jsxMistakes('on')).map(([name, markup]) => [
        name,
        `${SVELTE_SCRIPT}\n${markup.replace(/<([\w-]+)(.*) \/>$/, '<$1$2></$1>')}\n`,
      ]),
    );
    const words = [SVELTE_CHECK, '--output', 'machine', '--workspace'];
    // Svelte takes every name of an element.
    expect(await refused(words, 'svelte', files, mistakes)).toEqual(
      Object.keys(mistakes).filter((name) => name !== 'an unknown element'),
    );
  });

  it('accept the code of the guide for React', async () => {
    const [component, effect] = await blocksOf('tsx');
    const files = {
      'component.tsx': `/** @jsxImportSource react */\n${component!}`,
      'effect.tsx': `/** @jsxImportSource react */
import { useEffect, useState } from 'react';
import type { LoyaltyWishlistEvent } from 'loyalty-elements';
export function Heard() {
  const [heard, setHeard] = useState('');
  ${effect!}
  return heard;
}
`,
    };
    expect(await check([TSC, '-p'], files)).toEqual([]);
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
    expect(tags).toHaveLength(25);
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
    expect(elements).toHaveLength(25);
    const wishlist = elements.find(({ name }) => name === 'loyalty-wishlist')!;
    expect(wishlist.js.events.map(({ name }) => name)).toContain('loyalty-wishlist-added');
    expect(wishlist.slots?.map(({ name }) => name)).toContain('empty');
    expect(contributions.css['pseudo-elements'].map(({ name }) => name)).toContain('part(move-button)');
    for (const { description } of elements) expect(description).not.toMatch(/Slots:|Events:|CSS/);
  });
});
