import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, SERVICE_ORIGIN, type TestShop } from './shop.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.stop());

const cacheOf = async (path: string, cookie?: string) =>
  (await shop.get(path, cookie)).headers.get('cache-control');

/** A request under another host name, which `fetch` does not allow. */
const withHost = (method: string, path: string, host: string) =>
  new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    const { port } = new URL(shop.url);
    request({ host: '127.0.0.1', port, method, path, headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });

describe('CDN files', () => {
  it('may be loaded by pages of every origin', async () => {
    for (const path of ['/cdn/loyalty.js', '/cdn/loyalty.css']) {
      const { status, headers } = await shop.get(path, undefined, { Origin: 'http://localhost:5173' });
      expect([
        status,
        headers.get('access-control-allow-origin'),
        headers.get('cross-origin-resource-policy'),
      ]).toEqual([200, '*', 'cross-origin']);
    }
    expect((await shop.get('/')).headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('the theme', () => {
  it('has no text of a fixed size, so that it follows the font size of the browser', async () => {
    const css = await (await shop.get('/theme/theme.css')).text();
    expect(css).toContain('font-size:');
    expect(css.match(/\bfont(-size)?:[^;}]*\dpx[^;}]*/g)).toBe(null);
  });
});

describe('cache headers', () => {
  it('forbid caches to store pages of a customer', async () => {
    const cookie = await shop.signIn('1001');
    for (const path of ['/', '/products/linen-lamp', '/account', '/nowhere']) {
      expect(await cacheOf(path, cookie)).toBe('private, no-store');
      expect(await cacheOf(path)).toBe('private, no-cache');
    }
    expect((await shop.get('/', cookie)).headers.get('vary')).toContain('Cookie');
  });

  it('make hashed chunks immutable and revalidate files with a fixed name', async () => {
    expect(await cacheOf('/cdn/loyalty-tier-7f03e1ab.js')).toBe('public, max-age=31536000, immutable');
    for (const path of [
      '/cdn/loyalty.js',
      '/cdn/loyalty.css',
      '/cdn/loyalty-wishlist.js',
      '/cdn/none-a1b2c3d.js',
      '/theme/theme.css',
    ])
      expect([path, await cacheOf(path)]).toEqual([path, 'no-cache']);
    expect(await cacheOf('/products/linen-lamp.svg')).toBe('public, max-age=86400');
  });

  it('answer 304 to a matching ETag', async () => {
    for (const path of ['/cdn/loyalty.js', '/theme/theme.js', '/products/linen-lamp.svg']) {
      const tag = (await shop.get(path)).headers.get('etag')!;
      expect((await shop.get(path, undefined, { 'if-none-match': tag })).status).toBe(304);
    }
  });

  it('are sent with compressed text', async () => {
    for (const path of ['/', '/cdn/loyalty.js', '/theme/theme.css', '/products/linen-lamp.svg']) {
      const response = await shop.get(path, undefined, { 'accept-encoding': 'gzip' });
      expect([path, response.headers.get('content-encoding')]).toEqual([path, 'gzip']);
    }
  });
});

describe('content security policy', () => {
  it('allows the shop, the service and the elements, and nothing inline', async () => {
    for (const path of ['/', '/account', '/nowhere']) {
      const policy = (await shop.get(path)).headers.get('content-security-policy')!;
      expect(policy.split('; ')).toEqual([
        `default-src 'none'`,
        `script-src 'self'`,
        `style-src 'self'`,
        `img-src 'self' data: https:`,
        `connect-src 'self' ${SERVICE_ORIGIN}`,
        `form-action 'self'`,
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
        `require-trusted-types-for 'script'`,
        `trusted-types loyalty-elements`,
      ]);
    }
  });

  it('is not violated: pages contain no inline script, style or event handler', async () => {
    for (const path of ['/', '/products/linen-lamp', '/account', '/wishlist', '/cart', '/sign-in']) {
      const page = await (await shop.get(path)).text();
      expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i);
    }
  });

  it('forbids scripts in a picture that is opened as a page', async () => {
    const { headers } = await shop.get('/products/linen-lamp.svg');
    expect(headers.get('content-security-policy')).toBe(`default-src 'none'; sandbox`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('hosts and files', () => {
  it('redirects other host names to the public address and refuses changes there', async () => {
    const { port } = new URL(shop.url);
    expect(await withHost('GET', '/account?x=1', `localhost:${port}`)).toEqual({
      status: 307,
      location: `${shop.url}/account?x=1`,
    });
    expect((await withHost('POST', '/sign-out', 'evil.example')).status).toBe(421);
  });

  it('serves no file outside the CDN folder', async () => {
    for (const path of [
      '/cdn/../package.json',
      '/cdn/%2e%2e/package.json',
      '/cdn/..%2fpackage.json',
      '/cdn/%2e%2e%2fetc/passwd',
      '/cdn//etc/passwd',
      '/cdn/',
    ]) {
      const { status } = await withHost('GET', path, new URL(shop.url).host);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('names the build command when the elements are not built', async () => {
    expect(await (await shop.get('/cdn/none.js')).text()).toContain('npm run build');
  });
});
