import type { CompiledQuery } from 'kysely';
import type { Database, Work } from './tables.ts';

// PostgreSQL executes the statements of a connection in the order in which they arrive, each after the locks of the one before, and
// each sees what was committed until then. So a statement that does not depend on the result of another one need not wait for it.

type Statements<Rows extends readonly unknown[]> = {
  readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]>;
};

/** Sends statements in one round trip and returns the rows of each. If one fails, the later ones of a transaction fail too. */
export async function together<Rows extends readonly unknown[]>(
  db: Database,
  ...statements: Statements<Rows>
): Promise<{ [Index in keyof Rows]: Rows[Index][] }>;
export async function together(db: Database, ...statements: readonly CompiledQuery[]): Promise<unknown[][]> {
  return await db.getExecutor().provideConnection(async (connection) => {
    // Waits for all of them also after a failure, so that nothing is under way when the connection is released.
    const results = await Promise.allSettled(statements.map((one) => connection.executeQuery(one)));
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value.rows;
    });
  });
}

/** Rows of a statement that was sent. Inside an object, because `await` would wait for a bare promise. */
export interface Sent<Row> {
  readonly rows: Promise<Row[]>;
}

/**
 * Sends a statement of a transaction and does not wait for its rows: what the transaction sends next goes in the same round trip.
 * Read `rows` before the transaction ends.
 */
export async function send<Row>(work: Database, statement: CompiledQuery<Row>): Promise<Sent<Row>> {
  return await work.getExecutor().provideConnection(async (connection) => {
    const rows = connection.executeQuery<Row>(statement).then((result) => result.rows);
    // Its reader gets the error. Without a listener until then, Node would end the process.
    rows.catch(() => {});
    return { rows };
  });
}

const sentBeforeCommit = new WeakMap<Database, Promise<unknown>[]>();

/**
 * Sends the last writes of a transaction in one round trip with its `commit`. If one fails, PostgreSQL rolls the transaction back
 * at the `commit`, and `inTransaction` throws its error. Elsewhere, as in a savepoint, waits for the statement.
 */
export async function sendBeforeCommit(work: Database, statement: CompiledQuery): Promise<void> {
  const { rows } = await send(work, statement);
  const others = sentBeforeCommit.get(work);
  if (others) others.push(rows);
  else await rows;
}

/** A transaction in which `sendBeforeCommit` need not wait. */
export async function transactionWithPipeline<T>(db: Database, work: (work: Work) => Promise<T>): Promise<T> {
  const sent: Promise<unknown>[] = [];
  try {
    return await db.transaction().execute((transaction) => {
      sentBeforeCommit.set(transaction, sent);
      return work(transaction);
    });
  } catch (error) {
    // The `commit`, or a later statement, only reports that the transaction has failed.
    for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
    throw error;
  }
}
