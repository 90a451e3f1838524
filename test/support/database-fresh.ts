import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../../demo/service/database/connect.ts';
import { migrate } from '../../demo/service/database/migrate.ts';
import type { Database } from '../../demo/service/database/tables.ts';
import { seed } from '../../demo/service/seed/seed.ts';
import { startDatabaseServer } from './service-database-server.ts';

export interface FreshDatabase {
  readonly url: string;
  readonly db: Database;
  drop(): Promise<void>;
}

/** The secret of the shop in tests: the one of the published vector (rule R89). */
export const SECRET = 's3cret';

/** A database of one's own with schema and sample data. */
export async function freshDatabase(options: { empty?: boolean } = {}): Promise<FreshDatabase> {
  // Without the global setup (a run of another configuration) every file has a server of its own.
  const provided = inject('databaseUrl') as string | undefined;
  const server = provided ? { url: provided, stop: async () => {} } : await startDatabaseServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const db = connect(url.href);
  if (!options.empty) {
    await migrate(db);
    await seed(db, { secret: SECRET, users: true });
  }
  return {
    url: url.href,
    db,
    async drop() {
      await db.destroy();
      await administer(server.url, `drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
