import { sql, type Kysely, type Migration } from 'kysely';

/** Alerts of guests about a product, and messages to guests, which belong to no profile. */
export const guestAlertsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table guest_alerts (
        id bigint generated always as identity primary key,
        email text not null,
        product_id text not null references products on delete cascade,
        -- Empty for the product as a whole: null values would not be unique.
        variant_id text not null default '',
        kinds text[] not null default '{}',
        asked text[] not null,
        price numeric,
        currency text,
        was_available boolean not null,
        secret text not null,
        mailed_at timestamptz not null default now(),
        confirmed_at timestamptz,
        ends_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create unique index on guest_alerts (lower(email), product_id, variant_id)`.execute(db);
    await sql`create index on guest_alerts (product_id)`.execute(db);
    await sql`create index on guest_alerts (ends_at) where ends_at is not null`.execute(db);
    // A message is deleted with the alert: the address of a guest is nowhere else.
    await sql`
      alter table messages
        alter profile_id drop not null,
        alter event_id drop not null,
        alter target_id drop not null,
        add language text,
        add guest_alert_id bigint references guest_alerts on delete cascade,
        add constraint one_recipient check (num_nonnulls(profile_id, guest_alert_id) = 1),
        add unique (guest_alert_id, event_id, channel)`.execute(db);
  },
};
