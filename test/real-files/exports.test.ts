import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importParts } from '../../demo/import/import-file.ts';
import { createPlan } from '../../demo/import/plan.ts';
import { readSettings } from '../../demo/import/settings.ts';
import { sources } from '../../demo/import/sources/index.ts';
import type { Summary } from '../../demo/import/summary.ts';
import { listen, type RunningServer } from '../../demo/service/api/server.ts';
import { connect } from '../../demo/service/database/connect.ts';
import { startJobs, type RunningJobs } from '../../demo/service/jobs/start.ts';
import { createClient } from '../../src/client/index.ts';
import * as on from '../../src/services/contract/endpoints/index.ts';
import { runtimeOf } from '../support/service-jobs.ts';
import { openService, type OpenService } from '../support/service-open.ts';

// Made-up files in the shapes of the exports of real systems, imported by `--from`.

const FOLDER = path.join(import.meta.dirname, 'exports');

describe('an export of another system', () => {
  let service: OpenService;
  let server: RunningServer;
  let jobs: RunningJobs;
  let jobsDb: ReturnType<typeof connect>;
  let token: string;
  let folder: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    server = await listen(() => service.app, { host: '127.0.0.1', port: 0 });
    jobsDb = connect(service.url);
    jobs = await startJobs(runtimeOf({ db: jobsDb, errors: service.errors }), (error) =>
      service.errors.push(error),
    );
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-exports-'));
  });
  afterAll(async () => {
    await jobs?.stop();
    await jobsDb?.destroy();
    await server?.stop();
    await service.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Imports a file as the command does. */
  async function load(
    from: string,
    {
      file = path.join(FOLDER, `${from}.csv`),
      words = [] as readonly string[],
      as = ['--from', from] as readonly string[],
    } = {},
  ): Promise<Summary> {
    const url = `http://127.0.0.1:${server.port}/api`;
    const settings = readSettings([...as, '--file', file, ...words], {
      LOYALTY_URL: url,
      LOYALTY_TOKEN: token,
    });
    if (!settings) throw new Error('There are no settings.');
    return await importParts(await createPlan(settings), {
      client: createClient({ baseUrl: url, token }),
      settings,
      retryBudgetMs: 10_000,
      signal: new AbortController().signal,
      log: () => {},
      show: () => {},
    });
  }
  const all = async (endpoint: Parameters<OpenService['call']>[0], query: string) =>
    (await service.call(endpoint, { token, query })).body.data;
  const ofEmail = async (email: string) =>
    (await all(on.profiles, `?filter[email]=${encodeURIComponent(email)}`))[0];
  const purchases = async (email: string) => {
    const { id } = await ofEmail(email);
    return await all(on.transactions, `?filter[profile_id]=${id}&sort=transacted_at,id`);
  };
  const points = async (email: string) => {
    const { id } = await ofEmail(email);
    const { rows } = await sql<{ available: number }>`
      select available::integer from point_balances where profile_id = ${id}`.execute(service.db);
    return rows[0]?.available;
  };
  const added = (count: number) => ({
    added: count,
    changed: 0,
    unchanged: 0,
    failed: 0,
    failures: [],
    warnings: [],
  });

  it('has a sample file for each name of --from', async () => {
    for (const name of Object.keys(sources))
      expect(await readFile(path.join(FOLDER, `${name}.csv`))).toBeTruthy();
  });

  it('of Shopify: customers', async () => {
    expect(await load('shopify-customers')).toEqual(added(2));
    expect(await ofEmail("sinead.o'brien@example.com")).toMatchObject({
      external_id: '7210450000001',
      full_name: "Sinéad O'Brien",
      phone: '+353 91 555 010',
    });
    expect(await ofEmail('jörg@müller.example')).toMatchObject({ phone: '+49 40 555 0102' });
  });

  it('of Shopify: orders, newest first, with their lines and refunds; unpaid ones are left out', async () => {
    expect(await load('shopify-orders')).toEqual(added(3));
    expect(await purchases("sinead.o'brien@example.com")).toMatchObject([
      {
        external_id: '#1002',
        total: 125,
        currency: 'EUR',
        transacted_at: expect.stringContaining('2026-11-21T08:15:00'),
        items: [
          { name: 'Stoneware bowl', quantity: 2, price: '40.00', sku: 'BOWL-S' },
          { name: 'Candle, beeswax', quantity: 1, sku: 'CAN-1' },
        ],
      },
      { external_id: '#1002-refund', refund_of: '#1002', total: -25 },
    ]);
    expect(await purchases('jörg@müller.example')).toMatchObject([{ external_id: '#1001', total: 54 }]);
  });

  it('of Shopify: the corrected file pays no unchanged order twice', async () => {
    const before = await points('jörg@müller.example');
    const file = path.join(folder, 'corrected.csv');
    const content = await readFile(path.join(FOLDER, 'shopify-orders.csv'), 'utf8');
    await writeFile(
      file,
      content.replace("#1003,sinead.o'brien@example.com,pending", "#1003,sinead.o'brien@example.com,paid"),
    );
    expect(await load('shopify-orders', { file })).toMatchObject({ failed: 0 });
    expect(await points('jörg@müller.example')).toBe(before);
    expect(
      (await purchases("sinead.o'brien@example.com")).map(
        ({ external_id }: { external_id: string }) => external_id,
      ),
    ).toEqual(['#1002', '#1002-refund', '#1003']);
  });

  it('of Shopify: gift cards with a balance', async () => {
    const definition = await service.call(on.addCreditDefinition, {
      token,
      body: { name: 'Gift card', handle: 'shopify-card', is_published: true },
    });
    const words = ['--set', `credit_definition_id=${definition.body.data.id}`];
    expect(await load('shopify-gift-cards', { words })).toEqual(added(1));
    expect(await all(on.credits, '?filter[external_namespace]=shopify')).toMatchObject([
      { external_id: '480001', value_initial: '32.50', expires_at: expect.stringMatching(/^2029-10-01/) },
    ]);
  });

  it('of WooCommerce: customers and orders', async () => {
    expect(await load('woocommerce-customers')).toEqual(added(2));
    expect(await ofEmail('marta@example.com')).toMatchObject({ first_name: 'Marta', last_name: 'Ruiz Peña' });
    expect(await load('woocommerce-orders')).toEqual(added(3));
    expect(await purchases('lena.berg@example.com')).toMatchObject([
      { external_id: '2070', total: 18 },
      { refund_of: '2070', total: -18 },
    ]);
  });

  it('of Magento: customers and orders, with times and amounts as people write them', async () => {
    expect(await load('magento-customers')).toEqual(added(1));
    expect(await load('magento-orders', { words: ['--set', 'currency=EUR'] })).toEqual(added(3));
    expect(await purchases('anna@example.com')).toMatchObject([
      { external_id: '000000101', total: 20, transacted_at: expect.stringContaining('2026-11-20T00:30:00') },
      { refund_of: '000000101', total: -20 },
      {
        external_id: '000000102',
        total: 1_234.5,
        transacted_at: expect.stringContaining('2026-11-21T16:05:06'),
      },
    ]);
  });

  it('of Yotpo: the points of members', async () => {
    const before = await points('marta@example.com');
    expect(await load('yotpo-points')).toEqual(added(1));
    expect(await points('marta@example.com')).toBe(Number(before) + 300);
  });

  it('of a system that has no name here: points, by the names of its columns', async () => {
    const before = await points('anna@example.com');
    const file = path.join(folder, 'members.csv');
    await writeFile(file, 'Customer email,Customer name,Loyalty points\nanna@example.com,Anna,90\n');
    const maps = ['Customer email=profile_email', 'Loyalty points=value', 'Customer name='];
    const words = [...maps.flatMap((map) => ['--map', map])];
    expect(await load('', { file, as: ['--model', 'point'], words })).toEqual(added(1));
    expect(await points('anna@example.com')).toBe(Number(before) + 90);
  });

  it('of Smile and LoyaltyLion: the points of members', async () => {
    const before = [await points('marta@example.com'), await points('anna@example.com')];
    expect(await load('smile-points')).toEqual(added(1));
    expect(await load('loyaltylion-points')).toEqual(added(1));
    expect(await points('marta@example.com')).toBe(Number(before[0]) + 1_250);
    expect(await points('anna@example.com')).toBe(Number(before[1]) + 480);
  });

  it('of Smile: the corrected file pays only what is new in it; --run pays all of it again', async () => {
    const now = () => Promise.all([points('marta@example.com'), points('lena.berg@example.com')]);
    const [marta = 0, lena = 0] = await now();
    const file = path.join(folder, 'smile-points.csv');
    const content = await readFile(path.join(FOLDER, 'smile-points.csv'), 'utf8');
    // Another order of rows, a corrected row, and a second row that is equal to one.
    const [head = '', first = '', second = ''] = content.split('\n');
    await writeFile(file, [head, second.replace(',0,', ',70,'), first, first, ''].join('\n'));
    expect(await load('smile-points', { file })).toMatchObject({ added: 2, unchanged: 1, failed: 0 });
    expect(await now()).toEqual([marta + 1_250, lena + 70]);
    await writeFile(file, [head, first, first, second.replace(',0,', ',70,'), ''].join('\n'));
    expect(await load('smile-points', { file })).toMatchObject({ added: 0, unchanged: 3, failed: 0 });
    expect(await now()).toEqual([marta + 1_250, lena + 70]);
    expect(await load('smile-points', { file, words: ['--run', 'again'] })).toMatchObject({
      added: 3,
      unchanged: 0,
    });
    expect(await now()).toEqual([marta + 3 * 1_250, lena + 140]);
  });

  it('of Square: customers', async () => {
    expect(await load('square-customers')).toEqual(added(2));
    expect(await ofEmail('tomoko@example.com')).toMatchObject({
      external_id: 'SQ8K2W',
      phone: '+1 415-555-0133',
    });
    expect(await ofEmail('piet@example.com')).toMatchObject({ external_id: 'crm-77', phone: null });
  });

  it('in Windows-1252 with semicolons is read as it was saved', async () => {
    const file = path.join(folder, 'windows.csv');
    const content =
      'Name;Username;Last Active;Sign Up;Email\nBjörn Ångström;b;;2025-01-01;bjorn@example.com\n';
    await writeFile(file, Buffer.from(content, 'latin1'));
    expect(await load('woocommerce-customers', { file })).toEqual(added(1));
    expect(await ofEmail('bjorn@example.com')).toMatchObject({ full_name: 'Björn Ångström' });
  });

  it.each([
    [
      'another export',
      'shopify-orders',
      'square-customers',
      [],
      'another export: it has no Name, Email, Financial Status',
    ],
    [
      'an unknown name',
      'shopify',
      'shopify-orders',
      [],
      'There is no export "shopify": one of shopify-customers',
    ],
  ])('is refused for %s, with what to change', async (_, from, name, words, expected) => {
    await expect(load(from, { file: path.join(FOLDER, `${name}.csv`), words })).rejects.toThrow(expected);
  });

  it('with unknown columns is refused with all of them, until they are left out', async () => {
    const file = path.join(folder, 'more.csv');
    await writeFile(file, 'Name,Sign Up,Email,Shoe,Hat\nOla Dahl,2025-01-01,ola@example.com,38,M\n');
    await expect(load('woocommerce-customers', { file })).rejects.toThrow('unknown columns: Shoe, Hat.');
    const words = ['--map', 'Shoe=', '--map', 'Hat='];
    expect(await load('woocommerce-customers', { file, words })).toEqual(added(1));
  });
});
