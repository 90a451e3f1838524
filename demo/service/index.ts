import path from 'node:path';
import { areUsersOwn } from '../sample/published.ts';
import { shop } from '../sample/shop.ts';
import { createApp } from './api/app.ts';
import { checkDatabaseUrl } from './database/check-url.ts';
import { keysOfFolder, readKeys, SecretKeyError, type SecretKeys } from './auth/secret-keys.ts';
import { connect } from './database/connect.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { startHousekeeping } from './platform/housekeeping.ts';
import { startJobs } from './jobs/start.ts';
import type { MailSettings } from './messages/mail.ts';
import { routes } from './routes.ts';
import { checkOwnSecrets, checkOwnUsers, checkReplaced, isLocal } from './seed/check-published.ts';
import { seed } from './seed/seed.ts';
import type { Enrolment } from './settings.ts';
import { listen, type RunningServer } from './api/server.ts';

export interface ServiceOptions {
  /** A PostgreSQL database, version 15 or newer. Without it an embedded one is started. */
  readonly databaseUrl?: string | undefined;
  /** The data folder of the embedded database; `.data/service` by default. */
  readonly dataDirectory?: string | undefined;
  /** 0, the default, uses a free one. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** Origins whose pages may call the service. */
  readonly shopOrigins: readonly string[];
  /** Origins of other pages that may call the service. Links to products lead to the shop for these pages, too. */
  readonly pageOrigins?: readonly string[] | undefined;
  /** Called once for each origin whose page was refused. */
  readonly onRefusedOrigin?: ((origin: string) => void) | undefined;
  /** The secret with which the shop signs customer ids. */
  readonly secret?: string | undefined;
  /**
   * Keys of the secrets in the database, `2027:<key>,2026:<key>`: the first one encrypts, all decrypt. Without it a key of the data folder is used;
   * with a `databaseUrl` on an address that others reach it is required.
   */
  readonly secretKeys?: string | undefined;
  /** The old secret, accepted while a shop changes it. */
  readonly previousSecret?: string | undefined;
  /** Number of generated profiles, in addition to the sample customers. */
  readonly profiles?: number | undefined;
  readonly log?: ((line: string) => void) | undefined;
  /** Requests per minute and token. */
  readonly requestsPerMinute?: number | undefined;
  /** Requests per minute and address with a link instead of a token; `requestsPerMinute` without it. */
  readonly linkRequestsPerMinute?: number | undefined;
  /** Those of them whose link opens nothing: 20 by default. */
  readonly wrongLinksPerMinute?: number | undefined;
  /** Addresses or networks (`10.0.0.0/8`) of TLS terminators and of a proxy: forwarded headers are accepted from these alone. */
  readonly trustedHops?: readonly string[] | undefined;
  /** Signatures of customer ids need a time. */
  readonly requireSignedAt?: boolean | undefined;
  /** A wishlist button may save an unknown product, with the description of the page. */
  readonly acceptPageProducts?: boolean | undefined;
  /** Origins of the shop's pictures, such as its CDN, beside those of its pages. */
  readonly pictureOrigins?: readonly string[] | undefined;
  /** Whether a signed customer without a profile gets one: `off` by default. */
  readonly enrolment?: Enrolment | undefined;
  /** Webhooks may call addresses that are not public, such as another port of this machine. */
  readonly allowPrivateWebhooks?: boolean | undefined;
  /** Retention of audit entries and the action history in days: 400 by default, `Infinity` never deletes them. */
  readonly historyRetentionDays?: number | undefined;
  /** The folder of the files that connected systems export. */
  readonly syncDirectory?: string | undefined;
  /** The SMTP server for e-mail to customers; without it none is sent. */
  readonly mail?: MailSettings | undefined;
  readonly onError?: ((error: unknown, requestId?: string) => void) | undefined;
}

