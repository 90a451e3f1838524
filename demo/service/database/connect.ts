import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { withNamedStatements } from './named-statements.ts';
import type { Database, Tables } from './tables.ts';

const BIGINT = 20;
const TIMEOUT_MS = 10_000;

/** Reads bigint as a number, because ids and points stay below 2^53; other types as the driver does. */
export const bigintAsNumber = new pg.TypeOverrides();
bigintAsNumber.setTypeParser(BIGINT, Number);

/** `pipeline`: a statement is sent although the one before has not been answered yet (`pipeline.ts`). */
export const poolOptions = { types: bigintAsNumber, pipeline: true };

/**
 * A pool of connections; `db.destroy()` closes it. Statements and locks of requests time out after 10 seconds, those of migrations
 * and of the seed (`maintenance`) do not, because they can take long.
 */
export function connect(
  databaseUrl: string,
  options: { maintenance?: boolean; timeoutMs?: number } = {},
): Database {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const timeouts = {
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    // The driver's own limit: a server that the network no longer reaches cannot end a statement. Longer than the server's limits,
    // because statements that are sent together wait for each other.
    query_timeout: 2 * timeoutMs,
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'loyalty service',
    connectionTimeoutMillis: timeoutMs,
    ...(options.maintenance ? { max: 1 } : { max: 10, ...timeouts }),
    ...poolOptions,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => {});
  // The same for a connection in use: its query fails, and so the request does.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({
    // Migrations change the result types of statements, so theirs are not prepared by name.
    dialect: new PostgresDialect({ pool: options.maintenance ? pool : withNamedStatements(pool) }),
  });
}
