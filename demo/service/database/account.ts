import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Who the database server runs as: PostgreSQL refuses root. Empty means: as ourselves. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * As root the server runs as the machine's `postgres` account, or as `nobody`: no account is created for a demo.
 * `program` must be reachable for that account, which it is not below a home directory such as `/root`.
 */
export function serverAccount(program: string): Account {
  if (process.getuid?.() !== 0) return {};
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (!account)
    throw new Error('PostgreSQL refuses root, and there is neither `postgres` nor `nobody` here.');
  const probe = spawnSync(program, ['--version'], { uid: account.uid, gid: account.gid, stdio: 'ignore' });
  if (probe.status === 0) return account;
  throw new Error(
    `PostgreSQL refuses root, and the account ${account.name} cannot run ${program}: ` +
      'start as an ordinary user, move this folder out of the home of root, or set DATABASE_URL.',
  );
}

function lookUp(name: string): { name: string; uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
