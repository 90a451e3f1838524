import { inject } from 'vitest';
import { connect } from '../../demo/service/database/connect.ts';
import type { Database } from '../../demo/service/database/tables.ts';
import { createDatabase, fill, startDatabaseServer } from './service-database-server.ts';

export { KEYS, SECRET, SECRET_KEYS } from './service-database-server.ts';

export interface FreshDatabase {
  readonly url: string;
  readonly db: Database;
  drop(): Promise<void>;
}

/** A new database with schema and sample data. */
export async function freshDatabase(options: { empty?: boolean } = {}): Promise<FreshDatabase> {
  // Without the global setup, in runs of other configurations, every file starts a server of its own.
  const provided = inject('databaseUrl') as string | undefined;
  const server = provided ? { url: provided, stop: async () => {} } : await startDatabaseServer();
  const template = options.empty ? undefined : (inject('databaseTemplate') as string | undefined);
  const made = await createDatabase(server.url, template);
  if (!options.empty && !template) await fill(made.url);
  const db = connect(made.url);
  return {
    url: made.url,
    db,
    async drop() {
      await db.destroy();
      await made.drop();
      await server.stop();
    },
  };
}
