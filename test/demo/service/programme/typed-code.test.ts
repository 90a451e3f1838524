import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typedTextMigration } from '../../../../demo/service/database/migrations/0210-typed-text.ts';
import { typedCode } from '../../../../src/services/transport/typed-text.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

describe('typed_code of the database', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const inDatabase = async (codes: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await sql<{ typed: string }>`
      select typed_code(code) as typed from unnest(${codes}::text[]) with ordinality as given (code, place) order by place`.execute(
      database.db,
    );
    return rows.map(({ typed }) => typed);
  };

  it('has the form of typedCode for every character of Unicode that both know', async () => {
    // Assigned characters only: the others may have a form in the newer of two versions of Unicode.
    const { rows } = await sql<{ known: string }>`
      select string_agg(chr(code), '' order by code) as known from generate_series(1, 1114111) as code
      where code not between 55296 and 57343 and unicode_assigned(chr(code))`.execute(database.db);
    const known = [...rows[0]!.known].filter((character) => /\P{Cn}/u.test(character));
    expect(known.length).toBeGreaterThan(150_000);
    // Letters without case (ideographs, syllables) are many, and all alike.
    // A digit beside it: a separator alone stays as it is.
    const codes = known
      .filter((character, at) => at % 32 === 0 || !/\p{Lo}/u.test(character))
      .map((character) => `${character}7`);
    const different: string[] = [];
    for (let start = 0; start < codes.length; start += 5_000) {
      const part = codes.slice(start, start + 5_000);
      const typed = await inDatabase(part);
      different.push(...part.filter((code, at) => typedCode(code) !== typed[at]));
    }
    expect(different.map((code) => code.codePointAt(0)!.toString(16))).toEqual([]);
  });

  it('has the form of typedCode for every text', async () => {
    const code = fc
      .string({
        unit: fc.constantFrom(...' –-.\u200baÄäßΣςİıéÉ\u0301\u02db\u1112\u1161ﬁ１٣+中'),
        maxLength: 12,
      })
      .filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(code, { maxLength: 50 }), async (codes) => {
        expect(await inDatabase(codes)).toEqual(codes.map(typedCode));
      }),
    );
  });

  it('replaces the form of before: indexes find stored codes, announced dates are not announced again', async () => {
    const { db } = database;
    // The function and the rows of a database before the migration.
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select relname as name, pg_get_indexdef(oid) as definition from pg_class
      where relkind = 'i' and pg_get_indexdef(oid) like '%typed_code(%'`.execute(db);
    expect(indexes).toHaveLength(5);
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`
      create or replace function typed_code(code text) returns text language sql immutable strict parallel safe as $$
        select coalesce(nullif(upper(regexp_replace(code, E'[[:space:][:punct:]\\u2010-\\u2015\\u2212]', '', 'g')), ''), code)
      $$`.execute(db);
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await sql`
      insert into records (resource, fields)
      values ('transaction-claim', jsonb_build_object('receipt_ref', ${'till\u00a0no-ä1'}::text))`.execute(
      db,
    );
    const subjects = [
      'customer-date/Äpfel/2026-05-01',
      'customer-date/äpfel/2026-05-01',
      'staff-date/tea/day/2026-05-02',
      '12/2026-05-03',
    ];
    for (const subject of subjects)
      await sql`
        insert into notices (profile_id, kind, subject) values ('profile-1002', 'date.reached', ${subject})`.execute(
        db,
      );

    await db.transaction().execute((work) => typedTextMigration.up(work));

    const found = await db.transaction().execute(async (work) => {
      await sql`set local enable_seqscan = off`.execute(work);
      return sql`select id from records
        where resource = 'transaction-claim' and typed_code(fields ->> 'receipt_ref') = ${typedCode('TILL NO Ä1')}`.execute(
        work,
      );
    });
    expect(found.rows).toHaveLength(1);
    const notices = await sql<{ subject: string }>`
      select subject from notices where profile_id = 'profile-1002' and kind = 'date.reached' and subject ~ '2026-05-0[123]$'
      order by subject`.execute(db);
    expect(notices.rows.map(({ subject }) => subject)).toEqual([
      '12/2026-05-03',
      'customer-date/äpfel/2026-05-01',
      'staff-date/teaday/2026-05-02',
    ]);
  });
});
