import { createHmac } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { users } from '../../demo/sample/users.ts';
import { startProxyProcess, type ProxyProcess } from '../proxy/support/process.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';
import { folder, runModule } from './consumer.ts';

const SHOP = 'https://shop.example';
const MARA = {
  id: '1002',
  email: 'mara@shop.example',
  firstName: 'Mara',
  lastName: 'L',
  password: 'a long password',
};
const { clientId, clientSecret, username, password } = users.machine;

let database: FreshDatabase;
let service: RunningService;
beforeAll(async () => {
  database = await freshDatabase();
  service = await startService({
    databaseUrl: database.url,
    shopOrigins: [SHOP],
    secret: SECRET,
    secretKeys: KEYS,
    log: () => {},
  });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

describe('installed package on a server', () => {
  test("signs a customer id as Node's own crypto does", async () => {
    const signature = await runModule(
      'sign.mjs',
      `import { signCustomerId } from 'loyalty-elements/signature';
       console.log(JSON.stringify(signCustomerId('1001', '${SECRET}')));`,
    );
    expect(signature).toBe(createHmac('sha256', SECRET).update('1001').digest('hex'));
  });

  test('calls a running service with the client, page after page', async () => {
    const result = await runModule(
      'client.mjs',
      `import { createClient, profileBalances, profiles, LoyaltyError } from 'loyalty-elements/client';
       const credentials = ${JSON.stringify({ clientId, clientSecret, username, password, scope: '*' })};
       const client = createClient({ baseUrl: '${service.url}', credentials });
       const balances = await client.call(profileBalances, { profile: 'profile-1002' });
       const ids = [];
       for await (const profile of client.all(profiles)) ids.push(profile.id);
       const missing = await client.call(profileBalances, { profile: 'none' }).catch((error) => error);
       console.log(JSON.stringify({
         available: balances.data.points.available,
         distinct: new Set(ids).size === ids.length && ids.length > 1,
         missing: [missing instanceof LoyaltyError, missing.code],
       }));`,
    );
    expect(result).toEqual({ available: 2_280, distinct: true, missing: [true, 'not_found'] });
  });

  describe('loyalty-proxy command', () => {
    const program = path.join(folder, 'node_modules/.bin/loyalty-proxy');
    let proxy: ProxyProcess;
    beforeAll(async () => {
      proxy = await startProxyProcess(
        {
          LOYALTY_BASE_URL: service.url,
          LOYALTY_CLIENT_ID: clientId,
          LOYALTY_CLIENT_SECRET: clientSecret,
          LOYALTY_USERNAME: username,
          LOYALTY_PASSWORD: password,
          LOYALTY_SCOPES: 'profiles.read profiles.write',
          LOYALTY_SHOP_SECRET: SECRET,
          LOYALTY_PLATFORM: 'harbour',
          LOYALTY_ORIGINS: SHOP,
          LOYALTY_PATH_PREFIX: '/loyalty',
          DEMO_CUSTOMERS: JSON.stringify([MARA]),
          PORT: '0',
        },
        { args: [program], cwd: folder },
      );
    });
    afterAll(() => proxy?.end());

    test('signs a customer in and forwards the balance of this customer', async () => {
      const login = await fetch(`${proxy.url}/login`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${MARA.email}:${MARA.password}`)}`, Origin: SHOP },
      });
      const { token } = (await login.json()) as { token: string };
      expect(login.status).toBe(200);
      const balances = await fetch(`${proxy.url}/v3/profiles/profile-1002/balances`, {
        headers: { Authorization: `Bearer ${token}`, Origin: SHOP },
      });
      expect(await balances.json()).toMatchObject({ data: { points: { available: 2_280 } } });
    });
  });
});
