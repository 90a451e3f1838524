import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { customers } from '../sample/customers.ts';
import { categories, products } from '../sample/products.ts';
import { shop } from '../sample/shop.ts';
import { createStorefront } from './app.ts';
import type { StorefrontSettings } from './settings.ts';

export { createStorefront } from './app.ts';
export type { StorefrontSettings } from './settings.ts';

/** Where and what to start; everything left out is the sample shop. */
export interface StorefrontStart extends Partial<Omit<StorefrontSettings, 'serviceUrl'>> {
  readonly serviceUrl: string;
  /** Left out or 0: a free one. */
  readonly port?: number;
  readonly host?: string;
}

export interface RunningStorefront {
  /** Address that shoppers open, without a trailing slash. */
  readonly url: string;
  /** Ends when the last connection is closed. */
  stop(): Promise<void>;
}

/** Serves the shop. Rejects when the port is taken. */
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
  // The address is known only now, and pages need it: with port 0 the system has chosen.
  const { port: taken } = server.address() as AddressInfo;
  const publicUrl = given.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
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
  return { secret, platform, platformVersion, cdnDirectory, customers, products, categories };
}
