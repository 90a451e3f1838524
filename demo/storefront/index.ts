import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { customers } from '../sample/customers.ts';
import { categories, products } from '../sample/products.ts';
import { rewards, tiers } from '../sample/programme.ts';
import { shop } from '../sample/shop.ts';
import { users } from '../sample/users.ts';
import { createStorefront } from './app.ts';
import type { StorefrontSettings } from './settings.ts';

export { createStorefront } from './app.ts';
export type { StorefrontSettings } from './settings.ts';

/** What the shop's server needs; what is left out comes from the sample shop. */
export interface StorefrontContent extends Partial<Omit<StorefrontSettings, 'serviceUrl'>> {
  readonly serviceUrl: string;
}

/** The shop's server. */
export interface Storefront {
  /** Address of the shop, without a trailing slash. */
  readonly url: string;
  /** Serves this content. Before, every request is answered with 503. */
  open(content: StorefrontContent): void;
  /** Resolves when the last connection is closed. */
  stop(): Promise<void>;
}

/** This machine alone: anybody signs in as a sample customer. */
const HOST = '127.0.0.1';

/**
 * Takes the shop's port, before its content is known: the service has to know the shop's origin, and the shop the service's address.
 * Rejects when the port is in use; port 0 takes a free one.
 */
export async function listenStorefront(port = 0): Promise<Storefront> {
  let app: Hono | undefined;
  const server = createAdaptorServer({
    fetch: (request, bindings) => app?.fetch(request, bindings) ?? new Response('Starting', { status: 503 }),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: actualPort } = server.address() as AddressInfo;
  const url = `http://${HOST}:${actualPort}`;
  return {
    url,
    open(content) {
      app = createStorefront({ ...sampleShop(), publicUrl: url, ...content });
    },
    stop: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

function sampleShop() {
  const { secret, platform, platformVersion } = shop;
  const cdnDirectory = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
  const programme = { tiers, rewards: rewards.filter(({ published }) => published !== false) };
  const { clientId, clientSecret, username, password } = users.machine;
  const scope = ['incentives.read', 'incentives.write', 'profiles.read', 'configuration.read'];
  const credentials = { clientId, clientSecret, username, password, scope };
  return {
    secret,
    platform,
    platformVersion,
    cdnDirectory,
    customers,
    products,
    categories,
    programme,
    credentials,
  };
}
