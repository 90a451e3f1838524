import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledStatement } from '../../../../demo/service/database/compiled-statement.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

interface Pair {
  readonly first: number;
  readonly second: string;
}

describe('compiled statement', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
  });
  afterAll(() => database?.drop());

  it('binds the values of each call, in any position and more than once', async () => {
    let builds = 0;
    const read = compiledStatement<Pair, Pair & { readonly again: string }>(
      ['first', 'second'],
      ({ first, second }) => {
        builds += 1;
        return sql`select ${second}::text as second, ${first}::integer + ${0}::integer as first, ${second}::text as again`;
      },
    );
    const both = await Promise.all([
      read(database.db, { first: 1, second: 'a' }),
      read(database.db, { second: 'b', first: 2 }),
    ]);
    expect(both).toEqual([[{ first: 1, second: 'a', again: 'a' }], [{ first: 2, second: 'b', again: 'b' }]]);
    expect(builds).toBe(1);
  });

  it('binds values in conditions of the query builder', async () => {
    await sql`create table pairs (first integer, second text)`.execute(database.db);
    await sql`insert into pairs values (1, 'a'), (2, 'b')`.execute(database.db);
    const read = compiledStatement<Pick<Pair, 'first'>, Pair>(
      ['first'],
      // The query builder has types only for the tables of the service.
      ({ first }, db) =>
        sql`${db
          .selectFrom('pairs' as never)
          .selectAll()
          .where('first' as never, '=', first as never)}`,
    );
    expect(await read(database.db, { first: 2 })).toEqual([{ first: 2, second: 'b' }]);
  });

  it.each([
    ['calculates with a value', ({ first }: Pair) => sql`select ${-first}::integer`],
    ['converts a value to text', ({ second }: Pair) => sql`select ${`${second}!`}::text`],
  ])('throws when its SQL text %s', async (_, build) => {
    const read = compiledStatement<Pair, unknown>(['first', 'second'], build);
    await expect(read(database.db, { first: 1, second: 'a' })).rejects.toThrow(
      /depends on its value (first|second)/,
    );
  });

  it('runs in the given transaction', async () => {
    const insert = compiledStatement<Pick<Pair, 'first'>, unknown>(
      ['first'],
      ({ first }) => sql`insert into pairs values (${first}, 'undone')`,
    );
    const undone = database.db.transaction().execute(async (work) => {
      await insert(work, { first: 3 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const { rows } = await sql`select from pairs where second = 'undone'`.execute(database.db);
    expect(rows).toHaveLength(0);
  });
});
