import { sql, type Kysely, type Migration } from 'kysely';

/** Codes that people type are found in any case, with and without separators. */
export const typedCodesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create function typed_code(code text) returns text language sql immutable strict parallel safe as $$
        select coalesce(nullif(upper(regexp_replace(code, E'[[:space:][:punct:]\\u2010-\\u2015\\u2212]', '', 'g')), ''), code)
      $$`.execute(db);
    // Not unique: earlier versions stored two spellings of a number as two credits.
    await sql`create index credits_typed_number on credits (typed_code(credit_number))`.execute(db);
    await sql`create index rewards_typed_code on rewards (typed_code(code))`.execute(db);
    await sql`
      create index claims_typed_receipt on records (typed_code(fields ->> 'receipt_ref')) where resource = 'transaction-claim'`.execute(
      db,
    );
    await sql`
      create index transactions_typed_receipt on transactions (typed_code(receipt_ref)) where receipt_ref is not null`.execute(
      db,
    );
  },
};
