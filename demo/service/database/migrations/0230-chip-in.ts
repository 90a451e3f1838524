import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Items that several givers pay for together. The pledges are reservations with an amount; the database refuses a sum above the target, a
 * pledge in another currency or for an item that is not open, and pledges beside reservations of pieces, whichever is written last.
 */
export const chipInMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table list_items
        add column chip_in_target numeric check (chip_in_target > 0),
        add column chip_in_currency text check (chip_in_currency ~ '^[A-Z]{3}$'),
        add constraint chip_in_all_or_none check ((chip_in_target is null) = (chip_in_currency is null))`.execute(
      db,
    );
    await sql`
      create function check_pledges(item bigint) returns void language plpgsql as $$
      declare
        target numeric;
        code text;
        given record;
      begin
        -- Locked: a later statement sees the pledges of every transaction that had the lock before.
        select chip_in_target, chip_in_currency into target, code from list_items where id = item for update;
        select count(fields ->> 'amount') as pledges, coalesce(sum((fields ->> 'amount')::numeric), 0) as pledged,
            count(*) - count(fields ->> 'amount') as reservations,
            coalesce(bool_or((fields ->> 'amount')::numeric <= 0 or fields ->> 'currency' is distinct from code)
              filter (where fields ->> 'amount' is not null), false) as is_wrong
          into given from records
          where resource = 'reservation' and parent = 'list-item:' || item and fields ->> 'status' <> 'cancelled';
        if given.pledges > 0 and (target is null or given.pledged > target or given.reservations > 0 or given.is_wrong) then
          raise exception 'The pledges of list item % do not fit its chip-in.', item
            using errcode = 'check_violation', constraint = 'pledges_fit_chip_in';
        end if;
      end $$`.execute(db);
    await sql`
      create function check_pledges_of_reservation() returns trigger language plpgsql as $$
      begin
        perform check_pledges(split_part(new.parent, ':', 2)::bigint);
        return null;
      end $$`.execute(db);
    await sql`
      create function check_pledges_of_item() returns trigger language plpgsql as $$
      begin
        perform check_pledges(new.id);
        return null;
      end $$`.execute(db);
    await sql`
      create trigger pledges_fit_chip_in after insert or update of parent, fields on records
        for each row when (new.resource = 'reservation' and new.parent like 'list-item:%')
        execute function check_pledges_of_reservation()`.execute(db);
    await sql`
      create trigger pledges_fit_chip_in after update of chip_in_target, chip_in_currency on list_items
        for each row execute function check_pledges_of_item()`.execute(db);
  },
};
