import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCustomerId, unixSeconds } from '../../src/proxy/signature.ts';
import { run } from './support/run.ts';

const SECRET = 'canary-secret-of-the-shop';
const HOUR_MS = 3_600_000;

interface PageParts {
  /** The whole page. */
  html?: string;
  /** Attributes of the provider. */
  provider?: string;
  head?: string;
  body?: string;
  headers?: Record<string, string>;
}

const HEAD = `<script type="module" src="/cdn/loyalty.js"></script>
<link rel="stylesheet" href="/cdn/loyalty.css"><link rel="modulepreload" href="/cdn/elements.js">`;
const SERVICE = 'base-url="https://api.acme.example.com/api" platform="acme-shop"';
const GUEST = `${SERVICE} customer-id=""`;
const htmlOf = ({
  html,
  provider = GUEST,
  head = HEAD,
  body = '<loyalty-balance></loyalty-balance>',
}: PageParts) =>
  html ??
  `<!doctype html><html><head>${head}</head><body><loyalty-provider ${provider}></loyalty-provider>${body}</body></html>`;

/** A customer's page whose signature has this age. */
const customer = (ageMs = 0): string => {
  const signedAt = new Date(Date.now() - ageMs);
  return `${SERVICE} customer-id="1001" signature="${signCustomerId('1001', SECRET, { signedAt })}" signed-at="${unixSeconds(signedAt)}"`;
};

let server: Server;
let address: string;
let shown: PageParts = {};
/** Headers of the files, which the shop serves as the README says. */
const FILE_HEADERS = { 'content-encoding': 'identity', 'cache-control': 'max-age=600' };
let fileHeaders: Record<string, string> = FILE_HEADERS;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/cdn/')) {
      const type = url.endsWith('.css') ? 'text/css' : 'text/javascript';
      response.writeHead(200, { 'content-type': type, ...fileHeaders }).end('/* a file */');
    } else
      response
        .writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html', ...shown.headers })
        .end(htmlOf(shown));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The lines of the report that ask for a change, on a page that differs in these parts. */
async function problemsOf(parts: PageParts, ...more: string[]): Promise<string[]> {
  shown = parts;
  const { code, out } = await run(['page', address, ...more], { SHOP_SECRET: SECRET });
  const lines = out.split('\n').filter((line) => line.startsWith(' ! '));
  expect(code).toBe(lines.length ? 1 : 0);
  expect(out).not.toContain(SECRET);
  return lines.map((line) => line.slice(5));
}
const PRIVATE = { 'cache-control': 'private, no-store' };

