import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../../demo/service/database/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases. */
    databaseUrl: string;
  }
}

const FOLDER = 'loyalty-test-';
const OLD_MS = 10 * 60_000;

/** The PostgreSQL of a test run: `DATABASE_URL`, or one that is thrown away afterwards. */
export async function startDatabaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  await sweep();
  return startEmbedded({ folder: await mkdtemp(path.join(tmpdir(), FOLDER)), throwAway: true });
}

/** A run that was killed leaves its server behind: joined and left, it stops, unless someone still uses it. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = path.join(tmpdir(), name);
    if (!name.startsWith(FOLDER) || Date.now() - (await stat(folder)).mtimeMs < OLD_MS) continue;
    await startEmbedded({ folder, throwAway: true }).then(
      (left) => left.stop(),
      // Another run sweeps too, or the folder belongs to someone else: not ours to clear up.
      () => {},
    );
  }
}
