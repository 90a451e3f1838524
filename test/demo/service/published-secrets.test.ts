import { afterEach, describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../../demo/sample/published.ts';
import { users } from '../../../demo/sample/users.ts';
import { startService, type RunningService, type ServiceOptions } from '../../../demo/service/index.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../../support/database-fresh.ts';
import { sign } from '../../support/service-open.ts';
import { startServiceProcess } from '../../support/service-process.ts';

const OWN = 'a secret of this shop';
const ANYWHERE = '0.0.0.0';

describe('published secrets', () => {
  const running: RunningService[] = [];
  const databases: FreshDatabase[] = [];

  async function start(options: Partial<ServiceOptions>, { empty = true } = {}) {
    const database = await freshDatabase({ empty });
    databases.push(database);
    const all = {
      databaseUrl: database.url,
      secretKeys: KEYS,
      shopOrigins: [],
      log: () => {},
      ...options,
    };
    const service = await startService(all);
    running.push(service);
    return { ...service, database };
  }
  /** The answer to a customer id that is signed with a secret. */
  const signedWith = async ({ url }: RunningService, secret: string) =>
    (
      await fetch(`${url.replace(ANYWHERE, '127.0.0.1')}/harbour/api/v1/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: '1002', signature: sign('1002', secret) }),
      })
    ).status;

  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop();
    for (const database of databases.splice(0)) await database.drop();
  });

  it.each([
    ['without a secret', {}],
    ['with an empty one', { secret: '' }],
    ['with the published one', { secret: PUBLISHED.SHOP_SECRET }],
  ])('stop the start on an address that others reach: %s', async (_, options) => {
    for (const host of [ANYWHERE, '::', '192.0.2.1', '127.shop.example'])
      await expect(start({ host, ...options })).rejects.toThrow(
        `SHOP_SECRET: others reach ${host}, and the default is published. Set a secret of your own, or listen on 127.0.0.1.`,
      );
  });

  it('are no previous secret there', async () => {
    const options = { host: ANYWHERE, secret: OWN, previousSecret: PUBLISHED.SHOP_SECRET };
    await expect(start(options)).rejects.toThrow(/^SHOP_PREVIOUS_SECRET: /);
  });

  it('end the process with one line that names the variable', async () => {
    await expect(startServiceProcess(['--host', ANYWHERE], { SHOP_SECRET: '' })).rejects.toThrow(
      /The service does not start: SHOP_SECRET: others reach 0\.0\.0\.0/,
    );
  });

  it('of the sample users stop it, where a start on one machine has added them', async () => {
    const options = { host: ANYWHERE, secret: OWN };
    await expect(start(options, { empty: false })).rejects.toThrow(
      /^MACHINE_PASSWORD, MACHINE_CLIENT_SECRET, ADMIN_PASSWORD: users of this database have the published default/,
    );
  });

  it('are not needed there: with a secret of its own the service starts, without sample users', async () => {
    const service = await start({ host: ANYWHERE, secret: OWN });
    expect(await signedWith(service, OWN)).toBe(200);
    expect(await signedWith(service, PUBLISHED.SHOP_SECRET)).toBe(401);
    expect(await service.database.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  it('twin: on one machine everybody who knows the published secret signs customers in', async () => {
    const service = await start({});
    expect(await signedWith(service, PUBLISHED.SHOP_SECRET)).toBe(200);
    expect(await signedWith(service, '')).toBe(401);
  });

  it('do not replace secrets of a database that other processes use', async () => {
    const { database, stop } = await start({ secret: OWN });
    await stop();
    const again = () =>
      startService({ databaseUrl: database.url, secretKeys: KEYS, shopOrigins: [], log: () => {} });
    await expect(again()).rejects.toThrow(/^SHOP_SECRET: the database has another one/);
    await database.db
      .updateTable('users')
      .set({ password_hash: 'scrypt$c2FsdA$a2V5' })
      .where('username', '=', users.administrator.username)
      .execute();
    await expect(again()).rejects.toThrow(/^SHOP_SECRET, ADMIN_PASSWORD: the database has another one/);
  });

  it('an empty secret is none: on one machine the published one is used', async () => {
    const service = await start({ secret: '' });
    expect(await signedWith(service, PUBLISHED.SHOP_SECRET)).toBe(200);
    expect(await signedWith(service, '')).toBe(401);
  });

  it('an empty previous secret is none', async () => {
    const service = await start({ secret: SECRET, previousSecret: '' });
    expect(await signedWith(service, '')).toBe(401);
  });
});