export interface RunningService {
  /** Base address, `/api` included. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the reference service with its database, schema and sample data.
 * @throws DatabaseUrlError
 * @throws SecretKeyError
 * @throws PublishedSecretError for a published secret on an address that others reach
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const log = options.log ?? ((line) => process.stdout.write(`${line}\n`));
  const onError =
    options.onError ??
    ((error: unknown, requestId?: string) =>
      process.stderr.write(`${requestId ? `[${requestId}] ` : ''}${describe(error)}\n`));
  const host = options.host ?? '127.0.0.1';
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  // An empty secret counts as not set: with an empty key everybody signs.
  const secret = options.secret || shop.secret;
  const previousSecret = options.previousSecret || undefined;
  checkOwnSecrets(host, {
    SHOP_SECRET: secret,
    ...(previousSecret && { SHOP_PREVIOUS_SECRET: previousSecret }),
  });
  const folder = options.dataDirectory ?? path.join('.data', 'service');
  const secretKeys = await keysFor({ ...options, host, folder });
  try {
    // An empty DATABASE_URL counts as not set.
    if (options.databaseUrl) await checkDatabaseUrl(options.databaseUrl);
    const embedded = options.databaseUrl ? undefined : await startEmbedded({ folder, log });
    if (embedded) stops.push(embedded.stop);
    const databaseUrl = embedded?.url ?? options.databaseUrl ?? '';
    await prepare(databaseUrl, { ...options, host, secret, previousSecret, keys: secretKeys }, log);
    const db = connect(databaseUrl);
    stops.push(
      () => db.destroy(),
      startHousekeeping(db, onError, {
        ...(options.historyRetentionDays !== undefined && {
          historyRetentionDays: options.historyRetentionDays,
        }),
      }),
    );

    const addressOf = (port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}/api`;
    const settingsFor = (port: number) => ({
      baseUrl: addressOf(port),
      secretKeys,
      shopOrigins: options.shopOrigins,
      onError,
      ...(options.pageOrigins && { pageOrigins: options.pageOrigins }),
      ...(options.syncDirectory !== undefined && { syncDirectory: options.syncDirectory }),
      ...(options.onRefusedOrigin && { onRefusedOrigin: options.onRefusedOrigin }),
      ...(options.requestsPerMinute !== undefined && { requestsPerMinute: options.requestsPerMinute }),
      ...(options.linkRequestsPerMinute !== undefined && {
        linkRequestsPerMinute: options.linkRequestsPerMinute,
      }),
      ...(options.wrongLinksPerMinute !== undefined && { wrongLinksPerMinute: options.wrongLinksPerMinute }),
      allowPrivateWebhooks: options.allowPrivateWebhooks ?? false,
      acceptPageProducts: options.acceptPageProducts ?? false,
      pictureOrigins: options.pictureOrigins ?? [],
      enrolment: options.enrolment ?? 'off',
      ...(options.mail && { mail: options.mail }),
      trustedHops: options.trustedHops ?? [],
      requireSignedAt: options.requireSignedAt ?? false,
    });
    const server: RunningServer = await listen((port) => createApp({ db, settings: settingsFor(port) }), {
      host,
      port: options.port ?? 0,
    });
    stops.push(server.stop);
    // A separate pool, so that requests do not wait for the connections of jobs.
    const jobsDb = connect(databaseUrl);
    stops.push(() => jobsDb.destroy());
    const jobs = await startJobs({ db: jobsDb, routes, settings: settingsFor(server.port) }, onError);
    stops.push(jobs.stop);
    return { url: addressOf(server.port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Several processes with one database have the same keys: one of its folder would not open what another process has encrypted. */
async function keysFor({
  secretKeys,
  databaseUrl,
  host,
  folder,
}: ServiceOptions & { readonly host: string; readonly folder: string }): Promise<SecretKeys> {
  if (secretKeys) return readKeys(secretKeys);
  if (databaseUrl && !isLocal(host))
    throw new SecretKeyError(
      'SERVICE_KEYS is not set: with DATABASE_URL, a service that others reach needs a key for the secrets in its database, the same one for all processes.',
    );
  return await keysOfFolder(folder);
}

async function prepare(
  databaseUrl: string,
  {
    host,
    secret,
    previousSecret,
    profiles = 0,
    databaseUrl: given,
    keys,
  }: ServiceOptions & { readonly host: string; readonly secret: string; readonly keys: SecretKeys },
  log: (line: string) => void,
): Promise<void> {
  const db = connect(databaseUrl, { maintenance: true });
  try {
    await migrate(db);
    if (given) await checkReplaced(db, keys, secret);
    await seed(db, {
      secret,
      secretKeys: keys,
      ...(previousSecret !== undefined && { previousSecret }),
      profiles,
      incentives: true,
      users: isLocal(host) || areUsersOwn(),
      log,
    });
    await checkOwnUsers(db, host);
  } finally {
    await db.destroy();
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
