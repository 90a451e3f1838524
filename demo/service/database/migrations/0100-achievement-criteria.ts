import { sql, type Kysely, type Migration } from 'kysely';
import { createQueue } from '../../jobs/queues.ts';

/** Achievements with criteria: progress can decrease, and counted events are stored longer than the events themselves. */
export const achievementCriteriaMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table achievement_points drop constraint achievement_points_value_check,
        add constraint achievement_points_value_check check (value <> 0)`.execute(db);
    await sql`
      create table achievement_events (
        -- No reference: old events are deleted.
        event_id bigint primary key,
        profile_id text not null references profiles on delete cascade,
        trigger text not null,
        happened_at timestamptz not null
      )`.execute(db);
    await sql`create index on achievement_events (profile_id, trigger, happened_at)`.execute(db);
    await createQueue(db, 'achievements');
  },
};
