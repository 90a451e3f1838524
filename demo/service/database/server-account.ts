import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binariesIn, type Binaries } from './binaries.ts';

export interface ServerFiles {
  readonly binaries: Binaries;
  readonly folder: string;
}

/**
 * Programs and data folder that the account of the server can access. Root may use folders that no other account can enter (`/root`,
 * `mktemp -d`): then the programs are copied and the data is stored elsewhere. Without an account both stay.
 */
export function accessibleFiles(
  account: Account | undefined,
  wanted: ServerFiles,
  log: (line: string) => void,
): ServerFiles {
  if (!account) return wanted;
  const binaries = canRun(account, wanted.binaries.initdb)
    ? wanted.binaries
    : copyOf(wanted.binaries, account);
  mkdirSync(wanted.folder, { recursive: true });
  if (canEnter(account, path.dirname(wanted.folder))) return { binaries, folder: wanted.folder };
  const folder = folderFor(`data ${wanted.folder}`, account);
  log(`Database: stored in ${folder}, because the account ${account.name} may not enter ${wanted.folder}.`);
  return { binaries, folder };
}

/** A copy of the programs, one per installed package; an incomplete copy is replaced. */
function copyOf(binaries: Binaries, account: Account): Binaries {
  const home = folderFor(`programs ${binaries.root}`, account);
  const copy = path.join(home, 'package');
  const complete = binariesIn(copy);
  if (existsSync(complete.initdb) && canRun(account, complete.initdb)) return complete;
  rmSync(copy, { recursive: true, force: true });
  // Renamed when it is complete: a killed start leaves no copy without libraries.
  const unfinished = mkdtempSync(`${copy}-`);
  cpSync(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, unfinished]);
  renameSync(unfinished, copy);
  if (canRun(account, complete.initdb)) return complete;
  throw new Error(
    `The account ${account.name} cannot run PostgreSQL: start as another user or set DATABASE_URL.`,
  );
}

/** A folder that belongs to the account, outside of home folders; always the same for a purpose. */
function folderFor(purpose: string, { uid, gid }: Account): string {
  const name = createHash('sha256').update(purpose).digest('hex').slice(0, 16);
  const folder = path.join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), `loyalty-elements-${name}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
  }
  // Any account can create folders there: one of another account, or a symbolic link, is not used.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} belongs to another account.`);
  return folder;
}

/** The account of the database server: PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account that runs the database server, because PostgreSQL refuses to run as root: `postgres` if this machine has it, otherwise
 * `nobody`. No account is created. `undefined` if this process is not root: the server then runs under the account of this process.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (!account)
    throw new Error('PostgreSQL refuses root, and there is neither `postgres` nor `nobody` here.');
  return account;
}

/** Whether an account can run a program and load its libraries: tried by running it. */
export function canRun({ uid, gid }: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { uid, gid, stdio: 'ignore' }).status === 0;
}

/** Whether an account can enter a folder and all its parents. */
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
