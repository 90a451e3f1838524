import { isIP } from 'node:net';
import { isLoopback, isLoopbackIp } from '../../../src/services/transport/loopback.ts';
import { PUBLISHED, secretOf, type PublishedName } from '../../sample/published.ts';
import { shop } from '../../sample/shop.ts';
import { users } from '../../sample/users.ts';
import { fitsPassword } from '../auth/passwords.ts';
import type { SecretKeys } from '../auth/secret-keys.ts';
import { sealSecrets, secretsOf } from '../auth/shop-secrets.ts';
import { hashOf } from '../auth/tokens.ts';
import type { Database } from '../database/tables.ts';

/** A published secret where others could use it. The message names the variables to set. */
export class PublishedSecretError extends Error {
  override readonly name = 'PublishedSecretError';

  constructor(names: readonly string[], why: string) {
    super(`${names.join(', ')}: ${why}`);
  }
}

/** Whether only programs of this machine reach a server that listens there. */
export const isLocal = (host: string): boolean => isLoopback(host) || (isIP(host) > 0 && isLoopbackIp(host));

const isPublishedSecret = (text: string): boolean => Object.values<string>(PUBLISHED).includes(text);

/**
 * The secrets that a service may start with: on an address that others reach, each of its own.
 * @throws PublishedSecretError
 */
export function checkOwnSecrets(host: string, secrets: Readonly<Record<string, string | undefined>>): void {
  if (isLocal(host)) return;
  const names = Object.keys(secrets).filter((name) => {
    const secret = secrets[name];
    return !secret || isPublishedSecret(secret);
  });
  if (names.length > 0)
    throw new PublishedSecretError(
      names,
      `others reach ${host}, and the default is published. Set a secret of your own, or listen on 127.0.0.1.`,
    );
}

/**
 * Checks the sample users of a database, which a service on one machine may have added.
 * @throws PublishedSecretError for those with a published password or secret, on an address that others reach
 */
export async function checkOwnUsers(db: Database, host: string): Promise<void> {
  if (isLocal(host)) return;
  const names = (await storedSecrets(db)).filter(({ isPublished }) => isPublished).map(({ name }) => name);
  if (names.length > 0)
    throw new PublishedSecretError(
      names,
      `users of this database have the published default, and others reach ${host}. Set MACHINE_PASSWORD, MACHINE_CLIENT_SECRET and ADMIN_PASSWORD, or delete these users.`,
    );
}

/**
 * Checks a database that other processes may use: the published defaults do not replace secrets of its own there.
 * @throws PublishedSecretError
 */
export async function checkReplaced(db: Database, keys: SecretKeys, secret: string): Promise<void> {
  await db.transaction().execute((work) => sealSecrets(work, keys));
  const stored = await storedSecrets(db);
  const names: PublishedName[] = stored
    .filter(({ name, isPublished }) => !isPublished && secretOf(name) === PUBLISHED[name])
    .map(({ name }) => name);
  const row = await db
    .selectFrom('shops')
    .selectAll()
    .where('platform', '=', shop.platform)
    .executeTakeFirst();
  if (row && isPublishedSecret(secret) && !isPublishedSecret(secretsOf(keys, row).secret))
    names.unshift('SHOP_SECRET');
  if (names.length > 0)
    throw new PublishedSecretError(
      names,
      'the database has another one, which the published default would replace. Set it to the present one.',
    );
}

/** Which passwords and secrets of the sample users a database has. */
async function storedSecrets(db: Database): Promise<{ name: PublishedName; isPublished: boolean }[]> {
  const passwordOf = async (
    name: 'MACHINE_PASSWORD' | 'ADMIN_PASSWORD',
    { username }: { username: string },
  ) => {
    const user = await db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirst();
    return user ? [{ name, isPublished: await fitsPassword(PUBLISHED[name], user.password_hash) }] : [];
  };
  const clients = await db
    .selectFrom('clients')
    .select('secret_hash')
    .where('id', '=', users.machine.clientId)
    .execute();
  return [
    ...(await passwordOf('MACHINE_PASSWORD', users.machine)),
    ...clients.map(({ secret_hash }) => ({
      name: 'MACHINE_CLIENT_SECRET' as const,
      isPublished: secret_hash.equals(hashOf(PUBLISHED.MACHINE_CLIENT_SECRET)),
    })),
    ...(await passwordOf('ADMIN_PASSWORD', users.administrator)),
  ];
}