describe('the doctor at a page', () => {
  it('finds nothing to change on the pages of a guest and of a customer', async () => {
    expect(await problemsOf({})).toEqual([]);
    expect(await problemsOf({ provider: customer(), headers: PRIVATE })).toEqual([]);
  });

  it('counts what a first visit costs a customer, and names what saves most', async () => {
    shown = { provider: customer(), headers: PRIVATE, body: '<loyalty-balance></loyalty-balance>' };
    const { out } = await run(['page', address], { SHOP_SECRET: SECRET });
    expect(out).toContain('3 files that the page names: 36 bytes');
    expect(out).toContain('3 calls or more, 3 preflights, and 9 round trips');
    const names = [...out.matchAll(/(\S+) saves (\d) of these round trips/g)].map(([, ...found]) => found);
    expect(names).toEqual([
      ['proxy', '7'],
      ['profile-id', '2'],
      ['preconnect', '1'],
    ]);
  });

  it('names no improvement that the page has', async () => {
    const head = `<link rel="preconnect" href="https://api.acme.example.com" crossorigin>${HEAD}`;
    shown = { provider: `${customer()} profile-id="profile-1001"`, headers: PRIVATE, head };
    const { out } = await run(['page', address], { SHOP_SECRET: SECRET });
    expect(out).toContain('2 calls or more, 2 preflights, and 6 round trips');
    expect(out).not.toMatch(/(profile-id|preconnect) saves/);
  });

  it.each<[string, PageParts, RegExp]>([
    ['an unknown tag', { body: '<loyalty-balanse></loyalty-balanse>' }, /did you mean <loyalty-balance>/],
    ['no element', { html: '<!doctype html><p>Shop</p>' }, /no tag begins with loyalty-/],
    ['no provider', { html: `${HEAD}<loyalty-tier></loyalty-tier>` }, /has no <loyalty-provider>/],
    ['a script that is no module', { head: HEAD.replace(' type="module"', '') }, /needs type="module"/],
    ['no style sheet', { head: HEAD.replace(/<link rel="stylesheet"[^>]*>/, '') }, /No link to loyalty\.css/],
    [
      'a style sheet in the body',
      { head: '', body: `<loyalty-tier></loyalty-tier>${HEAD}` },
      /after the first element/,
    ],
    ['no preload', { head: HEAD.replace(/<link rel="modulepreload"[^>]*>/, '') }, /modulepreload/],
    ['an import map after the script', { head: `${HEAD}<script type="importmap">{}</script>` }, /import map/],
    [
      'files of two releases',
      { head: HEAD.replace('/cdn/loyalty.css', '/cdn/0.1.0/loyalty.css') },
      /perhaps of two versions/,
    ],
    [
      'two scripts',
      { head: `${HEAD}<script type="module" src="/cdn/old/loyalty.js"></script>` },
      /loads the script from two addresses/,
    ],
    [
      'a signature without an id',
      { provider: customer().replace('customer-id="1001"', '') },
      /<loyalty-provider>: /,
    ],
    ['a secret in an attribute', { provider: `${GUEST} secret="canary"` }, /<loyalty-provider>: /],
    [
      'a customer in a page that caches store',
      { provider: customer(), headers: { 'cache-control': 'public, max-age=600' } },
      /has the signature of a customer and may be stored for others \(Cache-Control: public, max-age=600\)/,
    ],
    [
      'a customer in a page from a cache',
      { provider: customer(), headers: { ...PRIVATE, age: '30' } },
      /may be stored for others \(age: 30\)/,
    ],
    ['a customer in a page without Cache-Control', { provider: customer() }, /no Cache-Control/],
    [
      'a signature of the day before yesterday',
      { provider: customer(50 * HOUR_MS), headers: PRIVATE },
      /signed-at is 50 hours old/,
    ],
    [
      'a signature of tomorrow',
      { provider: customer(-24 * HOUR_MS), headers: PRIVATE },
      /signed-at is 24 hours ahead of this clock/,
    ],
    [
      'a secret in a script',
      { body: '<script>const clientSecret = "canary-4711"</script>' },
      /value for "clientSecret"/,
    ],
    [
      'a token in a script',
      { body: '<script>send("Bearer canary-token-4711")</script>' },
      /looks like a token/,
    ],
    [
      'a policy without the service',
      { headers: { 'content-security-policy': "default-src 'self'" } },
      /connect-src .* does not have https:\/\/api\.acme\.example\.com/,
    ],
    [
      'a policy without the service that a tenant names',
      {
        provider: 'tenant="acme" service-domain="example.com" platform="acme-shop" customer-id=""',
        headers: { 'content-security-policy': "default-src 'self'" },
      },
      /connect-src .* does not have https:\/\/api\.acme\.example\.com/,
    ],
    [
      'a policy without the script',
      { headers: { 'content-security-policy': 'script-src https://cdn.example.com' } },
      /script-src .*: the script is not loaded/,
    ],
    [
      'a policy in the page without our Trusted Types policy',
      { head: `<meta http-equiv="Content-Security-Policy" content="trusted-types other">${HEAD}` },
      /trusted-types .* does not have loyalty-elements/,
    ],
  ])('finds %s', async (_what, parts, expected) => {
    expect((await problemsOf(parts)).join('\n')).toMatch(expected);
  });

  it('takes a policy that permits what the elements do', async () => {
    const policy = `script-src 'nonce-abc'; style-src 'self'; connect-src https://*.acme.example.com; trusted-types loyalty-elements`;
    const head = HEAD.replace('<script', '<script nonce="abc"');
    expect(await problemsOf({ head, headers: { 'content-security-policy': policy } })).toEqual([]);
  });

  it('finds the secret of --secret-env in the page, and does not print it', async () => {
    const problems = await problemsOf(
      { body: `<i data-key="${SECRET}"></i>` },
      '--secret-env',
      'SHOP_SECRET',
    );
    expect(problems.join('\n')).toMatch(/THE PAGE HAS THE SECRET/);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a type that browsers refuse',
      { 'content-type': 'text/plain' },
      /loyalty\.js: Content-Type is "text\/plain"/,
    ],
    ['no compression', { 'cache-control': 'max-age=600' }, /elements\.js: not compressed/],
    ['no Cache-Control', { 'content-encoding': 'identity' }, /loyalty\.css: Cache-Control is ""/],
  ])('finds files with %s', async (_what, headers, expected) => {
    fileHeaders = headers;
    try {
      expect((await problemsOf({})).join('\n')).toMatch(expected);
    } finally {
      fileHeaders = FILE_HEADERS;
    }
  });

  it('reads a page from a file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'loyalty-doctor-'));
    const file = path.join(folder, 'page.html');
    writeFileSync(file, htmlOf({}));
    const { code, out } = await run(['page', '--html', file]);
    rmSync(folder, { recursive: true });
    expect(out).toContain('files were not loaded: their addresses are relative');
    expect(code).toBe(0);
  });

  it.each<[string[], RegExp]>([
    [['page'], /^Name the address of a page, or a file with --html/],
    [['page', 'shop'], /is no address of a page/],
    [['page', '--html', 'none.html'], /none\.html cannot be read/],
    [['page', 'http://127.0.0.1:1/'], /no answer from http:\/\/127\.0\.0\.1:1\//],
  ])('says what to change for %j', async (given, expected) => {
    const { code, error } = await run(given);
    expect(code).toBe(2);
    expect(error).toMatch(expected);
  });

  it('says that an address has no page', async () => {
    expect((await run(['page', `${address}none`])).error).toMatch(/answers with status 404/);
  });
});
