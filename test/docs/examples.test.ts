import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Liquid } from 'liquidjs';
import { describe, expect, it, vi } from 'vitest';
import { SAMPLE_PASSWORD } from '../../demo/proxy.ts';
import { customers, exampleCustomer } from '../../demo/sample/customers.ts';
import { products } from '../../demo/sample/products.ts';
import { shop } from '../../demo/sample/shop.ts';
import { MESSAGE_KEYS } from '../../src/components/internal/texts/message-keys.ts';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { readConfig } from '../../src/services/customer/config.ts';
import { redemptionRecord } from '../client/support/records.ts';
import { attributesOf, examplesOf, exampleWith, runExample, settingsOf } from './support/examples.ts';

const README = 'README.md';
const INSTALL = 'docs/guides/install.md';
const CUSTOMERS = 'docs/guides/customers.md';
const EVENTS = 'docs/guides/events.md';
const STYLING = 'docs/guides/styling.md';
const DEVELOPMENT = 'docs/guides/development.md';
const CLIENT = 'docs/guides/client.md';
const readme = readFileSync(README, 'utf8');
const guides = readdirSync('docs/guides').map((name) => `docs/guides/${name}`);
/** What the page of an element says. */
const pageOf = (tag: string): string => {
  const file = `docs/elements/${tag}.md`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
/** The rows of a page below a heading, such as `Events`. */
const rowsOf = (tag: string, heading: string): string =>
  pageOf(tag).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

describe('README', () => {
  it('is short: at most 130 lines and 8 kB', () => {
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(130);
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8_000);
  });

  it('has markup that shows a customer and a guest, with two values of the server', () => {
    const source = exampleWith(
      README,
      '<loyalty-balance>',
      '<loyalty-tier invites>',
      '<loyalty-wishlist-button',
    );
    const engine = new Liquid();
    const render = (values: object) => settingsOf(engine.parseAndRenderSync(source, values));
    expect(readConfig(render({}))?.customer).toEqual({ kind: 'guest' });
    const signedAt = new Date(1_800_000_000_000);
    const signature = signCustomerId('1002', 's3cret', { signedAt });
    const printed = render({ customer_id: '1002', signed_at: 1_800_000_000, signature });
    expect(readConfig(printed)?.customer).toMatchObject({ kind: 'signed', id: '1002', signature });
    expect(printed.signedAt).toBe('1800000000');
    expect(readConfig(settingsOf(source)), 'the page says that no server has filled it in').toBeUndefined();
  });
});

describe('Liquid example', () => {
  const source = exampleWith(CUSTOMERS, 'hmac_sha256');
  const SECRET = 'metafield-secret';
  const engine = new Liquid({ strictFilters: true });
  // A filter of Shopify that liquidjs does not have.
  engine.registerFilter('hmac_sha256', hmac);
  const render = (customer?: { id: number }, secret = SECRET): string =>
    engine.parseAndRenderSync(source, {
      customer,
      shop: { metafields: { loyalty: { secret: { value: secret } } } },
    });

  it.each([
    ['a guest', undefined, SECRET],
    ['a shop without a secret', { id: 207_119_551 }, ''],
  ])('renders an empty id and no signature for %s', (_, customer, secret) => {
    const html = render(customer, secret);
    expect(html).toContain('customer-id=""');
    expect(html).not.toContain('signature');
    expect(readConfig(settingsOf(html))?.customer).toEqual({ kind: 'guest' });
  });

  it('renders the signature of the id and its time for a customer, and not the secret', () => {
    const html = render({ id: 207_119_551 });
    const { signedAt } = settingsOf(html);
    expect(readConfig(settingsOf(html))?.customer).toEqual({
      kind: 'signed',
      id: '207119551',
      signature: hmac(`207119551.${signedAt}`, SECRET),
      signedAt: expect.anything(),
    });
    expect(html).not.toContain(SECRET);
  });

  it('uses elements and files that exist', () => {
    const tags = [...render().matchAll(/<(loyalty-[\w-]+)/g)].map(([, tag]) => tag);
    expect(tags.length).toBeGreaterThan(2);
    for (const tag of tags) expect(pageOf(tag ?? '')).not.toBe('');
    expect(render()).toMatch(/src="\S+\/loyalty\.js"[^]*href="\S+\/loyalty\.css"/);
  });
});

/** Attributes of every HTML element. */
const GLOBAL: ReadonlySet<string> = new Set(['id', 'class', 'slot', 'lang', 'hidden']);

