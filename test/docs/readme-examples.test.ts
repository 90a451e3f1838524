import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
const readme = readFileSync(README, 'utf8');
const guide = readFileSync('docs/guides/elements.md', 'utf8');
/** What the guide says of an element. */
const guideTo = (tag: string): string => guide.split(`## \`<${tag}>\``)[1]?.split('\n## ')[0] ?? '';
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

describe('Liquid example in README', () => {
  const source = exampleWith(README, 'hmac_sha256');
  const SECRET = 'metafield-secret';
  const engine = new Liquid({ strictFilters: true });
  // A filter of Shopify that liquidjs does not have.
  engine.registerFilter('hmac_sha256', hmac);
  const render = (customer?: { id: number }): string =>
    engine.parseAndRenderSync(source, {
      customer,
      shop: { metafields: { loyalty: { secret: { value: SECRET } } } },
    });

  it('renders no customer id and signature for a guest', () => {
    const html = render();
    expect(html).not.toMatch(/customer-id|signature/);
    expect(readConfig(settingsOf(html))?.customer).toEqual({ kind: 'guest' });
  });

  it('renders the signature of the id for a customer, and not the secret', () => {
    const html = render({ id: 207_119_551 });
    expect(readConfig(settingsOf(html))?.customer).toEqual({
      kind: 'signed',
      id: '207119551',
      signature: hmac('207119551', SECRET),
    });
    expect(html).not.toContain(SECRET);
  });

  it('uses elements and files that exist', () => {
    const tags = [...render().matchAll(/<(loyalty-[\w-]+)/g)].map(([, tag]) => tag);
    expect(tags.length).toBeGreaterThan(2);
    for (const tag of tags) expect(guideTo(tag ?? '')).not.toBe('');
    expect(render()).toMatch(/src="\S+\/loyalty\.js"[^]*href="\S+\/loyalty\.css"/);
  });
});

describe('HTML examples in README', () => {
  const page = exampleWith(README, '<loyalty-balance>', 'signature=', 'wishlist-button');

  it('have a customer with a valid signature for the secret in the text', () => {
    expect(readme).toContain('with the secret `s3cret`');
    expect(readConfig(settingsOf(page))?.customer).toEqual({
      kind: 'signed',
      id: '1002',
      signature: signCustomerId('1002', 's3cret'),
    });
  });

  it('are settings of a guest without the two attributes, and of a proxy with its address', () => {
    const { customerId: _c, signature: _s, ...guest } = settingsOf(page);
    expect(readConfig(guest)?.customer).toEqual({ kind: 'guest' });
    expect(readConfig(settingsOf(exampleWith(README, 'proxy-url')))?.customer).toEqual({ kind: 'proxy' });
  });

  it('override texts that exist', () => {
    const { messages = '', ...attributes } = attributesOf(
      exampleWith(README, 'messages='),
      'loyalty-provider',
    );
    expect(Object.keys(attributes)).toEqual(['base-url', 'platform']);
    const texts = Object.keys(JSON.parse(messages) as object);
    expect(MESSAGE_KEYS).toEqual(expect.arrayContaining(texts));
    expect(texts).toContain('points'); // the text beside the balance
  });

  it('use attributes that the elements have', () => {
    for (const { language, code } of examplesOf(README)) {
      if (language !== 'html') continue;
      for (const [, tag = ''] of code.matchAll(/<(loyalty-[\w-]+)/g)) {
        for (const name of Object.keys(attributesOf(code, tag)))
          expect(guideTo(tag)).toContain(`| \`${name}\` `);
      }
    }
  });
});

describe('signing examples in README', () => {
  it('compute the signature that the service verifies, in Node', async () => {
    const example = exampleWith(README, 'signCustomerId(');
    const names = { customer: { id: '1002' }, process: { env: { SHOP_SECRET: 's3cret' } } };
    expect(await runExample(example, names, ['signature'])).toEqual({ signature: hmac('1002', 's3cret') });
  });

  it.runIf(spawnSync('php', ['--version']).status === 0)('compute the same signature in PHP', () => {
    const example = exampleWith(README, 'hash_hmac');
    const program = `$customer = (object) ['id' => '1002']; ${example} echo $signature;`;
    const { stdout } = spawnSync('php', ['-r', program], {
      env: { ...process.env, SHOP_SECRET: 's3cret' },
      encoding: 'utf8',
    });
    expect(stdout).toBe(hmac('1002', 's3cret'));
  });
});

describe('other examples in README', () => {
  it('handle events of the elements', async () => {
    const example = exampleWith(README, 'loyalty-move-to-cart');
    const events = [...example.matchAll(/addEventListener\('([\w-]+)'/g)].map(([, name = '']) => name);
    for (const name of events) expect(guide).toMatch(new RegExp(`\\| event +\\| \`${name}\``));
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
      await runExample(exampleWith(README, 'profileRedemptions'), names);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(log.mock.calls).toEqual([['42.00']]);
    expect(requested[0]).toMatch(
      /^https:\/\/api\.acme\.example\.com\/api\/v3\/profiles\/p1\/redemptions\?.*filter\[type\].*credit/,
    );
  });

  it('style custom properties and parts that exist', () => {
    const css = exampleWith(README, '::part(');
    for (const [, name = ''] of css.matchAll(/(--loyalty-[\w-]+):/g))
      expect(readme).toContain(`| \`${name}\``);
    for (const [, tag = '', part = ''] of css.matchAll(/(loyalty-[\w-]+)::part\(([\w-]+)\)/g)) {
      expect(guideTo(tag)).toContain(`| \`${part}\``);
    }
  });

  it('run scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = examplesOf(README).flatMap(({ language, code }) =>
      language === 'sh' ? [...code.matchAll(/^npm (?:run )?([\w:]+)/gm)].map(([, name = '']) => name) : [],
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const name of commands) expect(Object.keys(scripts)).toContain(name);
  });
});

describe('values for your own page in README', () => {
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
      expect(readme.split('These values never change')[1]?.split('\n## ')[0]).toContain(`\`${value}\``);
    }
  });
});
