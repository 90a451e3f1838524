import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readKeys } from '../../demo/service/auth/secret-keys.ts';
import { connect } from '../../demo/service/database/connect.ts';
import { startEmbedded } from '../../demo/service/database/embedded.ts';
import { migrate } from '../../demo/service/database/migrate.ts';
import { seed } from '../../demo/service/seed/seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases. */
    databaseUrl: string;
    /** The name of a database with schema and sample data: a copy costs less than filling another one. */
    databaseTemplate: string;
  }
}

/** The keys of the secrets in the databases of tests. */
export const KEYS = `tests:${'k'.repeat(43)}`;
export const SECRET_KEYS = readKeys(KEYS);

/** The secret of the shop in tests: the one of the published vector. */
export const SECRET = 's3cret';

const FOLDER = 'loyalty-test-';
const OLD_MS = 10 * 60_000;

/** The PostgreSQL of a test run: `DATABASE_URL`, or one that is thrown away afterwards. */
export async function startDatabaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  await sweep();
  const folder = await mkdtemp(path.join(tmpdir(), FOLDER));
  const server = await startEmbedded({ folder, throwAway: true });
  const stopAtExit = () => signalServer(server.files);
  process.once('exit', stopAtExit);
  return {
    url: server.url,
    async stop() {
      process.off('exit', stopAtExit);
      await server.stop();
    },
  };
}

/** Vitest that is told to end does not wait for its teardown. The next run clears the folder up. */
function signalServer(files: string): void {
  try {
    const [id] = readFileSync(path.join(files, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(id), 'SIGINT'); // PostgreSQL ends all connections, and then itself
  } catch {
    // it has stopped already
  }
}

/** A run that was killed leaves its server behind: joined and left, it stops, unless someone still uses it. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = path.join(tmpdir(), name);
    if (!name.startsWith(FOLDER)) continue;
    // Another run may have removed its folder since.
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs < OLD_MS) continue;
    await startEmbedded({ folder, throwAway: true }).then(
      (left) => left.stop(),
      // Another run sweeps too, or the folder belongs to someone else: not ours to clear up.
      () => {},
    );
  }
}

export interface MadeDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database, or a copy of a template that nothing is connected to. */
export async function createDatabase(serverUrl: string, template?: string): Promise<MadeDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copied as files: through the write-ahead log, as is the default, the first copies take several times as long.
  await administer(
    serverUrl,
    `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`,
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => administer(serverUrl, `drop database ${name} with (force)`) };
}

/** Schema and sample data. */
export async function fill(url: string): Promise<void> {
  const db = connect(url);
  await migrate(db);
  await seed(db, { secret: SECRET, secretKeys: SECRET_KEYS, users: true });
  await db.destroy();
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
