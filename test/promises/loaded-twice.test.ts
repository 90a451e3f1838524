import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { builtFiles } from '../build/files.ts';
import { openCdnPage, providerOf, textIn } from '../support/cdn-page.ts';
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

const tag = (address: string) => `<script type="module" src="{origin}${address}"></script>`;
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

describe('elements loaded twice beside another Lit app, under a strict policy with Trusted Types', () => {
  let browser: Browser;
  let passed = 0;
  const files: Record<string, string> = {};
  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
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
  afterAll(() => browser?.close());

  it.each(combinations)(
    '$second, the CDN file $cdn, the other app $other',
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
      const opened = await openCdnPage(browser, {
        head: apps.map(tag).join(''),
        body,
        policy: POLICY,
        files,
      });
      try {
        await expect
          .poll(() => textIn(opened.page))
          .toMatch(/2,480 points.*Silver.*Gift wrapping.*Linen throw.*Other app/);
        expect([opened.errors, opened.reports, opened.lines]).toEqual([[], [], []]);
        expect(opened.tokenRequests()).toBe(1);
        passed++;
      } finally {
        await opened.close();
      }
    },
  );

  it('are reported when the policy allows no duplicates: the twin', async () => {
    const head = tag(CDN) + tag(SECONDS['a copy from another address'].address);
    const opened = await openCdnPage(browser, {
      head,
      body: '<loyalty-balance></loyalty-balance>',
      policy: WITHOUT_DUPLICATES,
      files,
    });
    await expect.poll(() => opened.reports).toEqual(['trusted-types loyalty-elements']);
    await opened.close();
  });

  it('work in all 12 combinations, which are counted for the report', ({ task }) => {
    measured(task, {
      tried: `${combinations.length} combinations`,
      result: `${passed} without an error, a report or a second token request`,
    });
    expect(combinations).toHaveLength(12);
  });
});
