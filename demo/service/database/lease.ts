import pg from 'pg';

/** Key of the advisory lock; no other code in this database uses it. */
const LEASE_KEY = 7_201_936;

/**
 * A shared lock on a running database server, held by a session that ends with the process, so that even `kill -9` releases it. The
 * process that releases the last lease may stop the server.
 */
export interface Lease {
  /** True if no other process has a lease. */
  release(): Promise<boolean>;
}

/** Takes a lease. `onLost` is called when the server ends the session, that is, when the server stops. */
export async function takeLease(databaseUrl: string, onLost: () => void): Promise<Lease> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'loyalty lease',
    keepAlive: true,
  });
  let released = false;
  session.on('error', () => {});
  await session.connect();
  session.on('end', () => released || onLost());
  await session.query('select pg_advisory_lock_shared($1)', [LEASE_KEY]);
  return {
    async release() {
      released = true;
      try {
        await session.query('select pg_advisory_unlock_shared($1)', [LEASE_KEY]);
        const { rows } = await session.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
          LEASE_KEY,
        ]);
        return rows[0]?.last ?? false;
      } catch {
        return false;
      } finally {
        await session.end().catch(() => {});
      }
    },
  };
}
