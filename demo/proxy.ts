import { memoryDirectory, type CustomerDirectory, type Log } from '../src/proxy/index.ts';
import { serveProxy, type RunningProxy } from '../src/proxy/node.ts';
import { customers } from './sample/customers.ts';
import { shop } from './sample/shop.ts';
import { users } from './sample/users.ts';

/** Password of every sample customer. A demo on one machine needs no secret ones. */
export const SAMPLE_PASSWORD = 'harbour-and-pine';

export interface DemoProxyOptions {
  readonly serviceUrl: string;
  /** Origin of the shop's pages. */
  readonly shopOrigin: string;
  /** Origins of other pages that may call it. */
  readonly pageOrigins?: readonly string[] | undefined;
  readonly secret?: string | undefined;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** Directory of the customers. Default: the sample customers, in memory. */
  readonly directory?: CustomerDirectory | undefined;
  /** Called once for each origin whose page was refused. */
  readonly onRefusedOrigin?: ((origin: string) => void) | undefined;
  /** Default: errors go to stderr, refused origins to `onRefusedOrigin`. */
  readonly log?: Log | undefined;
}

/** Starts the proxy like a shop does, for the reference service, with the sample customers in memory. */
export function startDemoProxy({
  serviceUrl,
  shopOrigin,
  pageOrigins = [],
  secret,
  port = 0,
  host,
  directory = memoryDirectory(customers.map((customer) => ({ ...customer, password: SAMPLE_PASSWORD }))),
  onRefusedOrigin,
  log = ({ level, event, origin }) => {
    if (origin !== undefined) onRefusedOrigin?.(origin);
    if (level === 'error') process.stderr.write(`Proxy: ${event}\n`);
  },
}: DemoProxyOptions): Promise<RunningProxy> {
  const { clientId, clientSecret, username, password } = users.machine;
  return serveProxy({
    baseUrl: serviceUrl,
    credentials: { clientId, clientSecret, username, password, scopes: ['profiles.read', 'profiles.write'] },
    shopSecret: secret || shop.secret,
    platform: shop.platform,
    platformVersion: shop.platformVersion,
    origins: [shopOrigin, ...pageOrigins],
    directory,
    host,
    port,
    log,
  });
}
