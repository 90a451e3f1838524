import { sql, type Kysely, type Migration } from 'kysely';

/** Purchases, which a trigger protects from changes, and columns of products for the API. */
export const commerceMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await transactions(db);
    await transactionGuards(db);
    await products(db);
  },
};

async function transactions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transactions (
      id bigint generated always as identity primary key,
      external_id text not null unique,
      -- Null after the profile was purged: its purchases remain.
      profile_id text references profiles on delete set null,
      -- No reference: a purchase does not change when its order is deleted.
      order_id bigint,
      receipt_ref text,
      transacted_at timestamptz not null,
      total numeric not null,
      currency text,
      location_id bigint,
      content_hash bytea not null,
      fields jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on transactions (profile_id, created_at desc, id desc) where profile_id is not null`.execute(
    db,
  );
  await sql`create index on transactions (created_at desc, id desc)`.execute(db);
  await sql`create index on transactions (order_id) where order_id is not null`.execute(db);
  await sql`create index on transactions (receipt_ref) where receipt_ref is not null`.execute(db);
  await sql`
    create table transaction_items (
      id bigint generated always as identity primary key,
      transaction_id bigint not null references transactions,
      product_id text,
      variant_id bigint,
      sku text,
      name text not null,
      description text,
      quantity integer not null check (quantity > 0),
      price numeric not null,
      total numeric generated always as (price * quantity) stored,
      fields jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on transaction_items (transaction_id, id)`.execute(db);
  await sql`create index on transaction_items (product_id) where product_id is not null`.execute(db);
  await sql`
    create table transaction_points (
      id bigint generated always as identity primary key,
      transaction_id bigint not null references transactions,
      profile_id text not null references profiles on delete cascade,
      -- Points earned by the purchase; negative if points were taken back.
      amount bigint not null check (amount <> 0),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on transaction_points (transaction_id)`.execute(db);
  await sql`create index on transaction_points (profile_id)`.execute(db);
}

/** A purchase cannot be edited after it is created (spec 1 rule 7, 3), even where code is wrong. */
async function transactionGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_transactions() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        raise exception 'a transaction is not deleted';
      end if;
      if to_jsonb(new) - 'profile_id' is distinct from to_jsonb(old) - 'profile_id' then
        raise exception 'a transaction is not changed once it is created';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_transactions before update or delete on transactions
      for each row execute function keep_transactions()`.execute(db);
  await sql`
    create function keep_transaction_items() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        raise exception 'an item of a transaction is not deleted';
      end if;
      -- The description of an item can be corrected; product, quantity and price cannot.
      if to_jsonb(new) - '{name,description,fields,updated_at,total}'::text[]
        is distinct from to_jsonb(old) - '{name,description,fields,updated_at,total}'::text[] then
        raise exception 'amounts and products of a transaction are not changed';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_transaction_items before update or delete on transaction_items
      for each row execute function keep_transaction_items()`.execute(db);
}

async function products(db: Kysely<unknown>): Promise<void> {
  await sql`alter table products alter column price type numeric, add column external_id text unique`.execute(
    db,
  );
  // List items refer to the shop's own product id, which is both the id and the external id.
  await sql`
    create function complete_products() returns trigger language plpgsql as $$
    begin
      new.external_id := coalesce(new.external_id, new.id);
      new.fields := '{"is_published": true}'::jsonb || new.fields;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger complete_products before insert on products
      for each row execute function complete_products()`.execute(db);
  await sql`update products set external_id = id, fields = '{"is_published": true}'::jsonb || fields`.execute(
    db,
  );
  await sql`create index on products (handle)`.execute(db);
  await sql`create index on products (created_at desc, id desc)`.execute(db);
  await sql`
    create index records_product on records ((fields ->> 'product_id')) where fields ->> 'product_id' is not null`.execute(
    db,
  );
}
