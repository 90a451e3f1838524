#!/usr/bin/env node
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import type { TenantFile } from '../services/transport/tenant/tenant-file.ts';
import { accessLine, type AccessLogDetail } from './access-log.ts';
import { checkSettings } from './check.ts';
import type { HandledRequest } from './handled.ts';
import type { LogEntry } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { serveProxy } from './node.ts';
import { nodeSend } from './upstream/node-exchange.ts';
import { completeSettingsFrom, storagePrefixFrom, VARIABLES } from './settings/environment.ts';
import { loadTenantFile, registerTenantModule } from './settings/load-tenant-file.ts';
import { SettingsError } from './settings/settings.ts';
import { redisStorage } from './storage/redis.ts';

const MORE_VARIABLES = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port to listen on (8080)',
  LOYALTY_ALLOW_HTTP: '1: takes requests over http, for trying the proxy; never for customers',
  LOYALTY_ACCESS_LOG:
    'requests or customers: prints a line of JSON for each request; customers adds the profile id (none)',
  LOYALTY_METRICS_PORT: 'port for GET /metrics, on HOST; needs the package prom-client',
  LOYALTY_TRUSTED_HOPS: 'servers in front whose X-Forwarded-For is believed: 10.0.0.1,10.1.0.0/16',
  LOYALTY_TENANT_FILE:
    "what your tenant's service does differently: tenant.mjs (or the option --tenant FILE)",
  REDIS_URL:
    'Redis for sessions and limits of several instances, or addresses of a cluster, separated by commas; needs the package ioredis',
};

const options = process.argv.slice(2);
const tenantAt = options.indexOf('--tenant');
const [, tenantOption] = tenantAt < 0 ? [] : options.splice(tenantAt, 2);
const checkAt = options.indexOf('--check');
if (checkAt >= 0) options.splice(checkAt, 1);
if (options.includes('--version')) {
  // Without the comment the build would write the file itself instead of its address.
  const { version } = JSON.parse(
    readFileSync(new URL(/* @vite-ignore */ '../../package.json', import.meta.url), 'utf8'),
  ) as {
    readonly version: string;
  };
  process.stdout.write(`${version}\n`);
  process.exit(0);
}
if (options.includes('--help')) {
  const all = Object.entries({ ...VARIABLES, ...MORE_VARIABLES });
  const lines = all.map(([name, about]) => `  ${name.padEnd(27)}${about}`);
  process.stdout.write(
    `The loyalty proxy. Everything is set by environment variables; --check tries them and exits with 0 or 1.\n${lines.join('\n')}\n`,
  );
  process.exit(0);
}
if (options.length > 0) {
  // The text after = may be a secret.
  process.stderr.write(
    `"${options[0]?.split('=')[0]}" is not an option: loyalty-proxy has --check and --tenant FILE, and is set by environment variables. They are listed by --help.\n`,
  );
  process.exit(2);
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken: set PORT and LOYALTY_METRICS_PORT to free ones.',
  EACCES: 'The port needs more rights: set PORT to one above 1023.',
  EADDRNOTAVAIL: 'HOST is no address of this machine: 127.0.0.1 or 0.0.0.0 are.',
  ENOTFOUND: 'HOST is no address of this machine: 127.0.0.1 or 0.0.0.0 are.',
};

