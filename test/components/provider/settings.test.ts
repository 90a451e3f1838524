import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { storefrontToken } from '../../../src/services/contract/endpoints/index.ts';
import { SHARE } from '../../support/component-member.ts';
import {
  closeService,
  eventsOf,
  loaded,
  openService,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

const VALID: Readonly<Record<string, string>> = {
  'base-url': 'https://api.acme.example.com/api',
  platform: 'shop',
  'customer-id': '1001',
  signature: 'a'.repeat(64),
};

/** The problem, the changed attributes (`null`: removed), and what the console line must name. */
const INVALID: readonly [string, Readonly<Record<string, string | null>>, RegExp][] = [
  ['no address', { 'base-url': null }, /Set base-url, or tenant and service-domain/],
  ['an empty address', { 'base-url': '' }, /Set base-url/],
  [
    'an http address',
    { 'base-url': 'http://api.acme.example.com/api' },
    /base-url must be an https address.*"\.$/,
  ],
  ['a port', { 'base-url': 'https://api.acme.example.com:8443/api' }, /without a port/],
  ['the port 443', { 'base-url': 'https://api.acme.example.com:443/api' }, /not even :443/],
  ['a user in the address', { 'base-url': 'https://me@api.acme.example.com/api' }, /base-url must be/],
  ['a query in the address', { 'base-url': 'https://api.acme.example.com/api?x=1' }, /base-url must be/],
  ['an address without a scheme', { 'base-url': 'api.acme.example.com/api' }, /has no https:\/\/ in front/],
  ['a script for an address', { 'base-url': 'javascript:alert(1)' }, /base-url must be/],
  [
    'an address with a dot segment',
    { 'base-url': 'https://api.acme.example.com/../api' },
    /base-url must be/,
  ],
  ['an address with a backslash', { 'base-url': 'https:\\\\api.acme.example.com' }, /base-url must be/],
  ['an address with a blank', { 'base-url': ' https://api.acme.example.com/api' }, /base-url must be/],
  ['a template that was not filled in', { 'base-url': '{{ shop.loyalty_url }}' }, /base-url must be/],
  ['a tenant alone', { 'base-url': null, tenant: 'acme' }, /Set base-url, or tenant and service-domain/],
  [
    'a tenant that is no name',
    { 'base-url': null, tenant: 'ac me', 'service-domain': 'example.com' },
    /tenant must be/,
  ],
  [
    'a domain with a port',
    { 'base-url': null, tenant: 'acme', 'service-domain': 'example.com:443' },
    /service-domain/,
  ],
  ['no customer id', { 'customer-id': null }, /customer-id is missing/],
  ['a customer id that is too long', { 'customer-id': 'x'.repeat(256) }, /customer-id is longer than 255/],
  ['no signature', { signature: null }, /signature is missing.*on your server/],
  ['the secret instead of the signature', { signature: 's3cret' }, /shop's secret.*change it/],
  ['a signature in upper case', { signature: 'A'.repeat(64) }, /lower-case hex/],
  ['a signature in base64', { signature: `${'a'.repeat(43)}=` }, /64 lower-case hex/],
  ['a signature one digit short', { signature: 'a'.repeat(63) }, /64 lower-case hex/],
  ['no platform', { platform: null }, /platform is missing/],
  ['a platform with a path', { platform: 'shop/../admin' }, /platform may hold/],
  ['a version with a path', { 'platform-version': 'v1/..' }, /platform-version may hold/],
  ['a profile id that is too long', { 'profile-id': 'x'.repeat(256) }, /profile-id is longer/],
  ['paths that are no JSON', { paths: '{"profiles.balances.show"' }, /paths must be a JSON object/],
  ['a path with a query', { paths: '{"profiles.balances.show": "/v3/x?y={profile}"}' }, /paths must be/],
  ['a path to another host', { paths: '{"profiles.balances.show": "//evil.example.com"}' }, /paths must be/],
  ['a path with a dot segment', { paths: '{"profiles.balances.show": "/v3/../{profile}"}' }, /paths must be/],
  ['a path that is a number', { paths: '{"profiles.balances.show": 1}' }, /paths must be/],
  ['the attribute secret', { secret: 's3cret' }, /Take the attribute "secret" out of the page/],
  ['the attribute shop-secret', { 'shop-secret': 's3cret' }, /Take the attribute "shop-secret" out/],
  ['the attribute client-secret', { 'client-secret': 's3cret' }, /Take the attribute "client-secret" out/],
  ['the attribute client-id', { 'client-id': 'shop' }, /Take the attribute "client-id" out/],
  ['the attribute token', { token: 'eyJhbGciOi' }, /Take the attribute "token" out.*as a property/],
  ['the attribute access-token', { 'access-token': 'x' }, /Take the attribute "access-token" out/],
  ['the attribute password', { password: 'hunter2' }, /Take the attribute "password" out/],
  ['the attribute username', { username: 'me' }, /Take the attribute "username" out/],
];

describe('settings', () => {
  let service: ComponentService;
  const { error } = console;
  let lines: string[];

  beforeEach(() => {
    service = openService();
    lines = [];
    console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
  });
  afterEach(() => {
    console.error = error;
    closeService();
  });

  async function pageWith(changes: Readonly<Record<string, string | null>>): Promise<LoyaltyProvider> {
    const place = fixtureSync<HTMLElement>(html`<div></div>`);
    const provider = document.createElement('loyalty-provider');
    for (const [name, value] of Object.entries({ ...VALID, ...changes })) {
      if (value !== null) provider.setAttribute(name, value);
    }
    const tags = [
      'loyalty-balance',
      'loyalty-tier',
      'loyalty-status',
      'loyalty-rewards',
      'loyalty-wishlist',
      'loyalty-lists',
      'loyalty-earn',
      'loyalty-redeem',
      'loyalty-panel',
      'loyalty-benefits',
      'loyalty-achievements',
      'loyalty-dates',
      'loyalty-receipt',
      'loyalty-history',
      'loyalty-credits',
      'loyalty-wishlist-count',
      'loyalty-registry',
      'loyalty-share',
      'loyalty-shared-list',
      'loyalty-account',
    ] as const;
    provider.append(
      ...tags.map((tag) => document.createElement(tag)),
      document.createElement('loyalty-wishlist-button'),
      document.createElement('loyalty-events'),
    );
    for (const tag of ['loyalty-registry', 'loyalty-share'] as const)
      provider.querySelector(tag)!.setAttribute('list', 'our-wedding');
    provider.querySelector('loyalty-shared-list')!.share = SHARE;
    provider.querySelector('loyalty-wishlist-button')!.productId = 'product-1';
    place.append(provider);
    await Promise.all(tags.map((tag) => loaded(provider.querySelector(tag)!)));
    return provider;
  }

  for (const [wrong, changes, diagnostic] of INVALID) {
    it(`with ${wrong}: send no request, write one console line with a diagnostic, and show the error state`, async () => {
      const errors = eventsOf('loyalty-error');
      const provider = await pageWith(changes);
      await until(() => lines.length, 'the diagnostic');
      await aTimeout(5); // wait for a second line that must not be written
      expect(lines).to.have.length(1);
      expect(lines[0])
        .to.match(/^loyalty-elements: /)
        .and.match(diagnostic);
      expect(service.requests).to.deep.equal([]);
      expect(new Set(errors.map(({ detail }) => detail.error.code))).to.deep.equal(
        new Set(['invalid_config']),
      );
      expect(shownText(provider)).to.match(
        /Points aren’t available right now Couldn’t load your tier\. Couldn’t load your tier\. Couldn’t load your rewards\. Couldn’t load your wishlist\. Couldn’t load your lists\. Couldn’t load the ways to earn\. Couldn’t load your rewards\. Points and rewards/,
      );
      expect(
        [...provider.querySelectorAll(':not(loyalty-events)')].flatMap((element) =>
          parts(element, 'retry-button'),
        ).length,
      ).to.equal(0);
      for (const name of ['signature', 'secret', 'token', 'password']) {
        const value = changes[name];
        if (value) expect(lines[0]).not.to.include(value);
      }
    });
  }

  /** Attributes of the elements, each with what no page should write. */
  const ATTRIBUTES = [
    'variant',
    'programme',
    'heading-level',
    'use-button',
    'expanded',
    'layout',
    'move-to-cart',
    'product-id',
    'product-name',
    'product-url',
    'product-image',
    'product-price',
    'product-currency',
    'always',
    'names',
    'variant-id',
    'quantity',
    'price',
    'currency',
    'items',
    'applied-code',
    'total',
    'history-url',
    'side',
    'list-url',
    'share-url',
    'registries',
    'list',
    'share',
    'task',
    'consent',
    'class',
    'data-unknown',
  ];

  for (const value of [
    '',
    '{{ value }}',
    '-1',
    'many',
    '{',
    '[{}]',
    'javascript:alert(1)',
    '<b>',
    'x'.repeat(300),
  ]) {
    it(`of the elements break nothing and show no words of JavaScript when each is ${JSON.stringify(value.slice(0, 20))}`, async () => {
      const uncaught: unknown[] = [];
      const collect = (event: ErrorEvent | PromiseRejectionEvent): void => void uncaught.push(event);
      addEventListener('error', collect);
      addEventListener('unhandledrejection', collect);
      const provider = await pageWith({});
      const elements = [...provider.children] as LoyaltyProvider[];
      for (const element of elements) {
        for (const name of ATTRIBUTES) {
          element.setAttribute(name, value);
          await element.updateComplete;
        }
      }
      await aTimeout(50);
      for (const element of elements) {
        // The element's own text, not the attributes that were set.
        expect(shownText(element), element.localName).not.to.match(
          /undefined|NaN|\[object|Infinity|Invalid Date/,
        );
      }
      removeEventListener('error', collect);
      removeEventListener('unhandledrejection', collect);
      expect(uncaught).to.deep.equal([]);
    });
  }

  it('twin: valid settings send requests and write nothing to the console', async () => {
    await pageWith({});
    expect(service.requests.length).to.be.above(0);
    expect(lines).to.deep.equal([]);
  });

  it('work after a correction without a reload', async () => {
    const provider = await pageWith({ 'base-url': 'http://api.acme.example.com/api' });
    await until(() => lines.length, 'the diagnostic');
    provider.setAttribute('base-url', VALID['base-url']!);
    await until(() => shownText(provider).includes('2,480 points'), 'the points');
  });

  it('with tenant and service-domain use the address of the tenant', async () => {
    await pageWith({ 'base-url': null, tenant: 'acme', 'service-domain': 'example.com' });
    expect(lines).to.deep.equal([]);
    expect(service.requests).to.include('GET /api/v3/profiles/profile-1001/balances');
  });

  it('with paths change these requests and no others', async () => {
    const paths = {
      'profiles.balances.show': '/v3/wallet/{profile}',
      'storefront.auth.token.store': '/shops/{storefront_platform}/{version}/session',
    };
    const provider = await pageWith({ paths: JSON.stringify(paths) });
    expect(service.requests[0]).to.equal('POST /api/shops/shop/v1/session');
    service.requests.length = 0;
    provider.removeAttribute('paths');
    (provider as { paths: unknown }).paths = { 'profiles.balances.show': paths['profiles.balances.show'] };
    await until(() => service.requests.includes('GET /api/v3/wallet/profile-1001'), 'the request');
    await until(() => service.requests.includes('GET /api/v3/profiles/profile-1001/tier'), 'the tier');
    expect(service.requests).not.to.include('GET /api/v3/profiles/profile-1001/balances');
    expect(lines.filter((line) => line.includes('paths'))).to.deep.equal([]);
  });

  for (const [problem, paths] of [
    ['an operation that no element asks for', { 'profiles.balance.show': '/v3/wallet/{profile}' }],
    ['a path without its names', { 'profiles.balances.show': '/v3/wallet' }],
  ] as const) {
    it(`with paths for ${problem} write a console line, and work`, async () => {
      await pageWith({ paths: JSON.stringify(paths) });
      await until(() => lines.length, 'the diagnostic');
      expect(lines[0]).to.include(Object.keys(paths)[0]).and.to.include('profiles.balances.show{profile}');
      expect(service.requests).to.include('GET /api/v3/profiles/profile-1001/tier');
    });
  }

  it('send the consent of the customer only when it is set', async () => {
    await pageWith({ consent: '' });
    expect(service.seen(storefrontToken)[0]!.body).to.include({ id: '1001', consent: true });
    closeService();
    service = openService();
    await pageWith({});
    expect(service.seen(storefrontToken)[0]!.body).to.have.all.keys('id', 'signature');
  });

  it('that are invalid let a wishlist button send no request', async () => {
    const provider = await pageWith({ signature: null });
    const errors = eventsOf('loyalty-error');
    provider.querySelector('loyalty-wishlist-button')!.productId = 'product-1';
    parts(provider.querySelector('loyalty-wishlist-button')!, 'heart-button')[0]!.click();
    await until(() => errors.length, 'the event');
    expect(service.requests).to.deep.equal([]);
  });
});
