import pg from 'pg';

const TIMEOUT_MS = 10_000;

/** `DATABASE_URL` leads to no database; the message says what to change. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

/**
 * Connects once, so that a wrong address is reported as one, and not as the failure of a migration.
 * @throws DatabaseUrlError
 */
export async function checkDatabaseUrl(url: string): Promise<void> {
  // The driver reads other texts as addresses of a host "base".
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) {
    throw new DatabaseUrlError(
      'DATABASE_URL is not the address of a PostgreSQL database, such as postgres://user:password@127.0.0.1:5432/loyalty.',
    );
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  // The address without the password.
  const address = `${client.host}:${client.port}`;
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUrlError(`DATABASE_URL: ${reasonOf(error, address)}`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

function reasonOf(error: unknown, address: string): string {
  if (error instanceof pg.DatabaseError) return `the PostgreSQL at ${address} refuses it: ${error.message}.`;
  const { code, message } = error as NodeJS.ErrnoException;
  return `no PostgreSQL answers at ${address} (${code ?? message}). Start it, or leave DATABASE_URL empty to use the one that comes with the packages.`;
}
