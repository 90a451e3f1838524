import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { record } from '../../../../src/services/transport/read.ts';

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
  return {
    connect: async () => clientOf(await pool.connect(), names),
    end: () => pool.end(),
  };
}

function clientOf(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const query = async (text: string, values: unknown[]) => {
    const name = values.length > 0 ? names.nameOf(text) : undefined;
    if (!name) return await client.query(text, values);
    const inTransaction = client.getTransactionStatus() !== 'I';
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
  // Kysely's type also has a method for cursors, which only its streams call; the service does not use them.
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}
