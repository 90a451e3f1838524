import { sql, type Kysely, type Migration } from 'kysely';

/** Replies to requests with an `Idempotency-Key`, stored for 8 days. */
export const idempotencyMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table idempotency_keys (
        profile_id text not null references profiles on delete cascade,
        key text not null,
        -- SHA-256 of method, path and body, to refuse the same key with another request.
        request_hash bytea not null check (length(request_hash) = 32),
        -- Null only within the transaction that processes the request.
        status integer,
        -- The bytes of the reply: a retry gets the same ones.
        answer text,
        created_at timestamptz not null default now(),
        primary key (profile_id, key)
      )`.execute(db);
    await sql`create index on idempotency_keys (created_at)`.execute(db);
  },
};
