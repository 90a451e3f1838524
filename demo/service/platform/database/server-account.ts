import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, rmSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binariesIn, type Binaries } from './binaries.ts';

export interface Place {
  readonly binaries: Binaries;
  readonly folder: string;
}

/**
 * Root works in folders nobody else may enter (`/root`, `mktemp -d`), the account of the server may not: then the
 * programs are copied, and the data kept, where it may. Everyone else stays where they are.
 */
export function placeFor(account: Account | undefined, wanted: Place, say: (line: string) => void): Place {
  if (!account) return wanted;
  const binaries = canRun(account, wanted.binaries.initdb)
    ? wanted.binaries
    : copyOf(wanted.binaries, account);
  mkdirSync(wanted.folder, { recursive: true });
  if (canEnter(account, path.dirname(wanted.folder))) return { binaries, folder: wanted.folder };
  const folder = shelter(`data ${wanted.folder}`, account);
  say(`Database: kept in ${folder}, because the account ${account.name} may not enter ${wanted.folder}.`);
  return { binaries, folder };
}

/** One copy per installed package, made anew when a copy was cut short. */
function copyOf(binaries: Binaries, account: Account): Binaries {
  const home = shelter(`programs ${binaries.root}`, account);
  const copy = path.join(home, 'package');
  const complete = binariesIn(copy);
  if (existsSync(complete.initdb) && canRun(account, complete.initdb)) return complete;
  rmSync(copy, { recursive: true, force: true });
  cpSync(binaries.root, copy, { recursive: true, verbatimSymlinks: true });
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, copy]);
  if (canRun(account, complete.initdb)) return complete;
  throw new Error(
    `The account ${account.name} cannot run PostgreSQL: start as another user or set DATABASE_URL.`,
  );
}

/** A folder of the account's own, outside every home, the same one each time. */
function shelter(purpose: string, { uid, gid }: Account): string {
  const name = createHash('sha256').update(purpose).digest('hex').slice(0, 16);
  const folder = path.join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), `loyalty-elements-${name}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
  }
  // Everyone may make folders there: one that is not ours, or leads elsewhere, is not used.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} belongs to someone else.`);
  return folder;
}

/** Who the database server runs as: PostgreSQL refuses root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * As root the server runs as the machine's `postgres` account, or as `nobody`: no account is created for a demo.
 * Undefined for everyone else: the server then runs as ourselves.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (!account)
    throw new Error('PostgreSQL refuses root, and there is neither `postgres` nor `nobody` here.');
  return account;
}

/** Whether an account can run a program with everything it loads: asked by running it. */
export function canRun({ uid, gid }: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { uid, gid, stdio: 'ignore' }).status === 0;
}

/** Whether an account can enter a folder and all that are above it. */
export function canEnter({ uid, gid }: Account, folder: string): boolean {
  const { uid: owner, gid: group, mode } = statSync(folder);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  const above = path.dirname(folder);
  return (mode & bit) !== 0 && (above === folder || canEnter({ name: '', uid, gid }, above));
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
