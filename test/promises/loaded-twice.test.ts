import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { builtFiles } from '../build/files.ts';
import type { openCdnPage } from '../support/cdn-page.ts';
import { providerOf, textIn } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { measured } from '../support/counts.ts';

const POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src https:; base-uri 'none';
 require-trusted-types-for 'script'; trusted-types lit-html loyalty-elements 'allow-duplicates'`.replace(
    /\n/g,
    '',
  );
const OTHER_APP = `import { LitElement, html } from 'lit';
  customElements.define('other-app', class extends LitElement { render() { return html\`<b>Other app</b>\`; } });`;

const tag = (address: string, { at = '{origin}', more = '' } = {}) =>
  `<script type="module" src="${at}${address}" ${more}></script>`;
const CDN = '/cdn/loyalty.js';
/** Copies from two addresses are two modules, and each of them creates the policy. */
const WITHOUT_DUPLICATES = POLICY.replace(" 'allow-duplicates'", '');

/** The second copy on the page, and whether its bundle contains the other app, with one Lit for both. */
const SECONDS = {
  'the same file with a query': { address: `${CDN}?v=2`, includesOther: false },
  'a copy from another address': { address: '/copy/loyalty.js', includesOther: false },
  'the npm package in a bundle': { address: '/bundle.js', includesOther: true },
} as const;
type Second = keyof typeof SECONDS;

const combinations = (Object.keys(SECONDS) as Second[]).flatMap((second) =>
  (['first', 'last'] as const).flatMap((cdn) =>
    (['before', 'after'] as const).map((other) => ({ second, cdn, other })),
  ),
);

const QUERY = `${CDN}?v=2`;
const COPY = '/copy/loyalty.js';
const OTHER = '/other.js';
const STYLE = `<link rel="stylesheet" href="{origin}/cdn/loyalty.css" />`;
const PRELOAD = `<link rel="modulepreload" href="{origin}/cdn/elements.js" />`;
const NONCE = 'nonce="r4nd0m"';
const ENFORCED = "require-trusted-types-for 'script'";
/** Directives of every policy here: what is not named is forbidden. */
const CLOSED =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Integrity {
  /** Sources of `script-src` for all files of `integrity.json`. */
  readonly files: string;
  /** The hash of a text, as a source. */
  readonly of: (text: string) => string;
  /** The tags of `integrity.html` for this page. */
  readonly tags: string;
}

interface Shop {
  readonly name: string;
  /** Default: both files and the other app, from the page's own server. */
  readonly head?: (integrity: Integrity, files: Readonly<Record<string, string>>) => string;
  readonly policy: string | ((integrity: Integrity, files: Readonly<Record<string, string>>) => string);
  readonly reportOnly?: string;
  /** Origin of the service. Default: the page's own. */
  readonly service?: string;
}

/** Strict policies as shops have them. */
const SHOPS: readonly Shop[] = [
  {
    name: "files of the shop's own server, without Trusted Types",
    policy: `${CLOSED}; script-src 'self'; style-src 'self'; connect-src 'self'; img-src https:`,
    head: () => STYLE + PRELOAD + [CDN, COPY, OTHER].map((one) => tag(one)).join(''),
  },
  {
    name: 'files of a CDN by its origin, and the service by its exact origin',
    policy: `${CLOSED}; script-src 'self' {elsewhere}; style-src {elsewhere}; connect-src {elsewhere}; img-src https://cdn.example.com`,
    head: () =>
      STYLE.replace('{origin}', '{elsewhere}') +
      [CDN, COPY].map((one) => tag(one, { at: '{elsewhere}' })).join('') +
      tag(OTHER),
    service: '{elsewhere}',
  },
  {
    name: 'files by their paths, and the paths of the service',
    policy: `${CLOSED}; script-src {origin}/cdn/ {origin}/copy/ {origin}/other.js; style-src {origin}/cdn/loyalty.css;
      connect-src {origin}/api/; img-src https:; ${ENFORCED}; trusted-types loyalty-elements lit-html 'allow-duplicates'`,
    head: () => STYLE + [CDN, COPY, OTHER].map((one) => tag(one)).join(''),
  },
  {
    name: 'no style sheet of any kind',
    policy: `${CLOSED}; script-src 'self'; style-src 'none'; connect-src 'self'; img-src https:; ${ENFORCED}`,
  },
  {
    name: 'a nonce, which imports inherit',
    policy: `${CLOSED}; script-src 'nonce-r4nd0m'; style-src 'self'; connect-src 'self'; img-src https:; ${ENFORCED}`,
    head: () => STYLE + [CDN, COPY, OTHER].map((one) => tag(one, { more: NONCE })).join(''),
  },
  {
    name: 'a nonce with strict-dynamic',
    policy: `${CLOSED}; script-src 'nonce-r4nd0m' 'strict-dynamic'; style-src 'self'; connect-src 'self'; img-src https:;
      ${ENFORCED}; trusted-types loyalty-elements lit-html 'allow-duplicates'`,
    head: () => [CDN, COPY, OTHER].map((one) => tag(one, { more: NONCE })).join(''),
  },
  {
    name: 'the hashes of all files, by integrity.html',
    policy: ({ files: sources, of, tags }, files) =>
      `${CLOSED}; script-src ${sources} ${of(files[OTHER]!)} ${of(importMapIn(tags))}; style-src 'self'; connect-src 'self'; img-src https:; ${ENFORCED}`,
    head: ({ tags, of }, files) => {
      const hash = /loyalty\.js" (integrity="[^"]+")/.exec(tags)![1]!;
      const other = `integrity="${of(files[OTHER]!).slice(1, -1)}"`;
      return tags + tag(QUERY, { more: hash }) + tag(OTHER, { more: other });
    },
  },
  {
    name: 'Trusted Types without duplicates, for the same file twice',
    policy: `${CLOSED}; script-src 'self'; style-src 'self'; connect-src 'self'; img-src https:; ${ENFORCED}; trusted-types loyalty-elements lit-html`,
    head: () => [CDN, QUERY, OTHER].map((one) => tag(one)).join(''),
  },
  {
    name: 'Trusted Types with policies of any name',
    policy: `${CLOSED}; script-src 'self'; style-src 'self'; connect-src 'self'; img-src https:; ${ENFORCED}; trusted-types * 'allow-duplicates'`,
  },
  {
    name: 'a sandbox',
    policy: `${CLOSED}; sandbox allow-scripts allow-same-origin; script-src 'self'; style-src 'self'; connect-src 'self'; img-src https:; ${ENFORCED}`,
  },
  {
    name: 'an enforced policy, and a stricter one that only reports',
    policy: `script-src 'self'; object-src 'none'; base-uri 'none'`,
    reportOnly: `${CLOSED.replace(/; frame-ancestors.*/, '')}; script-src {origin}/cdn/ {origin}/copy/ {origin}/other.js; style-src 'none';
      connect-src {origin}/api/; img-src https://cdn.example.com; ${ENFORCED}; trusted-types loyalty-elements lit-html 'allow-duplicates'`,
  },
  {
    name: 'two enforced policies, of the shop and of its hosting',
    policy: `${CLOSED}; script-src 'self' 'nonce-r4nd0m'; style-src 'self'; connect-src 'self'; img-src https:,
      script-src 'nonce-r4nd0m' 'strict-dynamic'; ${ENFORCED}; trusted-types loyalty-elements lit-html 'allow-duplicates'`,
    head: () => STYLE + [CDN, COPY, OTHER].map((one) => tag(one, { more: NONCE })).join(''),
  },
];

const importMapIn = (tags: string): string => /<script type="importmap">([^<]*)</.exec(tags)![1]!;

/** The hashes that the build wrote, for the files of this page's server. */
function integrityAt(origin: string): Integrity {
  const { integrity } = JSON.parse(readFileSync('dist/cdn/integrity.json', 'utf8')) as {
    integrity: Record<string, string>;
  };
  const base = Object.keys(integrity)[0]!.replace(/[^/]+$/, '');
  return {
    files: Object.values(integrity)
      .map((hash) => `'${hash}'`)
      .join(' '),
    of: (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    tags: readFileSync('dist/cdn/integrity.html', 'utf8').replaceAll(base, `${origin}/cdn/`),
  };
}

/** All elements and the other app show their content, after one token request, with no error and no report. */
async function expectWhole(opened: Awaited<ReturnType<typeof openCdnPage>>): Promise<void> {
  await expect
    .poll(() => textIn(opened.page))
    .toMatch(/2,480 points.*Silver.*Gift wrapping.*Linen throw.*Other app/);
  expect([opened.errors, opened.reports, opened.lines]).toEqual([[], [], []]);
  expect(opened.tokenRequests()).toBe(1);
}

describe('elements loaded twice beside another Lit app, under a strict policy with Trusted Types', () => {
  const { openApart } = useCdnBrowser();
  let passed = 0;
  let policiesPassed = 0;
  const files: Record<string, string> = {};
  beforeAll(async () => {
    const bundled = async (contents: string) => {
      const options = { bundle: true, format: 'esm', write: false } as const;
      const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: process.cwd() } });
      return outputFiles[0]!.text;
    };
    files['/other.js'] = await bundled(OTHER_APP);
    const own = path.resolve('dist/npm/index.js');
    files['/bundle.js'] = await bundled(`import ${JSON.stringify(own)}; ${OTHER_APP}`);
    for (const { name } of builtFiles('cdn'))
      if (name.endsWith('.js')) files[`/copy/${name}`] = readFileSync(`dist/cdn/${name}`, 'utf8');
  });

  it.each(combinations)(
    'work with $second, the CDN file $cdn, the other app $other',
    async ({ second, cdn, other }) => {
      const { address, includesOther } = SECONDS[second];
      const ours = cdn === 'first' ? [CDN, address] : [address, CDN];
      const apps = includesOther
        ? ours
        : other === 'before'
          ? ['/other.js', ...ours]
          : [...ours, '/other.js'];
      const body = `${providerOf(sampleMember())}<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier>
      <loyalty-rewards></loyalty-rewards><loyalty-wishlist></loyalty-wishlist><other-app></other-app>`;
      const opened = await openApart({
        head: apps.map((one) => tag(one)).join(''),
        body,
        policy: POLICY,
        files,
      });
      try {
        await expectWhole(opened);
        passed++;
      } finally {
        await opened.close();
      }
    },
  );

  /** A page of a shop, with more markup at its end. */
  async function openShop({ head, policy, reportOnly, service }: Shop, more = '') {
    // The hash of the import map covers the addresses in it, so the port is reserved before.
    const reserved = await openApart({ head: '', body: '' });
    await reserved.close();
    const integrity = integrityAt(reserved.origin);
    const text = typeof policy === 'string' ? policy : policy(integrity, files);
    return await openApart({
      head: head?.(integrity, files) ?? [CDN, COPY, OTHER].map((one) => tag(one)).join(''),
      body: `${providerOf(sampleMember(), service)}<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier>
        <loyalty-rewards></loyalty-rewards><loyalty-wishlist></loyalty-wishlist><other-app></other-app>${more}`,
      policy: text.replace(/\s+/g, ' '),
      ...(reportOnly && { reportOnly: reportOnly.replace(/\s+/g, ' ') }),
      files,
      port: Number(new URL(reserved.origin).port),
    });
  }

  it.each(SHOPS)('work in the shop $name', async (shop) => {
    const opened = await openShop(shop);
    try {
      await expectWhole(opened);
      policiesPassed++;
    } finally {
      await opened.close();
    }
  });

  it.each(SHOPS)('report an injected script under the policy: $name (the twin)', async (shop) => {
    const opened = await openShop(shop, '<script>globalThis.injected = true;</script>');
    try {
      await expect.poll(() => opened.reports.join()).toContain('script-src-elem');
      expect(await opened.page.evaluate(() => 'injected' in globalThis)).toBe(false);
    } finally {
      await opened.close();
    }
  });

  it('are reported when the policy allows no duplicates: the twin', async () => {
    const head = tag(CDN) + tag(SECONDS['a copy from another address'].address);
    // A copy that finds all elements defined loads none, and creates no policy: the first one is held until the second has defined them.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const opened = await openApart({
      head,
      body: '<loyalty-balance></loyalty-balance>',
      policy: WITHOUT_DUPLICATES,
      files,
      hold: (name) => (name === 'elements.js' ? held : undefined),
    });
    await opened.page.evaluate(() => customElements.whenDefined('loyalty-balance').then(() => undefined));
    release();
    await expect.poll(() => opened.reports).toEqual(['trusted-types loyalty-elements']);
    await opened.close();
  });

  it('work in all 12 combinations and under all 12 policies, which are counted for the report', ({
    task,
  }) => {
    measured(task, {
      tried: `${combinations.length} combinations, and ${SHOPS.length} policies: ${SHOPS.map(({ name }) => name).join('; ')}`,
      result: `${passed} combinations and ${policiesPassed} policies without an error, a report or a second token request`,
    });
    expect(combinations).toHaveLength(12);
    expect(SHOPS).toHaveLength(12);
  });
});
