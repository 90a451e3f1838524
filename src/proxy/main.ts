#!/usr/bin/env node
/// <reference types="node" />
import { serveProxy } from './node.ts';
import { completeSettingsFrom, VARIABLES } from './settings/environment.ts';
import { SettingsError } from './settings/settings.ts';
import { redisStorage } from './storage/redis.ts';

const MORE_VARIABLES = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port to listen on (8080)',
  LOYALTY_TRUSTED_HOPS: 'servers in front whose X-Forwarded-For is believed: 10.0.0.1,10.1.0.0/16',
  REDIS_URL: 'Redis for sessions and limits of several instances; needs the package ioredis',
};

const options = process.argv.slice(2);
if (options.includes('--help')) {
  const all = Object.entries({ ...VARIABLES, ...MORE_VARIABLES });
  const lines = all.map(([name, about]) => `  ${name.padEnd(26)}${about}`);
  process.stdout.write(
    `The loyalty proxy. Everything is set by environment variables:\n${lines.join('\n')}\n`,
  );
  process.exit(0);
}
if (options.length > 0) {
  // The text after = may be a secret.
  process.stderr.write(
    `"${options[0]?.split('=')[0]}" is not an option: loyalty-proxy is set by environment variables. They are listed by --help.\n`,
  );
  process.exit(2);
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken: set PORT to a free one.',
  EACCES: 'The port needs more rights: set PORT to one above 1023.',
  EADDRNOTAVAIL: 'HOST is no address of this machine: 127.0.0.1 or 0.0.0.0 are.',
  ENOTFOUND: 'HOST is no address of this machine: 127.0.0.1 or 0.0.0.0 are.',
};

const { env } = process;
try {
  const settings = completeSettingsFrom(env);
  const port = readPort(env['PORT']);
  const redis = env['REDIS_URL'] ? await connectRedis(env['REDIS_URL']) : undefined;
  const proxy = await serveProxy({
    ...settings,
    storage: redis && redisStorage(redis),
    host: env['HOST'] || undefined,
    port,
    trustedHops: env['LOYALTY_TRUSTED_HOPS']?.split(/\s*,\s*/).filter(Boolean),
    log: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
  });
  process.stdout.write(`Loyalty proxy: ${proxy.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void proxy.stop().then(() => {
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

function readPort(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SettingsError(['PORT must be a whole number up to 65535.']);
}

async function connectRedis(url: string) {
  if (!/^rediss?:\/\/./.test(url)) {
    throw new SettingsError([
      'REDIS_URL must begin with redis:// or rediss://, such as redis://127.0.0.1:6379.',
    ]);
  }
  const { Redis } = await import('ioredis').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SettingsError([
      'REDIS_URL needs the package ioredis: npm install ioredis, or npx -p loyalty-elements -p ioredis loyalty-proxy.',
    ]);
  });
  const client = new Redis(url, { maxRetriesPerRequest: 1 });
  // Each command reports its own failure; an error event without a listener would end the process.
  client.on('error', () => undefined);
  return client;
}
