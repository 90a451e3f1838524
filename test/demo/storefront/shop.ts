import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listenStorefront, type StorefrontContent } from '../../../demo/storefront/index.ts';

export const CANARY = 'canary-secret-7f3a9c';
export const SERVICE_ORIGIN = 'http://127.0.0.1:4999';

export interface TestShop {
  readonly url: string;
  /** GET without following redirects, with the given cookie. */
  get(path: string, cookie?: string, headers?: Record<string, string>): Promise<Response>;
  /** Posts a form, by default from a page of the shop. */
  post(
    path: string,
    form: Record<string, string>,
    cookie?: string,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The session cookie of a customer. */
  signIn(customer: string): Promise<string>;
  stop(): Promise<void>;
}

/** A shop on a free port with placeholder CDN files, so that no build is needed. */
export async function openShop(content: Partial<StorefrontContent> = {}): Promise<TestShop> {
  const cdnDirectory = await mkdtemp(path.join(tmpdir(), 'storefront-cdn-'));
  await writeFile(path.join(cdnDirectory, 'loyalty.js'), 'import "./loyalty-tier-7f03e1ab.js";\n'.repeat(80));
  await writeFile(path.join(cdnDirectory, 'loyalty-tier-7f03e1ab.js'), 'export {};\n');
  await writeFile(path.join(cdnDirectory, 'loyalty-wishlist.js'), 'export {};\n');
  await writeFile(path.join(cdnDirectory, 'loyalty.css'), 'loyalty-balance:not(:defined){display:block}\n');
  const running = await listenStorefront();
  const stop = async () => {
    await running.stop();
    await rm(cdnDirectory, { recursive: true });
  };
  try {
    running.open({ serviceUrl: `${SERVICE_ORIGIN}/api`, secret: CANARY, cdnDirectory, ...content });
  } catch (error) {
    await stop();
    throw error;
  }
  const { url } = running;
  const get: TestShop['get'] = (target, cookie, headers = {}) =>
    fetch(url + target, { redirect: 'manual', headers: { ...headers, ...(cookie && { cookie }) } });
  const post: TestShop['post'] = (target, form, cookie, headers = { origin: url }) =>
    fetch(url + target, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, ...(cookie && { cookie }) },
      body: new URLSearchParams(form),
    });
  return {
    url,
    get,
    post,
    async signIn(customer) {
      return cookieOf(await post('/sign-in', { customer }));
    },
    stop,
  };
}

/** The Cookie header that a browser sends after this answer. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
