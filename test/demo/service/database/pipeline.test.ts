import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withNamedStatements } from '../../../../demo/service/database/named-statements.ts';
import { send, sendBeforeCommit, together } from '../../../../demo/service/database/pipeline.ts';
import type { Database, Tables } from '../../../../demo/service/database/tables.ts';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

const statement = (text: string) => CompiledQuery.raw(text);

describe('statements that are sent without waiting', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
  });
  afterAll(() => database?.drop());
  beforeEach(async () => {
    await sql`drop table if exists things`.execute(database.db);
    await sql`create table things (id integer primary key)`.execute(database.db);
  });
  const ids = async () =>
    (await sql<{ id: number }>`select id from things order by id`.execute(database.db)).rows;

  it('return the rows of each, in order', async () => {
    const rows = await inTransaction(database.db, (work) =>
      together(
        work,
        statement('insert into things values (1) returning id'),
        statement('select id from things'),
      ),
    );
    expect(rows).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    expect(await ids()).toEqual([{ id: 1 }]);
  });

  it('throw the first error, and roll the transaction back', async () => {
    const work = inTransaction(database.db, (work) =>
      together(
        work,
        statement('insert into things values (1)'),
        statement('select 1 / 0'),
        statement('insert into things values (2)'),
      ),
    );
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await ids()).toEqual([]);
  });

  it('are executed before later statements', async () => {
    const seen = await inTransaction(database.db, async (work) => {
      const { rows } = await send(work, statement('insert into things values (1) returning id'));
      const later = await sql`select id from things`.execute(work);
      return [await rows, later.rows];
    });
    expect(seen).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  it('are committed when they are the last ones, or the only ones', async () => {
    await inTransaction(database.db, (work) =>
      sendBeforeCommit(work, statement('insert into things values (1)')),
    );
    expect(await ids()).toEqual([{ id: 1 }]);
  });

  it('fail the transaction with their own error when they are the last ones', async () => {
    const work = inTransaction(database.db, async (work) => {
      await sql`insert into things values (1)`.execute(work);
      await sendBeforeCommit(work, statement('insert into things values (1)'));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([]);
  });

  it('have the transaction repeated after a serialization failure', async () => {
    let attempts = 0;
    await inTransaction(database.db, async (work) => {
      const fails = ++attempts === 1;
      await sql`insert into things values (1)`.execute(work);
      await sendBeforeCommit(
        work,
        statement(`do $$ begin if ${fails} then raise exception using errcode = '40001'; end if; end $$`),
      );
    });
    expect([attempts, await ids()]).toEqual([2, [{ id: 1 }]]);
  });

  it('that nobody waits for never end in a success', async () => {
    const work = database.db.transaction().execute(async (work) => {
      await sql`insert into things values (1)`.execute(work);
      await send(work, statement('select 1 / 0'));
    });
    await expect(work).rejects.toThrow('was rolled back');
    expect(await ids()).toEqual([]);
  });
});

describe('begin', () => {
  /** A connection that records each statement; the test settles the answers. */
  function recordingDatabase() {
    const sent: string[] = [];
    const answers: { resolve(): void; reject(error: Error): void }[] = [];
    const client = {
      query: (text: string) => {
        sent.push(text);
        return new Promise((resolve, reject) =>
          answers.push({
            resolve: () => resolve({ command: text.toUpperCase(), rowCount: 0, rows: [] }),
            reject,
          }),
        );
      },
      getTransactionStatus: () => 'I',
      release: () => {},
    };
    // Only what the service calls of a pool.
    const pool = { connect: async () => client, end: async () => {} } as unknown as pg.Pool;
    const db: Database = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: withNamedStatements(pool) }),
    });
    const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
    return { db, sent, answers, settled };
  }

  it('is sent with a first statement that reads', async () => {
    const { db, sent, answers, settled } = recordingDatabase();
    const work = inTransaction(db, (work) => sql`select 1`.execute(work));
    await settled();
    expect(sent).toEqual(['begin', 'select 1']);
    answers.forEach(({ resolve }) => resolve());
    await settled();
    expect(sent).toEqual(['begin', 'select 1', 'commit']);
    answers.forEach(({ resolve }) => resolve());
    await work;
  });

  it.each(['insert into things values (1)', 'with a as (delete from things) select 1'])(
    'is answered before a statement that may write: %s',
    async (text) => {
      const { db, sent, answers, settled } = recordingDatabase();
      const work = inTransaction(db, (work) => together(work, statement(text), statement('select 1')));
      await settled();
      expect(sent).toEqual(['begin']);
      answers[0]?.reject(new Error('cancelled'));
      await settled();
      answers.forEach(({ resolve }) => resolve());
      await expect(work).rejects.toThrow('cancelled');
      expect(sent).toEqual(['begin', 'rollback']);
    },
  );

  it('fails the transaction when only reads were sent with it', async () => {
    const { db, sent, answers, settled } = recordingDatabase();
    const work = inTransaction(db, async (work) => {
      await sql`select 1`.execute(work);
      await sql`insert into things values (1)`.execute(work);
    });
    await settled();
    answers[0]?.reject(new Error('cancelled'));
    answers[1]?.resolve();
    await settled();
    answers.forEach(({ resolve }) => resolve());
    await expect(work).rejects.toThrow('cancelled');
    expect(sent).toEqual(['begin', 'select 1', 'rollback']);
  });

  it('is not sent for a transaction without statements', async () => {
    const { db, sent } = recordingDatabase();
    await inTransaction(db, async () => {});
    expect(sent).toEqual([]);
  });
});
