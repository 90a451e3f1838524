#!/usr/bin/env node
/// <reference types="node" />
import { serveProxy } from './node.ts';
import { settingsFrom, VARIABLES } from './settings/environment.ts';
import { SettingsError } from './settings/settings.ts';
import { redisStorage } from './storage/redis.ts';

const MORE_VARIABLES = {
  HOST: 'address to listen on (127.0.0.1)',
  PORT: 'port to listen on (8080)',
  LOYALTY_TRUSTED_HOPS: 'servers in front whose X-Forwarded-For is believed: 10.0.0.1,10.1.0.0/16',
  REDIS_URL: 'Redis for sessions and limits of several instances; needs the package ioredis',
};

if (process.argv.includes('--help')) {
  const all = Object.entries({ ...VARIABLES, ...MORE_VARIABLES });
  const lines = all.map(([name, about]) => `  ${name.padEnd(26)}${about}`);
  process.stdout.write(
    `The loyalty proxy. Everything is set by environment variables:\n${lines.join('\n')}\n`,
  );
  process.exit(0);
}

try {
  const { env } = process;
  const redis = env['REDIS_URL'] ? await connectRedis(env['REDIS_URL']) : undefined;
  const proxy = await serveProxy({
    ...settingsFrom(env),
    storage: redis && redisStorage(redis),
    host: env['HOST'] || undefined,
    port: readPort(env['PORT']),
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
  // Other errors may hold an address with a password in it.
  const known = error instanceof SettingsError || (error as NodeJS.ErrnoException).syscall === 'listen';
  process.stderr.write(`${known ? (error as Error).message : 'The loyalty proxy cannot start.'}\n`);
  process.exit(1);
}

function readPort(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new SettingsError(['PORT must be a whole number.']);
}

async function connectRedis(url: string) {
  const { Redis } = await import('ioredis').catch(() => {
    throw new SettingsError(['REDIS_URL is set: install the package ioredis.']);
  });
  const client = new Redis(url, { maxRetriesPerRequest: 1 });
  // Told once per connection by its commands; without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}
