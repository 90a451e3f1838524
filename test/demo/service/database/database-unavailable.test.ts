import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../../demo/service/api/app.ts';
import { connect } from '../../../../demo/service/database/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../../demo/service/database/embedded.ts';
import { migrate } from '../../../../demo/service/database/migrate.ts';
import type { Database } from '../../../../demo/service/database/tables.ts';
import { toProblem } from '../../../../demo/service/api/problem.ts';
import { seed } from '../../../../demo/service/seed/seed.ts';
import {
  addListItem,
  profileBalances,
  storefrontToken,
} from '../../../../src/services/contract/endpoints/index.ts';
import { SECRET, SECRET_KEYS } from '../../../support/database-fresh.ts';
import { fill, sign } from '../../../support/service-open.ts';

const SIDE_BY_SIDE = 20;
const STOPS = 3;

describe('while the database is unavailable', () => {
  let folder: string;
  let server: EmbeddedDatabase;
  let db: Database;
  const errors: unknown[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loyalty-away-'));
    server = await startEmbedded({ folder, log: () => {} });
    db = connect(server.url);
    await migrate(db);
    await seed(db, { secret: SECRET, secretKeys: SECRET_KEYS });
  });
  afterAll(async () => {
    await db.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('every reply is 503 with Retry-After, or the normal one', async () => {
    const app = createApp({
      db,
      settings: {
        secretKeys: SECRET_KEYS,
        baseUrl: 'http://127.0.0.1:4010/api',
        shopOrigins: [],
        requestsPerMinute: 1_000_000,
        onError: (error) => errors.push(error),
      },
    });
    const ask = (address: string, token?: string, body?: unknown) =>
      app.request(`http://127.0.0.1:4010/api${address}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const storefront = fill(storefrontToken.path, { storefront_platform: 'harbour', version: 'v1' });
    const signed = { id: '1002', signature: sign('1002') };
    const { data } = (await (await ask(storefront, undefined, signed)).json()) as { data: { token: string } };
    const profile = { profile: 'profile-1002', list: 'wishlist' };
    const requests = [
      () => ask(fill(profileBalances.path, profile), data.token),
      () => ask(fill(addListItem.path, profile), data.token, { product_id: 'none' }),
      () => ask(storefront, undefined, signed),
    ];

    const statuses = new Map<number, number>();
    const without: number[] = [];
    let isOver = false;
    const load = Array.from({ length: SIDE_BY_SIDE }, async (_, at) => {
      for (let turn = at; !isOver; turn++) {
        const answer = await (requests[turn % requests.length] ?? ask.bind(null, '/'))();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 503 && !answer.headers.has('retry-after')) without.push(answer.status);
        await answer.arrayBuffer();
      }
    });
    const answersOf = async (status: number, more: number) => {
      const wanted = (statuses.get(status) ?? 0) + more;
      await expect.poll(() => statuses.get(status) ?? 0, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
    };
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db);
    const pidFile = path.join(rows[0]?.data_directory ?? '', 'postmaster.pid');
    for (let stop = 0; stop < STOPS; stop++) {
      await answersOf(200, 20);
      const [id] = (await readFile(pidFile, 'utf8')).split('\n');
      // Ends all connections at once, during their queries; the embedded server is started again.
      process.kill(Number(id), stop % 2 === 0 ? 'SIGQUIT' : 'SIGINT');
      await answersOf(503, 1);
    }
    await answersOf(200, 20);
    isOver = true;
    await Promise.all(load);
    expect(errors.filter((error) => toProblem(error).status === 500)).toEqual([]);
    expect([...statuses.keys()].sort()).toEqual([200, 422, 503].filter((status) => statuses.has(status)));
    expect(without).toEqual([]);
  });
});
