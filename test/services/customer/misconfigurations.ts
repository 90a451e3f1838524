import type { LoyaltySettings } from '../../../src/services/customer/config.ts';
import { SIGNATURE, SIGNED_IN } from '../../support/client-programme.ts';

/** What is wrong, the settings, and the name that the diagnostic must say. */
export type Misconfiguration = readonly [wrong: string, settings: LoyaltySettings, named: string];

const TENANT = { ...SIGNED_IN, baseUrl: undefined, tenant: 'acme', serviceDomain: 'example.com' };
const PROXY = 'https://shop.example.com/loyalty';
const LONG = 'a'.repeat(256);

export const MISCONFIGURATIONS: readonly Misconfiguration[] = [
  ['nothing is set', {}, 'base-url'],
  ['no service is named', { ...SIGNED_IN, baseUrl: undefined }, 'base-url'],
  ['no service is named, with null', { ...SIGNED_IN, baseUrl: null }, 'base-url'],
  ['the base address is empty', { ...SIGNED_IN, baseUrl: '' }, 'base-url'],
  ['the tenant stands alone', { ...TENANT, serviceDomain: undefined }, 'service-domain'],
  ['the service domain stands alone', { ...TENANT, tenant: undefined }, 'tenant'],
  ['the tenant is empty', { ...TENANT, tenant: '' }, 'tenant'],
  ['the service domain is empty', { ...TENANT, serviceDomain: '' }, 'service-domain'],

  ...[
    'http://api.acme.example.com/api',
    'https://api.acme.example.com:443/api',
    'https://api.acme.example.com:8443',
    '//api.acme.example.com',
    'api.acme.example.com/api',
    'https:api.acme.example.com',
    'ftp://api.acme.example.com',
    'https://user:password@api.acme.example.com',
    'https://api.acme.example.com/api?x=1',
    'https://10.0.0.1/api',
    'https://api.acme.example.com/../api',
    ' https://api.acme.example.com',
    'https://api.acme.example.com./api',
    'http://localhost.evil.com',
    'https://{tenant}.example.com/api',
    'javascript:alert(1)',
    ' ',
    'undefined',
  ].map((baseUrl): Misconfiguration => [
    `the base address is ${JSON.stringify(baseUrl)}`,
    { ...SIGNED_IN, baseUrl },
    'base-url',
  ]),

  ...[
    'localhost',
    '127.0.0.1',
    '10.0.0.1:80',
    'ac me',
    'acme:443',
    'acmé',
    '-acme',
    '[::1]',
    '{tenant}',
    ' ',
  ].map((tenant): Misconfiguration => [
    `the tenant is ${JSON.stringify(tenant)}`,
    { ...TENANT, tenant },
    'tenant',
  ]),
  ...[
    'example.com:443',
    'https://example.com',
    'com.',
    'example.com/x',
    'example.com/',
    'exam ple.com',
    '10.0.0.1',
  ].map((serviceDomain): Misconfiguration => [
    `the service domain is ${JSON.stringify(serviceDomain)}`,
    { ...TENANT, serviceDomain },
    'service-domain',
  ]),

  ['the customer id has no signature', { ...SIGNED_IN, signature: undefined }, 'signature'],
  ['the customer id has an empty signature', { ...SIGNED_IN, signature: '' }, 'signature'],
  ['the signature has no customer id', { ...SIGNED_IN, customerId: undefined }, 'customer-id'],
  [
    'the customer id is empty and the signature is none',
    { ...SIGNED_IN, customerId: '', signature: 's3cret' },
    'customer-id',
  ],
  ['the customer id is template code', { ...SIGNED_IN, customerId: '{{ customer.id }}' }, 'customer-id'],
  ['the profile id is template code', { ...SIGNED_IN, profileId: '{% profile %}' }, 'profile-id'],
  ['the signature has null for a customer id', { ...SIGNED_IN, customerId: null }, 'customer-id'],
  ['the customer id is too long', { ...SIGNED_IN, customerId: LONG }, 'customer-id'],
  [
    'the customer id beside a token is too long',
    { ...SIGNED_IN, token: 'abc', customerId: LONG },
    'customer-id',
  ],

  ...[
    's3cret',
    SIGNATURE.toUpperCase(),
    SIGNATURE.slice(1),
    `${SIGNATURE}0`,
    `${SIGNATURE}\n`,
    ` ${SIGNATURE}`,
    `0x${SIGNATURE}`,
    `sha256=${SIGNATURE}`,
    SIGNATURE.replace('f', 'g'),
    SIGNATURE.slice(32),
    '/RkQFZM+qtvLBCSJ9vDXGTXWud0=',
    '{{ customer.id | hmac_sha256: secret }}',
    '０'.repeat(64),
  ].map((signature): Misconfiguration => [
    `the signature is ${JSON.stringify(signature)}`,
    { ...SIGNED_IN, signature },
    'signature',
  ]),

  ['the platform is missing', { ...SIGNED_IN, platform: undefined }, 'platform'],
  ['the platform is empty', { ...SIGNED_IN, platform: '' }, 'platform'],
  ...['my shop', 'shop/../..', 'shop?x', 'shop.x', 'shöp', '{platform}', 'a'.repeat(65), '%2e%2e', ' '].map(
    (platform): Misconfiguration => [
      `the platform is ${JSON.stringify(platform)}`,
      { ...SIGNED_IN, platform },
      'platform',
    ],
  ),
  ['a guest has a wrong platform', { baseUrl: SIGNED_IN.baseUrl, platform: 'a/b' }, 'platform'],
  ...['v 1', 'v1/..', '1.0', '..', 'v'.repeat(65), 'v1?x', ' '].map((platformVersion): Misconfiguration => [
    `the platform version is ${JSON.stringify(platformVersion)}`,
    { ...SIGNED_IN, platformVersion },
    'platform-version',
  ]),

  ...['http://shop.example.com', 'https://shop.example.com:8443', '//shop.example.com', 'shop', ' '].map(
    (proxyUrl): Misconfiguration => [`the proxy is ${JSON.stringify(proxyUrl)}`, { proxyUrl }, 'proxy-url'],
  ),
  ['a proxy stands beside a base address', { baseUrl: SIGNED_IN.baseUrl, proxyUrl: PROXY }, 'proxy-url'],
  [
    'a proxy stands beside a signed customer',
    { proxyUrl: PROXY, customerId: '1', signature: SIGNATURE },
    'customer-id',
  ],
  ['a proxy stands beside a signature', { proxyUrl: PROXY, signature: SIGNATURE }, 'signature'],
  ['a proxy stands beside a token', { proxyUrl: PROXY, token: 'given' }, 'token'],
  ...['none', 'SHARED', 'local', ' '].map((cache): Misconfiguration => [
    `the cache is ${JSON.stringify(cache)}`,
    { ...SIGNED_IN, cache: cache as 'tab' },
    'cache',
  ]),

  ['the profile id is too long', { ...SIGNED_IN, profileId: LONG }, 'profile-id'],
  ...['a b', 'Bearer abc', 'a\nb', 'tökèn', '{{token}}', 'a'.repeat(8_193)].map((token): Misconfiguration => [
    `the token is ${JSON.stringify(token).slice(0, 30)}`,
    { ...SIGNED_IN, token },
    'token',
  ]),
  ['a secret is in the page', { ...SIGNED_IN, exposed: 'client-secret' }, 'client-secret'],
  ['a token is in the page', { ...SIGNED_IN, exposed: 'token' }, 'token'],
  ['a guest page holds a secret', { baseUrl: SIGNED_IN.baseUrl, exposed: 'shop-secret' }, 'shop-secret'],
];
