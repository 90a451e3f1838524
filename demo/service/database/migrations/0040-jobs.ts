import { sql, type Kysely, type Migration } from 'kysely';
import PgBoss from 'pg-boss';
import { createQueue, JOBS_SCHEMA, queueNames } from '../../jobs/queues.ts';

/** The tables of pg-boss in their own schema, and the queues of the service. */
export const jobsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // The plan has its own transaction statements; the migrator has started one already.
    const plan = PgBoss.getConstructionPlans(JOBS_SCHEMA)
      .replace(/^\s*BEGIN;/, '')
      .replace(/COMMIT;\s*$/, '');
    await sql.raw(plan).execute(db);
    for (const name of queueNames) await createQueue(db, name);
  },
};
