import { Writable } from 'node:stream';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { record } from '../../../src/services/transport/read.ts';

/** Executions before a statement gets a name: PostgreSQL makes a new plan for that many executions anyway. */
const EXECUTIONS_BEFORE_NAME = 5;
/** Each connection stores a plan per name, so their number is limited; further statements stay unnamed. */
const MAX_NAMES = 256;
const MAX_CANDIDATES = 1_000;
const MAX_CHARACTERS = 10_000;

/** Whether the result type of a stored plan has changed, as that of `select *` does when another process migrates. */
const hasChanged = (error: unknown) => {
  const { code, routine } = record(error);
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

export interface StatementNames {
  /** The name of a frequent statement, or `undefined`. */
  nameOf(text: string): string | undefined;
  /** Discards all names, so that connections prepare their statements again. */
  renew(): void;
}

/** Names for statements by their text: one name per text, and never the same name for two texts. */
export function statementNames(): StatementNames {
  const names = new Map<string, string>();
  const candidates = new Map<string, number>();
  let count = 0;
  return {
    nameOf(text) {
      const name = names.get(text);
      if (name || names.size >= MAX_NAMES || text.length > MAX_CHARACTERS) return name;
      const executions = (candidates.get(text) ?? 0) + 1;
      if (executions < EXECUTIONS_BEFORE_NAME) {
        if (candidates.size >= MAX_CANDIDATES) candidates.clear();
        candidates.set(text, executions);
        return undefined;
      }
      candidates.delete(text);
      names.set(text, `loyalty_${++count}`);
      return names.get(text);
    },
    renew: () => names.clear(),
  };
}

/**
 * A pool for Kysely that prepares frequent statements: PostgreSQL then parses and plans them once per connection. Statements without
 * values use the simple protocol.
 */
export function withNamedStatements(pool: pg.Pool, names = statementNames()): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? clientOf(client, names);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** A read can be sent before `begin` is answered: if that fails, the read is executed outside of the transaction and changes nothing. */
const READ = /^\s*\(?\s*select\b/i;

const emptyResult = { command: '', rowCount: null, rows: [] };

function clientOf(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  // `begin` is sent with the first statement of its transaction, in one round trip.
  let isOpening = false;
  /** The answer to `begin`, until it is there. */
  let opened: Promise<unknown> | undefined;
  /** Whether a statement waits for it: all later ones then wait too. */
  let isHeld = false;

  const begin = () => {
    isOpening = isHeld = false;
    // After a failure it stays, so that no statement of the transaction is executed.
    opened = client.query('begin').then(() => {
      opened = undefined;
    });
    return opened;
  };
  const end = async (text: string) => {
    const isEmpty = isOpening;
    isOpening = false;
    if (isEmpty) return emptyResult;
    // Not before the statements that wait for `begin`.
    await opened?.catch(() => {});
    opened = undefined;
    const result = await client.query(text);
    // A `commit` after a failed statement is answered with `ROLLBACK` and no error.
    if (text === 'commit' && result.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because one of its statements failed.');
    return result;
  };
  const send = async (text: string, values: unknown[], inTransaction: boolean) => {
    const name = values.length > 0 ? names.nameOf(text) : undefined;
    if (!name) return await client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!hasChanged(error)) throw error;
      names.renew();
      // Inside a transaction the error has aborted it. A single statement had no effect, so it is repeated.
      if (inTransaction) throw error;
      return await client.query(text, values);
    }
  };
  const query = async (text: string, values: unknown[]) => {
    if (text === 'begin') {
      isOpening = true;
      return emptyResult;
    }
    writeOnce(client);
    if (text === 'commit' || text === 'rollback') return await end(text);
    const answered = isOpening ? begin() : opened;
    if (!answered) return await send(text, values, client.getTransactionStatus() !== 'I');
    isHeld ||= !READ.test(text);
    if (isHeld) await answered;
    const [opening, result] = await Promise.allSettled([answered, send(text, values, true)]);
    if (opening.status === 'rejected') throw opening.reason;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
  // Kysely's type also has a method for cursors, which only its streams call; the service does not use them.
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}

/** Writes everything that is sent until the next tick at once: each write to the socket wakes PostgreSQL up. */
function writeOnce(client: pg.PoolClient): void {
  // The driver's types leave its connection out.
  const { stream } = record(Reflect.get(client, 'connection'));
  if (!(stream instanceof Writable) || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
