import { sql, type Kysely, type Migration } from 'kysely';
import PgBoss from 'pg-boss';
import { JOBS_SCHEMA, queues, type Queue, createQueue } from '../../jobs/queues.ts';

/** Durable jobs: the tables of pg-boss, in a schema of their own, with the queues of the service. */
export const jobsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // Its plan brings a transaction of its own; the migrator has one already.
    const plan = PgBoss.getConstructionPlans(JOBS_SCHEMA)
      .replace(/^\s*BEGIN;/, '')
      .replace(/COMMIT;\s*$/, '');
    await sql.raw(plan).execute(db);
    for (const name of Object.keys(queues)) await createQueue(db, name as Queue);
  },
};
