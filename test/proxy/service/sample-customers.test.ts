import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_PASSWORD, startDemoProxy } from '../../../demo/proxy.ts';
import { customers } from '../../../demo/sample/customers.ts';
import { startService, type RunningService } from '../../../demo/service/index.ts';
import type { CustomerDirectory, LogEntry } from '../../../src/proxy/index.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../../support/database-fresh.ts';
import { basic } from '../support/open-proxy.ts';

const SHOP_ORIGIN = 'http://127.0.0.1:4000';

describe('logins of the sample customers', () => {
  const log: LogEntry[] = [];
  let database: FreshDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await freshDatabase();
    service = await startService({
      databaseUrl: database.url,
      shopOrigins: [],
      secret: SECRET,
      secretKeys: KEYS,
      log: () => {},
    });
  });
  afterEach(() => log.splice(0));
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  /** Logs all sample customers in, twice each: the first login may change the profile, the second finds it changed. */
  async function logInAll(directory?: CustomerDirectory): Promise<void> {
    const proxy = await startDemoProxy({
      serviceUrl: service.url,
      shopOrigin: SHOP_ORIGIN,
      secret: SECRET,
      directory,
      log: (entry) => log.push(entry),
    });
    try {
      for (const { email } of [...customers, ...customers]) {
        const { status } = await fetch(`${proxy.url}/login`, {
          method: 'POST',
          headers: { Authorization: basic(email, SAMPLE_PASSWORD), Origin: SHOP_ORIGIN },
        });
        expect([email, status]).toEqual([email, 200]);
      }
    } finally {
      await proxy.stop();
    }
  }
  const names = () =>
    database.db
      .selectFrom('profiles')
      .select(['id', 'first_name', 'last_name', 'email'])
      .orderBy('id')
      .execute();

  it('log no warning with the customers in memory', async () => {
    await logInAll();
    expect(log).toEqual([]);
  });

  it('log no warning and leave the names unchanged where the platform knows only id and e-mail', async () => {
    const before = await names();
    await logInAll({
      authenticate: async (username) => {
        const customer = customers.find(({ email }) => email === username);
        return customer && { id: customer.id, email: customer.email, firstName: '', lastName: '' };
      },
      create: () => Promise.reject(new Error('unused')),
    });
    expect(log).toEqual([]);
    expect(await names()).toEqual(before);
  });
});