describe('a provider with a signature', () => {
  /** The opening tags of providers in the documents and what prints one. */
  const providersIn = (text: string): string[] => text.match(/<loyalty-provider\b[^]*?\n?\s*>/g) ?? [];
  const apps = readdirSync('examples/apps', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx|ts|vue|svelte|astro)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `examples/apps/${name}`);
  const files = ['README.md', 'demo/snippet.ts', 'examples/provider/page.html'].concat(guides, apps);
  const isSigned = (tag: string) => /\bsignature\]?=/.test(tag);
  const hasTime = (tag: string) => /signed-at\]?=/.test(tag);

  it('has its time in every example', () => {
    const signed = files.flatMap((file) =>
      providersIn(readFileSync(file, 'utf8'))
        .filter(isSigned)
        .map((tag) => ({ file, tag })),
    );
    expect(signed.filter(({ tag }) => !hasTime(tag))).toEqual([]);
    expect(signed.length).toBeGreaterThan(6);
    const inApps = new Set(signed.map(({ file }) => file.split('/').slice(0, 3).join('/')));
    expect(readdirSync('examples/apps').filter((app) => !inApps.has(`examples/apps/${app}`))).toEqual([]);
  });

  it('has it where a script changes the customer', () => {
    const changes = files.flatMap((file) =>
      (readFileSync(file, 'utf8').match(/setCustomer\(\{[^}]*signature[^}]*\}/g) ?? []).map((call) => ({
        file,
        call,
      })),
    );
    expect(changes.filter(({ call }) => !call.includes('signedAt'))).toEqual([]);
    expect(changes.length).toBeGreaterThan(1);
  });

  it('twin: is found without it', () => {
    expect(providersIn('<loyalty-provider\n  signature={a.b}\n>')).toHaveLength(1);
    for (const tag of ['<loyalty-provider signature="x">', '<loyalty-provider [attr.signature]="x">'])
      expect(providersIn(tag).map((one) => [isSigned(one), hasTime(one)])).toEqual([[true, false]]);
  });
});

describe('HTML examples', () => {
  const page = exampleWith(INSTALL, '<loyalty-balance>', 'signature=', 'wishlist-button');

  it('have a customer with a valid signature for the secret in the text', () => {
    expect(readFileSync(INSTALL, 'utf8')).toContain('with the secret `s3cret`');
    expect(readConfig(settingsOf(page))?.customer).toEqual({
      kind: 'signed',
      id: '1002',
      signature: signCustomerId('1002', 's3cret', { signedAt: new Date(1_800_000_000_000) }),
      signedAt: '1800000000',
    });
  });

  it('are settings of a guest without the two attributes, and of a proxy with its address', () => {
    const { customerId: _c, signature: _s, signedAt: _t, ...guest } = settingsOf(page);
    expect(readConfig(guest)?.customer).toEqual({ kind: 'guest' });
    expect(readConfig(settingsOf(exampleWith(CUSTOMERS, 'proxy-url')))?.customer).toEqual({ kind: 'proxy' });
  });

  it('override texts that exist', () => {
    const { messages = '', ...attributes } = attributesOf(
      exampleWith(STYLING, 'messages='),
      'loyalty-provider',
    );
    expect(Object.keys(attributes)).toEqual(['base-url', 'platform']);
    const texts = Object.keys(JSON.parse(messages) as object);
    expect(MESSAGE_KEYS).toEqual(expect.arrayContaining(texts));
    expect(texts).toContain('points'); // the text beside the balance
  });

  it('use attributes that the elements have', () => {
    const examples = [README, ...guides].flatMap(examplesOf).filter(({ language }) => language === 'html');
    expect(examples.length).toBeGreaterThan(8);
    for (const { code } of examples) {
      for (const [, tag = ''] of code.matchAll(/<(loyalty-[\w-]+)/g)) {
        for (const name of Object.keys(attributesOf(code, tag)))
          if (!GLOBAL.has(name))
            expect([tag, rowsOf(tag, 'Attributes')]).toEqual([
              tag,
              expect.stringContaining(`| \`${name}\` `),
            ]);
      }
    }
  });
});

describe('signing examples', () => {
  it.each([README, CUSTOMERS])(
    'compute the signature that the service verifies, in Node: %s',
    async (file) => {
      const example = exampleWith(file, 'signCustomerId(');
      const names = { customer: { id: '1002' }, process: { env: { SHOP_SECRET: 's3cret' } } };
      const { signature, signedAt } = await runExample(example, names, ['signature', 'signedAt']);
      const seconds = Math.floor((signedAt as Date).getTime() / 1_000);
      expect(signature).toBe(hmac(`1002.${seconds}`, 's3cret'));
    },
  );

  it('compute the same signature in PHP', ({ skip }) => {
    skip(spawnSync('php', ['--version']).status !== 0, 'needs php');
    const example = exampleWith(CUSTOMERS, 'sign_customer_id', 'time()');
    const program = `require 'platforms/signatures/sign.php'; $customer = (object) ['id' => 1002];
      ${example} echo json_encode([$signature, $signedAt]);`;
    const run = (secret: string) =>
      spawnSync('php', ['-r', program], {
        env: { ...process.env, SHOP_SECRET: secret },
        encoding: 'utf8',
      });
    const [signature, signedAt] = JSON.parse(run('s3cret').stdout) as [string, number];
    expect(signature).toBe(hmac(`1002.${signedAt}`, 's3cret'));
    expect(run('').status).not.toBe(0);
  });
});

