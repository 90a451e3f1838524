import { afterEach, describe, expect, test } from 'vitest';
import {
  createClient,
  filter,
  profileBalances,
  profileDates,
  profileLedgers,
  profileLists,
  profileRedemptions,
  profileTier,
  type Client,
} from '../../src/client/index.ts';
import { DIALECT_NAMES, startTenant, type DialectName, type Tenant } from './service/start.ts';
import { TENANT_FILES } from './tenants/index.ts';

// A script of the shop reads the same from every service.
const DIALECTS: DialectName[] = ['agreeing', ...DIALECT_NAMES];
let tenant: Tenant;
afterEach(() => tenant.stop());

async function start(
  name: DialectName,
): Promise<{ byToken: Client; byCredentials: Client; profile: string }> {
  tenant = await startTenant(name, { requestsPerMinute: Infinity });
  const tenantFile = TENANT_FILES[name];
  const settings = { baseUrl: tenant.baseUrl, ...(tenantFile && { tenantFile }) };
  return {
    byToken: createClient({ ...settings, token: tenant.apiToken }),
    byCredentials: createClient({ ...settings, credentials: { ...tenant.machine, scope: '*' } }),
    profile: String(tenant.world.member('1001').id),
  };
}

describe.each(DIALECTS)('the client with the tenant file of the %s service', (name) => {
  test('reads balance, tier, dates and lists in our words', async () => {
    const { byToken: client, profile } = await start(name);
    expect(await client.call(profileBalances, { profile })).toMatchObject({
      data: { points: { available: 2_280, pending: 40 } },
    });
    expect(await client.call(profileTier, { profile })).toMatchObject({
      data: {
        points: 2_660,
        definition: { name: 'Silver', points_required: 1_000 },
        next: { name: 'Platinum' },
      },
    });
    expect(await client.call(profileDates, { profile })).toMatchObject({ data: [{ handle: 'birthday' }] });
    const types = [];
    for await (const { type } of client.all(profileLists, { profile })) types.push(type);
    expect(types).toEqual(['wishlist', 'registry', 'style-guide']);
  });

  test('reads every page of the ledger once', async () => {
    const { byToken: client, profile } = await start(name);
    let sum = 0;
    const ids = new Set<unknown>();
    for await (const { id, value } of client.all(profileLedgers, { profile, pageSize: 10 })) {
      ids.add(id);
      sum += Number(value);
    }
    expect({ count: ids.size, sum }).toEqual({ count: 39, sum: 2_280 });
  });

  test('reads redemptions, which the interface shows, with a token of its credentials', async () => {
    const { byCredentials: client, profile } = await start(name);
    const totals = [];
    const query = filter({ type: 'credit' });
    for await (const { total } of client.all(profileRedemptions, { profile, query })) totals.push(total);
    expect(totals).toEqual(['17.50']);
  });
});
