import { sql } from 'kysely';
import type { Database } from './database/tables.ts';

const PATIENCE_MS = 2_000;

/** Whether the service can do its work at this moment: it asks the database, with a deadline. */
export async function health(db: Database): Promise<Response> {
  const reachable = await Promise.race([
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
  ]);
  return reachable
    ? Response.json({ status: 'ok', database: 'reachable' })
    : Response.json(
        { status: 'unavailable', database: 'unreachable', message: 'The database does not answer.' },
        { status: 503 },
      );
}
