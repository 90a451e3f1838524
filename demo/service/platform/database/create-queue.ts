import { sql, type Kysely } from 'kysely';
import { JOBS_SCHEMA, queues, type Queue } from '../jobs/queues.ts';

/** Makes a queue of pg-boss, where there is none yet: a new database gets all of them at once. */
export async function createQueue(db: Kysely<unknown>, name: Queue): Promise<void> {
  const settings = JSON.stringify({ policy: 'standard', ...queues[name] });
  await sql`select ${sql.id(JOBS_SCHEMA, 'create_queue')}(${name}, ${settings}::json)`.execute(db);
}
