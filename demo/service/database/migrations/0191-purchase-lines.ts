import { sql, type Kysely, type Migration } from 'kysely';

/** Lines of purchases describe what was bought: with decimals, as far as the till says it, and with the product as it was then. */
export const purchaseLinesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table transaction_items disable trigger keep_transaction_items`.execute(db);
    await sql`
      alter table transaction_items
        drop column total,
        alter column quantity type numeric,
        alter column quantity drop not null,
        alter column price drop not null,
        alter column name drop not null,
        -- What rules count of the product, at the moment of the purchase; null if there was no such product.
        add column product jsonb`.execute(db);
    await sql`
      alter table transaction_items add column total numeric generated always as (price * quantity) stored`.execute(
      db,
    );
    await sql`
      create function snapshot_of(product products) returns jsonb language sql immutable as $$
        select case when (product).id is null then null else jsonb_strip_nulls(jsonb_build_object(
          'id', (product).id, 'category', (product).category, 'brand_id', (product).fields -> 'brand_id',
          'price', (product).price, 'currency', (product).currency)) end
      $$`.execute(db);
    await sql`
      update transaction_items as line set product = snapshot_of(products)
      from products where products.id = line.product_id`.execute(db);
    await sql`alter table transaction_items enable trigger keep_transaction_items`.execute(db);
    await sql`
      create or replace function keep_transaction_items() returns trigger language plpgsql as $$
      declare
        -- The description can be corrected, and a product that was not known is known later; nothing else changes.
        free text[] := '{name,description,fields,updated_at,total}'::text[]
          || case when old.product is null then '{product}'::text[] else '{}'::text[] end;
      begin
        if tg_op = 'DELETE' then
          raise exception 'an item of a transaction is not deleted';
        end if;
        if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
          raise exception 'amounts and products of a transaction are not changed';
        end if;
        return new;
      end $$`.execute(db);
    // A file of purchases may be imported before the products.
    await sql`
      create function describe_bought_lines() returns trigger language plpgsql as $$
      begin
        update transaction_items set product = snapshot_of(new) where product_id = new.id and product is null;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger describe_bought_lines after insert on products
        for each row execute function describe_bought_lines()`.execute(db);
  },
};
