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

export async function takeLease(databaseUrl: string): Promise<Lease> {
  const session = new pg.Client({ connectionString: databaseUrl, application_name: 'loyalty lease' });
  // A server that goes away ends the session: the queries of the service report that, this one has nothing to add.
  session.on('error', () => {});
  await session.connect();
  await session.query('select pg_advisory_lock_shared($1)', [LEASE_KEY]);
  return {
    async release() {
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
