import { sql, type Kysely, type Migration } from 'kysely';

/** Events, deliveries and their attempts. */
export const eventsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table events (
        id bigint generated always as identity primary key,
        -- The name of the event: 'reward.claimed', or one that the tenant chose.
        trigger text not null,
        namespace text not null,
        -- A purge of the profile deletes its events, published or not.
        profile_id text references profiles on delete cascade,
        payload jsonb not null,
        -- Length of the chain of events and actions before this one: a limit ends triggers that fire each other.
        depth integer not null default 0,
        created_at timestamptz not null default now(),
        -- When its deliveries and actions were queued.
        handled_at timestamptz
      )`.execute(db);
    await sql`create index on events (created_at) where handled_at is null`.execute(db);
    await sql`create index on events (profile_id) where profile_id is not null`.execute(db);
    await sql`
      create table deliveries (
        id bigint generated always as identity primary key,
        -- The same at every attempt (Standard Webhooks: webhook-id).
        message_id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
        event_id bigint not null references events on delete cascade,
        -- 'webhook:5' or 'target:7'; no reference: the log remains when the receiver is deleted.
        receiver text not null,
        url text not null,
        queue text not null check (queue in ('high', 'default', 'low')),
        -- The text that is signed and sent.
        body text not null,
        retry_hourly boolean not null default false,
        retry_daily boolean not null default false,
        status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'dropped')),
        attempts integer not null default 0,
        next_at timestamptz default now(),
        last_status integer,
        last_error text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (event_id, receiver)
      )`.execute(db);
    await sql`create index on deliveries (next_at) where status = 'pending'`.execute(db);
    await sql`create index on deliveries (receiver, created_at desc)`.execute(db);
    await sql`
      create table delivery_attempts (
        delivery_id bigint not null references deliveries on delete cascade,
        number integer not null,
        url text not null,
        -- Null without a reply.
        status integer,
        error text,
        duration_ms integer not null,
        created_at timestamptz not null default now(),
        primary key (delivery_id, number)
      )`.execute(db);
    await sql`
      create table signing_keys (
        id bigint generated always as identity primary key,
        -- 'webhook:5', 'target:7' or 'extension:shop'.
        owner text not null,
        -- whsec_…
        secret text not null,
        created_at timestamptz not null default now(),
        -- A replaced key still signs and is accepted until then; null for the newest key.
        retires_at timestamptz
      )`.execute(db);
    await sql`create index on signing_keys (owner)`.execute(db);
    // Of two concurrent first deliveries only one creates the key.
    await sql`create unique index on signing_keys (owner) where retires_at is null`.execute(db);
    await sql`
      create table received_messages (
        extension text not null,
        message_id text not null,
        created_at timestamptz not null default now(),
        primary key (extension, message_id)
      )`.execute(db);
  },
};
