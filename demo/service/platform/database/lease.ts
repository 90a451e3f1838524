import pg from 'pg';

/** Any number that nothing else in this database locks. */
const LEASE_KEY = 7_201_936;

/**
 * A share in a running database server: a session that lives as long as the process, so that even `kill -9` gives the
 * share back. Whoever gives back the last share may stop the server.
 */
export interface Lease {
  /** True when nobody else has a share. */
  release(): Promise<boolean>;
}

/** Takes a share. `onLost` is told when the server ends the session, which only a server that goes away does. */
export async function takeLease(databaseUrl: string, onLost: () => void): Promise<Lease> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'loyalty lease',
    keepAlive: true,
  });
  let given = false;
  session.on('error', () => {});
  await session.connect();
  session.on('end', () => given || onLost());
  await session.query('select pg_advisory_lock_shared($1)', [LEASE_KEY]);
  return {
    async release() {
      given = true;
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
