import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statementNames } from '../../../../demo/service/database/named-statements.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

const often = async (work: () => Promise<unknown>, times = 12) => {
  for (let time = 0; time < times; time++) await work();
};

describe('statement names', () => {
  it('are assigned at the fifth execution, and stay the same', () => {
    const { nameOf } = statementNames();
    const given = Array.from({ length: 7 }, () => nameOf('select $1'));
    expect(given.slice(0, 4)).toEqual(Array(4).fill(undefined));
    expect(given[4]).toEqual(expect.any(String));
    expect(new Set(given.slice(4)).size).toBe(1);
  });

  it('are limited in number', () => {
    const { nameOf } = statementNames();
    const names = new Set<string | undefined>();
    for (let text = 0; text < 2_000; text++) {
      for (let time = 0; time < 5; time++) names.add(nameOf(`select ${text}`));
    }
    names.delete(undefined);
    expect(names.size).toBe(256);
  });

  it('are not assigned to long statements', () => {
    const { nameOf } = statementNames();
    const text = `select ${'x'.repeat(10_000)}`;
    expect(Array.from({ length: 9 }, () => nameOf(text))).toEqual(Array(9).fill(undefined));
  });

  it('differ after a renewal', () => {
    const names = statementNames();
    const ask = () => Array.from({ length: 5 }, () => names.nameOf('select $1')).at(-1);
    const before = ask();
    names.renew();
    expect(ask()).not.toBe(before);
  });
});

describe('connection with named statements', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
  });
  afterAll(() => database?.drop());
  beforeEach(async () => {
    await sql`drop table if exists things`.execute(database.db);
    await sql`create table things (id integer)`.execute(database.db);
    await sql`insert into things values (1)`.execute(database.db);
  });
  const find = async (db = database.db) => (await sql`select * from things where id = ${1}`.execute(db)).rows;

  it('prepares frequent statements', async () => {
    await often(find.bind(null, database.db));
    await database.db.connection().execute(async (db) => {
      await find(db);
      const { rows } = await sql`
        select 1 from pg_prepared_statements where statement like 'select * from things%'`.execute(db);
      expect(rows).toHaveLength(1);
    });
  });

  it('works after another process changed the table', async () => {
    await often(() => find());
    await sql`alter table things add column name text default 'new'`.execute(database.db);
    expect(await find()).toEqual([{ id: 1, name: 'new' }]);
  });

  it('fails one transaction after such a change, and no second one', async () => {
    const inTransaction = () => database.db.transaction().execute((db) => find(db));
    await often(inTransaction);
    await sql`alter table things add column name text default 'new'`.execute(database.db);
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' });
    await often(async () => expect(await inTransaction()).toEqual([{ id: 1, name: 'new' }]));
  });

  it('throws the same errors as without a name', async () => {
    const divide = (by: number) => sql`select 1 / ${by}::integer as result`.execute(database.db);
    await often(() => divide(1));
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect((await divide(1)).rows).toEqual([{ result: 1 }]);
  });
});
