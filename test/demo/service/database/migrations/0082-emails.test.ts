import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailsMigration } from '../../../../../demo/service/database/migrations/0082-emails.ts';
import { freshDatabase, type FreshDatabase } from '../../../../support/database-fresh.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('migration 0082 › reports profiles whose e-mail differs only in case, changes nothing, and succeeds after they are merged', async () => {
  const { db } = database;
  const migrate = () => db.transaction().execute((work) => emailsMigration.up(work));
  // The state before the migration, when two profiles could have these addresses.
  await sql`drop index profiles_email`.execute(db);
  for (const [id, email] of [
    ['first', 'Same@Example.com'],
    ['second', 'same@example.com'],
    ['third', 'other@example.com'],
  ]) {
    await sql`insert into profiles (id, email) values (${id}, ${email})`.execute(db);
  }
  // An identity counts like the e-mail of the profile.
  await sql`insert into identities (profile_id, namespace, value) values ('first', 'email', 'OTHER@example.com')`.execute(
    db,
  );
  await expect(migrate()).rejects.toThrow(
    'Several profiles have the same e-mail address: other@example.com (first, third); same@example.com (first, second). Merge them, then start again.',
  );
  const { rows } = await sql<{
    email: string;
  }>`select email from profiles where id in ('first', 'second') order by id`.execute(db);
  expect(rows.map(({ email }) => email)).toEqual(['Same@Example.com', 'same@example.com']);

  await sql`update profiles set email = null where id in ('second', 'third')`.execute(db);
  await migrate();
  const again = sql`insert into profiles (id, email) values ('fourth', 'SAME@example.com')`.execute(db);
  await expect(again).rejects.toThrow('profiles_email');
  const identity = await sql<{
    value: string;
  }>`select value from identities where profile_id = 'first' and namespace = 'email'`.execute(db);
  expect(identity.rows.map(({ value }) => value)).toEqual(['other@example.com']);
});