describe('other examples', () => {
  it('handle events of the elements', async () => {
    const example = exampleWith(EVENTS, 'loyalty-move-to-cart');
    const events = [...example.matchAll(/addEventListener\('([\w-]+)'/g)].map(([, name = '']) => name);
    const documented = readdirSync('docs/elements')
      .map((name) => rowsOf(name.replace('.md', ''), 'Events'))
      .join();
    const named = [example, readme].flatMap((text) => [...text.matchAll(/addEventListener\('([\w-]+)'/g)]);
    for (const [, name] of named) expect(documented).toContain(`| \`${name}\` `);
    const refresh = vi.fn(() => Promise.resolve());
    const elements = new Map<string, object>([
      ['loyalty-provider', { refresh }],
      ['loyalty-balance', { points: 2280 }],
    ]);
    const target = Object.assign(new EventTarget(), { querySelector: (tag: string) => elements.get(tag) });
    const [addToCart, applyAtCheckout, waitUntil, assign] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    await runExample(example, { document: target, location: { assign }, addToCart, applyAtCheckout });
    expect(refresh).toHaveBeenCalledOnce();
    const detail = { item: { productId: '1001' }, reward: { code: 'CODE' } };
    for (const name of events) target.dispatchEvent(Object.assign(new Event(name), { detail, waitUntil }));
    expect([addToCart, applyAtCheckout, assign].map(({ mock }) => mock.calls)).toEqual([
      [['1001']],
      [['CODE']],
      [['/sign-in']],
    ]);
    expect(waitUntil).toHaveBeenCalledOnce();
  });

  it('call the service and print totals of redemptions', async () => {
    const requested: string[] = [];
    const fetch = vi.fn(async (url: string) => {
      requested.push(decodeURIComponent(url));
      const meta = { current_page: 1, last_page: 1, per_page: 100, total: 1, from: 1, to: 1 };
      return Response.json({ data: [{ ...redemptionRecord, total: '42.00' }], meta });
    });
    vi.stubGlobal('fetch', fetch);
    const log = vi.fn();
    try {
      const names = { process: { env: { LOYALTY_TOKEN: 'token' } }, console: { log } };
      await runExample(exampleWith(CLIENT, 'profileRedemptions'), names);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(log.mock.calls).toEqual([['42.00']]);
    expect(requested[0]).toMatch(
      /^https:\/\/api\.acme\.example\.com\/api\/v3\/profiles\/p1\/redemptions\?.*filter\[type\].*credit/,
    );
  });

  it('style custom properties and parts that exist', () => {
    const css = [README, STYLING]
      .flatMap(examplesOf)
      .filter(({ language }) => language === 'css')
      .map(({ code }) => code)
      .join('\n');
    expect(css).toContain('::part(');
    const documented = [STYLING, ...readdirSync('docs/elements').map((name) => `docs/elements/${name}`)]
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    for (const [, name = ''] of css.matchAll(/(--loyalty-[\w-]+):/g))
      expect(documented, name).toMatch(new RegExp(`\\| \`${name}\\b`));
    for (const [, tag = '', part = ''] of css.matchAll(/(loyalty-[\w-]+)::part\(([\w-]+)\)/g)) {
      expect(rowsOf(tag, 'Parts')).toContain(`| \`${part}\``);
    }
  });

  it('run scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = [README, 'CONTRIBUTING.md', ...guides]
      .flatMap(examplesOf)
      .flatMap(({ language, code }) =>
        language === 'sh' ? [...code.matchAll(/^npm (?:run )?([\w:]+)/gm)].map(([, name = '']) => name) : [],
      );
    expect(commands.length).toBeGreaterThan(2);
    for (const name of commands) expect(['install', ...Object.keys(scripts)]).toContain(name);
  });
});

describe('values for a page of your own', () => {
  it('are those of the sample shop', () => {
    const ids = customers.map(({ id }) => id).sort();
    const productIds = products.map(({ id }) => id);
    for (const value of [
      shop.platform,
      shop.platformVersion,
      ids[0],
      ids.at(-1),
      exampleCustomer.id,
      exampleCustomer.email,
      SAMPLE_PASSWORD,
      productIds[0],
      productIds.at(-1),
      ...(process.env['SHOP_SECRET'] ? [] : [shop.secret]),
    ]) {
      expect(
        readFileSync(DEVELOPMENT, 'utf8').split('These values never change')[1]?.split('\n## ')[0],
      ).toContain(`\`${value}\``);
    }
  });
});
