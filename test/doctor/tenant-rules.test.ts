import { afterEach, describe, expect, it } from 'vitest';
import { createRecorder } from '../../src/doctor/recorded-fetch.ts';
import { checkPreflights } from '../../src/doctor/connection/check-preflights.ts';
import type { ServiceOptions } from '../../src/doctor/options.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import { choosesRecords, mapsField, messageOf, readsPlace } from '../../src/doctor/tenant-rules.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN = 'storefront.auth.token.store';
const REWARDS = 'profiles.rewards.index';
const file = {
  errors: { message: { from: ['/detail', '/message'] } },
  operations: {
    [TOKEN]: { record: { expiry: () => 'later' } },
    [REWARDS]: { keep: ({ lifecycle }: { lifecycle: string }) => lifecycle === 'live' },
    'profiles.credits.index': { keep: { from: '/lifecycle', is: ['live'] } },
  },
} as TenantFile;

describe('what a tenant file says already', () => {
  it('is a field, also by a function', () => {
    expect([mapsField(file, TOKEN, 'expiry'), mapsField(file, TOKEN, 'token')]).toEqual([true, false]);
    expect(mapsField(undefined, TOKEN, 'expiry')).toBe(false);
  });

  it('is a place that it reads, also in a function', () => {
    expect(readsPlace(file, REWARDS, '/lifecycle')).toBe(true);
    expect(readsPlace(file, 'profiles.credits.index', '/lifecycle')).toBe(true);
    expect(readsPlace(file, REWARDS, '/state')).toBe(false);
    expect(readsPlace(file, 'profiles.lists.index', '/lifecycle')).toBe(false);
  });

  it('is which records count', () => {
    expect(choosesRecords(file, REWARDS)).toBe(true);
    expect(choosesRecords(file, 'profiles.lists.index')).toBe(false);
  });

  it('is the text of a refusal', () => {
    expect(messageOf(file, REWARDS, { detail: 'No.' })).toBe('No.');
    expect(messageOf(undefined, REWARDS, { detail: 'No.' })).toBeUndefined();
  });
});

describe('a preflight', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  it('of which one header is refused names it, and not the origin', async () => {
    server = createServer((request, response) => {
      const asked = request.headers['access-control-request-headers'] ?? '';
      const headers = {
        'access-control-allow-origin': 'https://shop.example',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type',
      };
      response.writeHead(204, asked.includes('idempotency-key') ? {} : headers).end();
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const recorder = createRecorder((url, init) => fetch(url, init), createSecrets());
    const patience = { recorder, pause: () => Promise.resolve(), note: () => {} };
    const options = { settings: { baseUrl: `http://127.0.0.1:${port}/api` } } as ServiceOptions;
    const checks = await checkPreflights(options, 'https://shop.example', patience);
    const texts = checks.map(({ text }) => text).join('\n');
    expect(texts).toMatch(/may not send POST .*Access-Control-Allow-Headers has no idempotency-key/);
    expect(texts).not.toContain('Allow the origin');
    expect(texts).toMatch(/may send GET/);
  });
});
