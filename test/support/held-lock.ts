import pg from 'pg';
import { expect, onTestFinished } from 'vitest';

/** Locks of a transaction that stays open, so that another process waits for them in the middle of its work. */
export interface HeldLock {
  /** How many connections wait for it. */
  waiting(): Promise<number>;
  /** Ends the transaction. */
  end(): Promise<void>;
}

/** Runs a statement that locks rows or a table, in a transaction of its own. A test that fails leaves no lock behind. */
export async function holdLock(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<HeldLock> {
  const [holder, watcher] = [databaseUrl, databaseUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    await Promise.all([holder!.end(), watcher!.end()]);
  };
  onTestFinished(end);
  await Promise.all([holder!.connect(), watcher!.connect()]);
  await holder!.query('begin');
  const { rows } = await holder!.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { rowCount, command } = await holder!.query(statement, [...values]);
  // A lock of no row holds nothing.
  expect(command === 'LOCK' || Number(rowCount) > 0).toBe(true);
  return {
    async waiting() {
      const found = await watcher!.query(
        'select from pg_stat_activity where $1::integer = any(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return found.rows.length;
    },
    end,
  };
}
