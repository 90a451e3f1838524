import { sql, type Kysely, type Migration } from 'kysely';
import { createQueue } from '../../jobs/queues.ts';

/** Messages to customers: e-mail, SMS and push. */
export const messagesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table messages (
        id bigint generated always as identity primary key,
        -- The same at every attempt: Message-ID of an e-mail, webhook-id of the others.
        message_id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
        profile_id text not null references profiles on delete cascade,
        -- No references: messages remain after event and target were deleted.
        event_id bigint not null,
        trigger text not null,
        target_id bigint not null,
        channel text not null check (channel in ('email', 'sms', 'push')),
        subject text not null,
        body text not null,
        status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'skipped', 'failed')),
        -- Why it was not sent, or waits.
        reason text,
        attempts integer not null default 0,
        next_at timestamptz default now(),
        -- Until then only the process that claimed the message sends it.
        claimed_until timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (profile_id, event_id, channel)
      )`.execute(db);
    await sql`create index on messages (created_at desc, id desc)`.execute(db);
    await sql`create index on messages (next_at) where status in ('pending', 'sending')`.execute(db);
    await createQueue(db, 'messages');
  },
};
