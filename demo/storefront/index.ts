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

/** Options of `startStorefront`; what is left out comes from the sample shop. */
export interface StorefrontStart extends Partial<Omit<StorefrontSettings, 'serviceUrl'>> {
  readonly serviceUrl: string;
  /** Default 0: a free port. */
  readonly port?: number;
  readonly host?: string;
}

export interface RunningStorefront {
  /** Address of the shop, without a trailing slash. */
  readonly url: string;
  /** Resolves when the last connection is closed. */
  stop(): Promise<void>;
}

/** Starts the shop's server. Rejects when the port is in use. */
export async function startStorefront(start: StorefrontStart): Promise<RunningStorefront> {
  const { port = 0, host = '127.0.0.1', ...given } = start;
  let app: Hono | undefined;
  const server = createAdaptorServer({
    fetch: (request, bindings) => app?.fetch(request, bindings) ?? new Response('Starting', { status: 503 }),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const stop = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  // The pages contain the shop's address, and with port 0 it is known only after listening.
  const { port: actualPort } = server.address() as AddressInfo;
  const publicUrl = given.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
  try {
    app = createStorefront({ ...sampleShop(), ...given, publicUrl });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: new URL(publicUrl).origin, stop };
}

function sampleShop() {
  const { secret, platform, platformVersion } = shop;
  const cdnDirectory = fileURLToPath(new URL('../../dist/cdn', import.meta.url));
  const programme = { tiers, rewards: rewards.filter(({ published }) => published !== false) };
  const { clientId, clientSecret, username, password } = users.machine;
  const scope = ['incentives.read', 'incentives.write', 'profiles.read'];
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
