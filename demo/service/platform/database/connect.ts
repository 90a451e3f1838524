import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { withNamedStatements } from './named-statements.ts';
import type { Database, Tables } from './tables.ts';

const BIGINT = 20;
const TIMEOUT_MS = 10_000;

/** Ids and points stay below 2^53, so bigint can be a number; everything else as the driver has it. */
export const bigintAsNumber = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === BIGINT ? Number : (pg.types.getTypeParser(type, format as 'text') as (value: string) => unknown),
} as pg.CustomTypesConfig;

/**
 * A pool of connections. Give it back with `db.destroy()`. Nothing a request does may take longer than 10 seconds;
 * migrations and sample data may (`patient`).
 */
export function connect(databaseUrl: string, options: { patient?: boolean } = {}): Database {
  const bounds = {
    statement_timeout: TIMEOUT_MS,
    lock_timeout: TIMEOUT_MS,
    idle_in_transaction_session_timeout: TIMEOUT_MS,
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'loyalty service',
    connectionTimeoutMillis: TIMEOUT_MS,
    ...(options.patient ? { max: 1 } : { max: 10, ...bounds }),
    types: bigintAsNumber,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks at work: its query is refused, and that is what the request answers.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({
    // Migrations change what statements mean, so theirs are prepared each time.
    dialect: new PostgresDialect({ pool: options.patient ? pool : withNamedStatements(pool) }),
  });
}
