import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../../demo/service/database/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases. */
    databaseUrl: string;
  }
}

/** The PostgreSQL of a test run: `DATABASE_URL`, or one that is thrown away afterwards. */
export async function startDatabaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const folder = await mkdtemp(path.join(tmpdir(), 'loyalty-test-'));
  return startEmbedded({ folder, throwAway: true });
}