const { env } = process;
try {
  const tenantFile = await readTenantFile(tenantAt < 0 ? env['LOYALTY_TENANT_FILE'] : (tenantOption ?? ''));
  const settings = completeSettingsFrom(env, tenantFile && { tenantFile });
  const port = readPort('PORT');
  const metricsPort = readPort('LOYALTY_METRICS_PORT');
  const accessLog = readChoice('LOYALTY_ACCESS_LOG', ['requests', 'customers']) as
    AccessLogDetail | undefined;
  const allowsHttp = readChoice('LOYALTY_ALLOW_HTTP', ['0', '1']) === '1';
  const connected = env['REDIS_URL'] ? await connectRedis(env['REDIS_URL']) : undefined;
  const redis = connected?.client;
  const storage = connected
    ? redisStorage(connected.client, { ...connected, prefix: storagePrefixFrom(env) })
    : settings.storage;
  if (checkAt >= 0) {
    let isRight = true;
    for await (const { what, problem } of checkSettings({ ...settings, storage }, nodeSend())) {
      isRight &&= problem === undefined;
      process.stdout.write(problem === undefined ? `right  ${what}\n` : `WRONG  ${what}: ${problem}\n`);
    }
    redis?.disconnect();
    process.exit(isRight ? 0 : 1);
  }
  const metrics = metricsPort === undefined ? undefined : await loadMetrics();
  const host = env['HOST'] || '127.0.0.1';
  const proxy = await serveProxy({
    ...settings,
    storage,
    host,
    port,
    allowsHttp,
    trustedHops: env['LOYALTY_TRUSTED_HOPS']?.split(/\s*,\s*/).filter(Boolean),
    log(entry: LogEntry) {
      metrics?.onLog(entry);
      process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
    },
    onRequest:
      accessLog || metrics
        ? (handled: HandledRequest) => {
            metrics?.onRequest(handled);
            if (accessLog) process.stdout.write(`${accessLine(handled, accessLog)}\n`);
          }
        : undefined,
  });
  const served = await metrics?.listen(host, metricsPort ?? 0);
  if (served) process.stdout.write(`Metrics: ${served.url}\n`);
  process.stdout.write(`Loyalty proxy: ${proxy.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void proxy.stop().then(async () => {
        await served?.stop();
        redis?.disconnect();
        process.exit(0);
      });
    });
  }
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

/** The message of another error may have an address with a password in it: only its name and code are printed. */
function describe(error: unknown): string {
  if (error instanceof SettingsError) return error.message.replaceAll('trustedHops', 'LOYALTY_TRUSTED_HOPS');
  const { code = '', name } = error as NodeJS.ErrnoException;
  return new SettingsError([LISTEN_ERRORS[code] ?? `Unexpected: ${name} ${code}`.trim()]).message;
}

function readPort(name: string): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SettingsError([`${name} must be a whole number up to 65535.`]);
}

function readChoice(name: string, choices: readonly string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (choices.includes(text)) return text;
  throw new SettingsError([`${name} must be ${choices.join(' or ')}.`]);
}

/** A declaration: the lines above run before a constant here has its value. */
function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
}

async function loadMetrics(): Promise<Metrics> {
  return createMetrics().catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new SettingsError([
      'LOYALTY_METRICS_PORT needs the package prom-client: npm install prom-client, or npx -p loyalty-elements -p prom-client loyalty-proxy.',
    ]);
  });
}

async function readTenantFile(path: string | undefined): Promise<TenantFile | undefined> {
  if (path === undefined || (path === '' && tenantAt < 0)) return undefined;
  const problem = (why: string) => new SettingsError([`--tenant (LOYALTY_TENANT_FILE) ${why}`]);
  if (path === '') throw problem('needs the path of a module, such as tenant.mjs.');
  registerTenantModule();
  return loadTenantFile(path).catch((error: Error) => {
    throw problem(error.message);
  });
}

/** While a replica takes over, a client of a cluster asks for the new addresses this often. */
const CLUSTER_RETRY_MS = 200;

/** Connects to one server, or to a cluster by some of its nodes. A node that is down is found by the others. */
async function connectRedis(setting: string) {
  const urls = setting.split(/\s*,\s*/);
  if (!urls.every((url) => /^rediss?:\/\/./.test(url) && URL.canParse(url))) {
    throw new SettingsError([
      'REDIS_URL must begin with redis:// or rediss://, such as redis://127.0.0.1:6379. A cluster has several, separated by commas.',
    ]);
  }
  const { Redis } = await import('ioredis').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new SettingsError([
      'REDIS_URL needs the package ioredis: npm install ioredis, or npx -p loyalty-elements -p ioredis loyalty-proxy.',
    ]);
  });
  const nodes = urls.map((url) => new URL(url));
  const [{ username, password, protocol }] = nodes as [URL];
  const client =
    nodes.length === 1
      ? new Redis(setting, { maxRetriesPerRequest: 1 })
      : new Redis.Cluster(
          nodes.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6_379) })),
          {
            redisOptions: {
              maxRetriesPerRequest: 1,
              ...(username && { username: decodeURIComponent(username) }),
              ...(password && { password: decodeURIComponent(password) }),
              ...(protocol === 'rediss:' && { tls: {} }),
            },
            clusterRetryStrategy: () => CLUSTER_RETRY_MS,
          },
        );
  // Each command reports its own failure; an error event without a listener would end the process.
  let lost: unknown;
  client.on('error', (error) => {
    lost = error;
  });
  client.on('ready', () => {
    lost = undefined;
  });
  return { client, address: nodes.map(({ host }) => host).join(', '), connectionError: () => lost };
}
