import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** How often a text is asked before it gets a name: as often as PostgreSQL plans it anew in any case. */
const PROVEN = 5;
/** Each connection keeps a plan for each name, so there are only so many; what callers vary goes on without. */
const MAX_NAMES = 256;
const MAX_CANDIDATES = 1_000;
const MAX_CHARACTERS = 10_000;

/** A plan whose result changed, as that of `select *` does when another process migrates. */
const hasChanged = (error: unknown) => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

export interface StatementNames {
  /** The name of a text that is asked often, or `undefined`. */
  nameOf(text: string): string | undefined;
  /** All names are new from now on: connections prepare again. */
  renew(): void;
}

/** Names for statements by their text; one text never has two names at a time, and two texts never have one. */
export function statementNames(): StatementNames {
  const names = new Map<string, string>();
  const candidates = new Map<string, number>();
  let given = 0;
  return {
    nameOf(text) {
      const name = names.get(text);
      if (name || names.size >= MAX_NAMES || text.length > MAX_CHARACTERS) return name;
      const asked = (candidates.get(text) ?? 0) + 1;
      if (asked < PROVEN) {
        if (candidates.size >= MAX_CANDIDATES) candidates.clear();
        candidates.set(text, asked);
        return undefined;
      }
      candidates.delete(text);
      names.set(text, `loyalty_${++given}`);
      return names.get(text);
    },
    renew: () => names.clear(),
  };
}

/**
 * The pool for Kysely, with prepared statements for what is asked often: PostgreSQL then parses and plans a text once for a
 * connection and not for each request. Statements without values keep the simple protocol.
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
      // A transaction is lost, and refused; what stood alone has done nothing yet and is asked again.
      if (inTransaction) throw error;
      return await client.query(text, values);
    }
  };
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}
