import { sql, type Kysely, type Migration } from 'kysely';

/** Products of the shop, and the lists of customers. */
export const listsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table products (
        id text primary key check (length(id) between 1 and 255),
        handle text not null,
        name text not null,
        category text,
        description text,
        url text,
        image_url text,
        price numeric(12, 2),
        currency char(3),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table lists (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        type text not null,
        handle text not null,
        name text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (profile_id, handle),
        unique (id, profile_id)
      )`.execute(db);
    await sql`
      create table list_items (
        id bigint generated always as identity primary key,
        list_id bigint not null,
        -- The owner of the list, so that queries need no join; the foreign key of both columns keeps it equal to the list.
        profile_id text not null,
        -- No reference: the item remains when the product is deleted.
        product_id text not null,
        quantity integer not null default 1 check (quantity > 0),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        foreign key (list_id, profile_id) references lists (id, profile_id) on delete cascade,
        unique (list_id, product_id)
      )`.execute(db);
    await sql`create index on list_items (list_id, created_at desc, id desc)`.execute(db);
  },
};
