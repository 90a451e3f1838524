import { sql, type Kysely, type Migration } from 'kysely';

/** Resent events, and the actions that were run for an event, so that each runs once. */
export const actionRunsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // A resent event: webhooks get it, actions do not run again.
    await sql`alter table events add column is_resent boolean not null default false`.execute(db);
    await sql`
      create table action_runs (
        event_id bigint not null references events on delete cascade,
        -- No reference: a deleted action has still run.
        action_id bigint not null,
        created_at timestamptz not null default now(),
        primary key (event_id, action_id)
      )`.execute(db);
  },
};
