import { sql, type Kysely, type Migration } from 'kysely';

/** Deletes records of batches and rows of imports once they are processed, and purges them with their profile. */
export const rawInputMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await batches(db);
    await imports(db);
    await purchases(db);
  },
};

/** The number of records, after they were deleted. Null only for a batch of an older version of the service. */
async function batches(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table batches
      add column total integer,
      -- When, and at which record, processing last started: the rate is calculated from then on.
      add column begun_at timestamptz,
      add column begun_from integer`.execute(db);
  await sql`update batches set total = jsonb_array_length(records)`.execute(db);
  await sql`update batches set records = '[]' where status in ('done', 'failed')`.execute(db);
  await sql`create index on batches (created_at desc, id) where status in ('accepted', 'running')`.execute(
    db,
  );
}

/** Imported rows are deleted. The fields of a row are null if a purge erased them. */
async function imports(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_rows alter column fields drop not null`.execute(db);
  await sql`
    delete from import_rows using records
    where records.id = import_id and records.resource = 'import' and records.fields ->> 'status' = 'done'`.execute(
    db,
  );
}

/** A purge removes the profile and the notes of a purchase; everything else stays unchanged. */
async function purchases(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_transactions() returns trigger language plpgsql as $$
    declare
      free text[] := case when coalesce(current_setting('loyalty.moving', true), '') = 'on'
        then array['profile_id', 'fields'] else array['profile_id'] end;
    begin
      if tg_op = 'DELETE' then
        raise exception 'a transaction is not deleted';
      end if;
      if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
        raise exception 'a transaction is not changed once it is created';
      end if;
      return new;
    end $$`.execute(db);
}
