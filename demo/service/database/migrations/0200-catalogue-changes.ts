import { sql, type Kysely, type Migration } from 'kysely';

/** Changes of price and availability of products and of their variants, which owners of lists hear of. */
export const catalogueChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table catalogue_changes (
        id bigint generated always as identity primary key,
        product_id text not null references products on delete cascade,
        -- The record of the variant; null for the product.
        variant_id bigint,
        -- Its price, stock and is_published before.
        was jsonb not null,
        changed_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on catalogue_changes (product_id)`.execute(db);
    await sql`
      insert into catalogue_changes (product_id, was, changed_at)
      select product_id, jsonb_build_object('price', was::text, 'stock', products.fields -> 'stock', 'is_published', products.fields -> 'is_published'),
        changed_at
      from price_changes join products on products.id = product_id order by price_changes.id`.execute(db);
    await sql`drop trigger note_price_change on products`.execute(db);
    await sql`drop function note_price_change()`.execute(db);
    await sql`drop table price_changes`.execute(db);
    // Each piece that is sold changes the stock: only the first and the last one matter.
    await sql`
      create function is_in_stock(fields jsonb) returns boolean language sql immutable as $$
        select case when jsonb_typeof(fields -> 'stock') = 'number' then (fields ->> 'stock')::numeric > 0 end
      $$`.execute(db);
    // Database triggers, because requests, batches, imports and other systems change the catalogue.
    await sql`
      create function note_product_change() returns trigger language plpgsql as $$
      begin
        insert into catalogue_changes (product_id, was) values (new.id, jsonb_build_object(
          'price', old.price::text, 'stock', old.fields -> 'stock', 'is_published', old.fields -> 'is_published'));
        return null;
      end $$`.execute(db);
    await sql`
      create trigger note_product_change after update of price, fields on products
        for each row when (
          old.price is distinct from new.price or is_in_stock(old.fields) is distinct from is_in_stock(new.fields)
          or old.fields -> 'is_published' is distinct from new.fields -> 'is_published')
        execute function note_product_change()`.execute(db);
    await sql`
      create function note_variant_change() returns trigger language plpgsql as $$
      begin
        insert into catalogue_changes (product_id, variant_id, was)
        select id, new.id, jsonb_build_object('price', old.fields -> 'price', 'stock', old.fields -> 'stock')
        from products where id = new.fields ->> 'product_id';
        return null;
      end $$`.execute(db);
    await sql`
      create trigger note_variant_change after update of fields on records
        for each row when (
          new.resource = 'product-variant' and (
            old.fields ->> 'price' is distinct from new.fields ->> 'price'
            or is_in_stock(old.fields) is distinct from is_in_stock(new.fields)))
        execute function note_variant_change()`.execute(db);
  },
};
