import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { products } from '../../../demo/sample/products.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProfilePoint } from '../../../src/services/contract/endpoints/index.ts';
import { SECRET } from '../../support/database-fresh.ts';
import { openService, SHOP_ORIGIN, type OpenService } from '../../support/service-open.ts';
import { run, type Ran } from '../support/run.ts';

let service: OpenService;
let server: ReturnType<typeof createAdaptorServer>;
let address: string[];
beforeAll(async () => {
  service = await openService();
  server = createAdaptorServer({ fetch: service.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await fillLists();
  address = ['--base-url', `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`];
});
afterAll(async () => {
  server?.close();
  await service?.drop();
});

/** A wishlist with a product, a shared registry with another one, and points for more than a page of the history. */
async function fillLists(): Promise<void> {
  const token = await service.tokenOf('1001');
  const post = async (path: string, body: unknown) => {
    const { status, body: answer } = await service.send('POST', `/api/v3/profiles/profile-1001/${path}`, {
      token,
      body,
    });
    expect([path, status]).toEqual([path, 200]);
    return answer.data as { id: number };
  };
  const [first, second] = products;
  const { id } = await post('lists', { type: 'registry', handle: 'wedding', name: 'Wedding' });
  await post('lists', { type: 'wishlist', handle: 'wishlist', name: 'Wishlist' });
  await post('lists/wishlist/items', { product_id: first!.id });
  await post(`lists/${id}/items`, { product_id: second!.id, quantity: 2 });
  await post(`lists/${id}/shares`, {});
  const machine = await service.machineToken();
  for (let entry = 0; entry < 6; entry++)
    await service.call(addProfilePoint, {
      path: { profile: 'profile-1001' },
      token: machine,
      body: { value: 1_000 },
    });
  await service.send('PUT', '/api/v3/profiles/profile-1001/attributes/dates', {
    token,
    body: [{ name: 'Birthday', date: '1990-05-14', is_recurring: '1' }],
  });
}

const SIGNED = ['--platform', 'harbour', '--customer-id', '1001', '--secret-env', 'SHOP_SECRET'];
const examine = (...more: string[]): Promise<Ran> =>
  run([...address, ...SIGNED, ...more], { SHOP_SECRET: SECRET });

describe('the doctor on the reference service', () => {
  it('finds that every element works that needs no write, and nothing to change', async () => {
    const { code, out, error } = await examine('--origin', SHOP_ORIGIN);
    expect(error).toBe('');
    expect(out).toMatch(/^23 of 25 elements work, 2 not tried\.$/m);
    expect(out.split('\n').filter((line) => line.startsWith(' ! '))).toEqual([]);
    expect(code).toBe(0);
  });

  it('finds that every element works with --write, and leaves wishlist, dates and shares as they were', async () => {
    const token = await service.tokenOf('1001');
    const stateOf = async (path: string) =>
      (await service.send('GET', `/api/v3/profiles/profile-1001/${path}`, { token })).text;
    const paths = ['attributes/dates', 'lists/wishlist/items', 'lists'];
    const before = await Promise.all(paths.map(stateOf));
    const { code, out } = await examine('--write', '--product', products[2]!.id);
    expect(out).toMatch(/^25 of 25 elements work\.$/m);
    expect(out).toMatch(
      /two claims with one idempotency key were charged once, and answered the same reward/,
    );
    expect(code).toBe(0);
    expect(await Promise.all(paths.map(stateOf))).toEqual(before);
  });

  it('prints no token, signature or secret, neither as text nor as JSON', async () => {
    const token = await service.tokenOf('1001');
    for (const format of [[], ['--json']]) {
      const given = [...address, '--token', token, '--profile', 'profile-1001', '--origin', SHOP_ORIGIN];
      const { out, error } = await run([...given, ...format]);
      expect(out).toContain('elements');
      expect(out + error).not.toContain(token);
      const signed = await examine(...format);
      expect(signed.out + signed.error).not.toContain(SECRET);
      expect(signed.out + signed.error).not.toMatch(/[\da-f]{64}/);
    }
  });

  it('writes a report that programs read', async () => {
    const { out } = await examine('--json');
    const report = JSON.parse(out) as { elements: { element: string; result: string }[] };
    expect(report.elements).toHaveLength(25);
    expect(report.elements[1]).toMatchObject({ element: 'balance', result: 'works' });
  });

  it('says that the secret is another one', async () => {
    const { code, error } = await run([...address, ...SIGNED], { SHOP_SECRET: 'canary-secret' });
    expect(code).toBe(1);
    expect(error).toMatch(/gives no token \(status 40\d: .*\)\. Check --platform/);
    expect(error).not.toContain('canary');
  });
});
