import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf, recordOf, textIn, type CdnPage, type OpenedCdnPage } from '../support/cdn-page.ts';
import { definition, Member, sampleMember } from '../support/component-member.ts';
import { EVERY_ELEMENT, htmlOf } from '../support/every-element.ts';
import { builtFiles, elementFile } from './files.ts';

const { open, openApart } = useCdnBrowser();
const member = sampleMember();
const TIER = '<loyalty-tier></loyalty-tier>';
const ALL = `<loyalty-balance></loyalty-balance><loyalty-balance variant="card"></loyalty-balance>${TIER}<loyalty-rewards></loyalty-rewards>
<loyalty-wishlist></loyalty-wishlist><loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button><loyalty-account></loyalty-account><p>After</p>`;
const built = builtFiles('cdn');
const fileOf = (tag: string): string => elementFile(built, tag.replace('loyalty-', ''));
const chunks = built.map(({ name }) => name).filter((name) => name.endsWith('.js') && name !== 'loyalty.js');
const chunkOf = (name: string): string => chunks.find((chunk) => chunk.startsWith(`${name}-`))!;

describe('page with another Lit application and enforced Trusted Types', () => {
  let other: string;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { LitElement, html } from 'lit';
          customElements.define('other-app', class extends LitElement { render() { return html\`<b>Other app</b>\`; } });`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      format: 'esm',
      write: false,
    });
    other = outputFiles[0]!.text;
  });

  const OTHER = '<script type="module" src="{origin}/other.js"></script>';
  const policy = `default-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html loyalty-elements`;
  const body = `${providerOf(member)}<loyalty-balance></loyalty-balance>${TIER}<other-app></other-app>`;
  const orders = [
    ['before loyalty.js', OTHER + HEAD],
    ['after loyalty.js', HEAD + OTHER],
  ] as const;

  test.each(orders)('works when the other one is loaded %s', async (_order, head) => {
    const { page, errors } = await open({ head, body, policy, files: { '/other.js': other } });
    await expect.poll(() => textIn(page)).toMatch(/2,480 points Silver.*Other app/);
    expect(errors).toEqual([]);
  });

  test.each(orders)("twin: fails with Lit's own policy name, %s", async (_order, head) => {
    const { page, errors } = await open({
      head,
      body,
      policy,
      files: { '/other.js': other },
      change: (_name, content) =>
        content.replace(/createPolicy\((["'`])loyalty-elements\1/, 'createPolicy($1lit-html$1'),
    });
    // Whichever is loaded last fails: the other application with an error, the elements with their sentence for a missing file.
    await expect
      .poll(async () => `${errors.join()} ${await textIn(page)}`)
      .toMatch(/Policy.*lit-html.*already exists|disallowed|Couldn’t load this/);
    expect(await textIn(page)).not.toMatch(/2,480.*Other app/);
  });
});

describe('integrity hashes', () => {
  const built = (name: string) => readFileSync(`dist/cdn/${name}`, 'utf8');
  const map = JSON.parse(built('integrity.json')) as { integrity: Record<string, string> };
  const base = Object.keys(map.integrity)[0]!.replace(/[^/]+$/, '');
  /** The tags of `integrity.html`, with the address of this page's server. */
  const head = (origin: string): string => built('integrity.html').replaceAll(base, `${origin}/cdn/`);
  const inline = (origin: string): string => /<script type="importmap">([^<]*)</.exec(head(origin))![1]!;
  const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const hashes = Object.values(map.integrity).map((hash) => `'${hash}'`);
  const body = `${providerOf(member)}${ALL}`;

  /** The server's address is part of the import map and of its hash, so the port is reserved before the page is built. */
  async function openWith(
    scripts: (origin: string) => string,
    page: Partial<CdnPage> = {},
  ): Promise<OpenedCdnPage> {
    const server = await openApart({ head: '', body: '' });
    const { origin } = server;
    await server.close();
    const port = Number(new URL(origin).port);
    const policy = `default-src 'self'; script-src ${scripts(origin)}; style-src 'self'`;
    return open({ head: head(origin), body, policy, port, ...page });
  }

  test('exist for every file that a page may load', () => {
    expect(
      Object.keys(map.integrity)
        .map((address) => address.slice(base.length))
        .sort(),
    ).toEqual(['loyalty.js', ...chunks].sort());
    for (const [address, hash] of Object.entries(map.integrity)) {
      const content = readFileSync(`dist/cdn/${address.slice(base.length)}`);
      expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(hash);
    }
  });

  const byHash = (origin: string): string => [...hashes, sha256(inline(origin))].join(' ');

  test('allow every element under a policy of hashes alone', async () => {
    const { page, errors } = await openWith(byHash);
    await expect.poll(() => textIn(page)).toMatch(/2,480 points.*Silver.*Gift wrapping.*Linen throw/);
    expect(errors).toEqual([]);
  });

  test("allow every element under strict-dynamic, with a nonce on the page's own tags", async () => {
    const { page, errors } = await openWith(() => `'nonce-abc' 'strict-dynamic'`, {
      head: head('{origin}').replaceAll('<script ', '<script nonce="abc" '),
    });
    await expect.poll(() => textIn(page)).toMatch(/2,480 points.*Silver.*Gift wrapping.*Linen throw/);
    expect(errors).toEqual([]);
  });

  const tampered = (name: string, content: string): string =>
    name === chunkOf('loyalty-tier') ? `globalThis.tampered = true;${content}` : content;

  test.each<[string, (origin: string) => string]>([
    ['a policy of hashes alone', byHash],
    ['a policy that allows all', () => `'self' 'unsafe-inline'`],
  ])('refuse a changed chunk under %s, and the rest of the page works', async (_policy, scripts) => {
    const { page, errors } = await openWith(scripts, { change: tampered });
    await expect.poll(() => textIn(page)).toMatch(/2,480 points.*Couldn’t load this\..*Linen throw/);
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
    expect(errors).toEqual([]);
  });

  test('twin: without integrity hashes a changed chunk runs', async () => {
    const { page } = await open({ body, change: tampered });
    await expect.poll(() => page.evaluate(() => 'tampered' in globalThis)).toBe(true);
  });
});

describe('signature that the service refuses', () => {
  test.each([360, 1280])(
    'at %i px: writes one console line, shows no sign-in and no retry button, and moves nothing',
    async (width) => {
      const { page, lines, errors } = await open({
        body: `${providerOf(new Member('1001', 'b'.repeat(64)))}<loyalty-balance></loyalty-balance>${TIER}<loyalty-rewards></loyalty-rewards><p>After</p>`,
        width,
      });
      await expect
        .poll(() => textIn(page))
        .toBe('Points aren’t available right now Couldn’t load your tier. Couldn’t load your rewards. After');
      await expect
        .poll(() => lines)
        .toEqual([expect.stringMatching(/The service refused customer-id and signature/)]);
      expect((await recordOf(page)).shift).toBe(0);
      expect(errors).toEqual([]);
    },
  );
});

describe('file that a content blocker stops', () => {
  /** Pages without one of their files that are open at once: each waits for requests most of its time. */
  const AT_ONCE = 4;
  const others = EVERY_ELEMENT.filter(([tag]) => !ALL.includes(`<${tag}`));
  /** Files that one of the pages below was opened without: a file that all elements use is blocked once, not for each element. */
  const leftOut = new Set(['loyalty.js']);
  const pages: [name: string, body: string, leftOut: Set<string>, own?: string][] = [
    ['the first six elements', `${providerOf(member)}${ALL}`, leftOut],
    [
      'wrong settings',
      `${providerOf(new Member('1001', 'b'.repeat(64)))}${ALL}${providerOf(new Member('1002', 'c'.repeat(64)))}<p>After</p>`,
      new Set(['loyalty.js']),
    ],
    ...[...new Set(others.map(([tag]) => fileOf(tag)))].map((file): (typeof pages)[number] => [
      `the elements of ${file.replace(/-[\da-f]+\.js$/, '')}`,
      `${providerOf(member)}${htmlOf(others.filter(([tag]) => fileOf(tag) === file))}<p>After</p>`,
      leftOut,
      file,
    ]),
  ];
  /** What is wrong on a page without the file, and the files that it requests. */
  async function openWithout(blocked: string, body: string) {
    const { page, errors, requested, close } = await openApart({
      body,
      change: (name, content) => (name === blocked ? undefined : content),
    });
    // A busy machine may request nothing for half a second before the elements are defined.
    if (!blocked) await page.waitForFunction(() => !document.querySelector(':not(:defined)'));
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: blocked }).toBe(0);
    const { shiftBeforeFailure: shift } = await recordOf(page);
    const isWhole = (await textIn(page)).endsWith('After');
    await close();
    return {
      requested,
      faults: [...errors, ...(shift ? [`moved ${shift}`] : []), ...(isWhole ? [] : ['cut'])],
    };
  }

  test.each(pages)(
    'page with %s: has no error, moves nothing before a failure and leaves no skeleton without any one file',
    async (_name, body, without, own) => {
      const { requested } = await openWithout('', body);
      // The file of its own is left out here, also if another page has loaded it before.
      if (own) without.delete(own);
      const scripts = requested.filter((name) => name.endsWith('.js') && !without.has(name));
      expect(scripts).not.toEqual([]);
      const faults: Record<string, string[]> = {};
      const next = async (): Promise<void> => {
        for (let name = scripts.pop(); name; name = scripts.pop()) {
          if (without.has(name)) continue;
          without.add(name);
          const found = await openWithout(name, body);
          if (found.faults.length) faults[name] = found.faults;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      expect(faults).toEqual({});
    },
  );

  test('of an element: shows a sentence, writes one console line and fires an event', async () => {
    const { page, errors, lines } = await open({
      body: `${providerOf(member)}<loyalty-balance></loyalty-balance>${TIER}${TIER}<p>After</p>`,
      change: (name, content) => (name.startsWith('loyalty-tier') ? undefined : content),
    });
    await expect.poll(() => textIn(page)).toBe('2,480 points Couldn’t load this. Couldn’t load this. After');
    expect(lines).toEqual([
      expect.stringMatching(/The file of <loyalty-tier> did not load: a content blocker/),
    ]);
    const { events, shift } = await recordOf(page);
    expect({ events, shift, errors }).toEqual({
      events: ['loyalty-tier not_loaded', 'loyalty-tier not_loaded'],
      shift: 0,
      errors: [],
    });
  });

  test('of diagnostics and live updates: shows the content, and writes one console line, also after a press', async () => {
    const { page, errors, lines } = await open({
      body: `${providerOf(member)}<loyalty-balance></loyalty-balance>
        <loyalty-wishlist-button product-id="product-9" product-name="Lamp"></loyalty-wishlist-button>`,
      members: new Map([[member.id, member]]),
      change: (name, content) => (name.startsWith('page-policy') ? undefined : content),
    });
    await expect.poll(() => textIn(page)).toContain('2,480 points');
    const line = expect.stringMatching(/^loyalty-elements: TypeError: .*page-policy-/);
    await expect.poll(() => lines).toEqual([line]);
    const heart = page.locator('loyalty-wishlist-button');
    const added = heart.evaluate(
      (element) =>
        new Promise<void>((resolve) => element.addEventListener('loyalty-wishlist-added', () => resolve())),
    );
    await heart.click();
    await added;
    expect(lines).toEqual([line]);
    expect(errors).toEqual([]);
  });

  test('of the cards: shows the rewards as a list', async () => {
    const { page, errors, requested } = await open({
      body: `${providerOf(member)}<loyalty-rewards layout="cards"></loyalty-rewards><p>After</p>`,
      change: (name, content) => (name.startsWith('reward-pictures') ? undefined : content),
    });
    await expect.poll(() => textIn(page)).toMatch(/Claim.*After$/);
    expect(requested.filter((name) => name.startsWith('reward-pictures'))).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('of the icons: shows the amount or a gift instead of an empty tile', async () => {
    const other = sampleMember();
    other.definitions = [definition(1, '€5 off', 500), definition(2, 'Delivery', 100)].map((one) => ({
      ...one,
      icon: 'delivery',
    }));
    const { page, errors } = await open({
      body: `${providerOf(other)}<loyalty-rewards></loyalty-rewards>`,
      members: new Map([[other.id, other]]),
      change: (name, content) => (name.startsWith('reward-pictures') ? undefined : content),
    });
    const tiles = page.locator('loyalty-rewards .row:has([part~=claim-button]) .picture');
    await expect.poll(() => tiles.locator('b').allTextContents()).toEqual(['€5']);
    expect(await tiles.locator('> *').count()).toBe(2);
    expect(errors).toEqual([]);
  });

  test('all files but loyalty.js: no element shows anything', async () => {
    const { page, errors } = await open({
      body: `${providerOf(member)}${ALL}`,
      change: (name, content) => (/^loyalty\.(js|css)$/.test(name) ? content : undefined),
    });
    await page.waitForLoadState('networkidle');
    expect(await textIn(page)).toBe('After');
    expect((await recordOf(page)).shift).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe("elements inside other components' shadow roots", () => {
  const component = (call: string) => `
    import { loadElements } from '/cdn/loyalty.js';
    customElements.define('theme-card', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'closed' }).innerHTML = '<div></div>';
        addEventListener('theme', () => this.#root.querySelector('div').append(document.createElement('loyalty-tier')));
      }
      #root = null;
      attachShadow(init) {
        this.#root = super.attachShadow(init);
        ${call}
        return this.#root;
      }
    });`;
  const openWith = (call: string) =>
    open({
      files: { '/theme.js': component(call) },
      head: `${HEAD}<script type="module" src="{origin}/theme.js"></script>`,
      body: `${providerOf(member)}<theme-card></theme-card>`,
    });

  test('are loaded when the component asks for its shadow root, also those that it adds later', async () => {
    const { page, requested, errors } = await openWith('loadElements(this.#root);');
    await page.waitForLoadState('networkidle');
    expect(requested).not.toContain(chunkOf('loyalty-tier'));
    await page.evaluate(() => dispatchEvent(new Event('theme')));
    await expect.poll(() => requested).toContain(chunkOf('loyalty-tier'));
    await page.waitForFunction(() => customElements.get('loyalty-tier'));
    expect(errors).toEqual([]);
  });

  test('twin: are not loaded without the call', async () => {
    const { page, requested } = await openWith('');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => dispatchEvent(new Event('theme')));
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.waitForLoadState('networkidle');
    expect(requested).not.toContain(chunkOf('loyalty-tier'));
  });
});

describe('elements that the page adds', () => {
  test.each([
    ['alone', `document.body.append(document.createElement('loyalty-tier'))`],
    [
      'deep inside what it adds',
      `document.body.insertAdjacentHTML('beforeend', '<div><p><b>${TIER}</b></p></div>')`,
    ],
    [
      'from the outside to the inside',
      `{ const box = document.createElement('div'); document.body.append(box);
         const inner = document.createElement('p'); box.append(inner); inner.append(document.createElement('loyalty-tier')); }`,
    ],
  ])('are loaded: %s', async (_how, script) => {
    const { page } = await open({ body: `${providerOf(member)}<p>Page</p>` });
    await page.waitForLoadState('networkidle');
    await page.evaluate(script);
    await expect.poll(() => textIn(page)).toMatch(/Silver/);
  });

  test('are not loaded when the page has removed them before the next frame', async () => {
    const { page, requested } = await open({ body: `${providerOf(member)}<p>Page</p>` });
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => {
      const tier = document.createElement('loyalty-tier');
      document.body.append(tier);
      await Promise.resolve();
      tier.remove();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await page.waitForLoadState('networkidle');
    expect(requested).not.toContain(chunkOf('loyalty-tier'));
  });
});

describe('controls on a phone', () => {
  test.each([
    ['are for fingers', true, 44],
    ['twin: are as large as a mouse needs in another browser', false, 35],
  ])('%s', async (_name, isPhone, size) => {
    const body = `<meta name="viewport" content="width=device-width">${providerOf(member)}<loyalty-rewards></loyalty-rewards>`;
    const { page } = await open({ body, isPhone });
    const height = async () =>
      (await page.getByRole('button', { name: /Claim/ }).first().boundingBox())?.height;
    await expect.poll(height).toBe(size);
  });
});

describe('page of a guest', () => {
  const TAGS = ['loyalty-tier', 'loyalty-status', 'loyalty-rewards', 'loyalty-wishlist'];
  const INVITING = 'loyalty-status';
  /** The one that the page names invites, the others have a line; a wishlist is on the device. */
  const SIZES = [40, 128, 40, 96, 40];
  const body = (settings: string, page = 'loyalty-guest') =>
    `<main class="${page}"><loyalty-provider ${settings} customer-id=""></loyalty-provider>
    ${TAGS.map((tag) => `<${tag}${tag === INVITING ? ' invites' : ''}></${tag}>`).join('')}<loyalty-rewards layout="cards"></loyalty-rewards><p>After</p></main>`;
  const heights = (page: Page) =>
    page.evaluate(
      (tags) => [...document.querySelectorAll<HTMLElement>(tags.join())].map((one) => one.offsetHeight),
      TAGS,
    );

  const LINKS = 'base-url="{origin}/api" sign-in-url="/login" join-url="/join"';
  test.each([
    ['signed customers', 'base-url="{origin}/api" platform="shop"'],
    ['a proxy', 'proxy-url="{origin}/api"'],
    ['with links', LINKS],
  ])('has small boxes from first paint, and nothing moves: %s', async (_name, settings) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { page } = await open({
      body: body(settings),
      width: 360,
      hold: (name) => (name === 'loyalty.css' ? undefined : released),
    });
    await expect.poll(() => heights(page)).toEqual(SIZES);
    release();
    await expect.poll(() => textIn(page)).toMatch(/see your tier.*see your rewards.*Nothing saved yet/);
    await page.waitForTimeout(100); // the observer reports after the next frame
    expect(await heights(page)).toEqual(SIZES);
    expect((await recordOf(page)).shift).toBe(0);
  });

  test('has a filled button with readable text, and a quiet one beside it', async () => {
    const { page } = await open({
      body: `<style>:root{--loyalty-color-accent:#1f5c4d}</style>${body(LINKS)}`,
    });
    const inviting = page.locator(INVITING);
    await expect.poll(() => inviting.locator('[part~=join-link] span').count()).toBe(1);
    const colors = await inviting.evaluate(({ shadowRoot }) =>
      ['[part~=join-link] span', '[part~=sign-in-link]'].map((selector) => {
        const { color, backgroundColor } = getComputedStyle(shadowRoot!.querySelector(selector)!);
        return [color, backgroundColor];
      }),
    );
    expect(colors).toEqual([
      [expect.stringMatching(/^lch\(100 /), 'rgba(0, 0, 0, 0)'],
      ['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)'],
    ]);
  });

  test('twin: has the boxes of members until the script runs, without the class', async () => {
    const { page } = await open({
      body: body('base-url="{origin}/api" platform="shop"', ''),
      width: 360,
      hold: (name) => (name === 'loyalty.css' ? undefined : new Promise(() => {})),
    });
    await expect.poll(async () => Math.min(...(await heights(page)))).toBeGreaterThan(96);
  });

  test('shows what the page has for guests before the script runs, and nothing that it has for members', async () => {
    const { page } = await open({
      body: `<loyalty-tier><p slot="signed-out">Join</p></loyalty-tier>
        <main class="loyalty-guest"><loyalty-wishlist><p slot="signed-out">Sign in</p><p slot="empty">Nothing saved</p></loyalty-wishlist></main>`,
      hold: (name) => (/^loyalty[.](js|css)$/.test(name) ? undefined : new Promise(() => {})),
    });
    await expect.poll(() => page.locator('body').innerText()).toBe('Sign in');
  });
});
