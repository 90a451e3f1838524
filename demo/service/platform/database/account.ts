import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

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
