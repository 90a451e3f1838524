import { sql } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { unauthenticated, forbidden } from '../api/problem.ts';
import { counting, rateOf, type Counted, type Rate } from '../api/rate-limit.ts';
import { covers, EVERYTHING } from './scopes.ts';
import { hashOf } from './tokens.ts';

interface TokenHolder {
  readonly tokenId: number;
  /** Scopes of the token. */
  readonly scopes: readonly string[];
}

/** A customer, with a storefront token, or a user in a customer's name, with a delegation token. */
export interface Customer extends TokenHolder {
  readonly kind: 'customer';
  readonly profileId: string;
  /** The user who acts in the customer's name. */
  readonly userId: number | null;
}

/** A user, person or machine, with an access token or an API token. */
export interface Machine extends TokenHolder {
  readonly kind: 'machine';
  readonly userId: number;
  readonly clientId: string | null;
  /** Permissions of the user's roles; a token never has more. */
  readonly permissions: readonly string[];
}

/** Who makes a request. */
export type Principal = Customer | Machine;

/** The customer who owns a profile. The records in an event have the fields that this customer may read, also when staff caused the event. */
export const ownerOfProfile = (profileId: string): Customer => ({
  kind: 'customer',
  profileId,
  tokenId: 0,
  scopes: [],
  userId: null,
});

/** The principal of a route that customers may not call. Throws 403 for a customer. */
export function machineOf(principal: Principal): Machine {
  if (principal.kind !== 'machine') throw forbidden();
  return principal;
}

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** Throws the same 401 for a missing, malformed, unknown, expired or revoked token. */
export async function principalOf(db: Database, authorization: string | undefined): Promise<Principal> {
  const row = await tokenHolders(db, hashOf(valueIn(authorization))).executeTakeFirst();
  if (!row) throw unauthenticated();
  return principalBy(row);
}

/** As `principalOf`, and counts the request for the rate limit of the token in the same statement. */
export async function countedPrincipalOf(
  db: Database,
  authorization: string | undefined,
  limit: number,
): Promise<{ readonly principal: Principal; readonly rate: Rate }> {
  const [row] = await countedHolder(db, { hash: hashOf(valueIn(authorization)) });
  if (!row) throw unauthenticated();
  return { principal: principalBy(row), rate: rateOf(row, limit) };
}

const countedHolder = compiledStatement<{ readonly hash: Buffer }, HolderRow & Counted>(
  ['hash'],
  ({ hash }, db) => sql`
    with holder as (${tokenHolders(db, hash)}),
      counted as (${counting(sql`select 'token:' || id from holder`)})
    select * from holder, counted`,
);

type HolderRow = Awaited<ReturnType<ReturnType<typeof tokenHolders>['execute']>>[number];

/** The holder of a valid token. */
function tokenHolders(db: Database, hash: Buffer) {
  return db
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('profiles', 'profiles.id', 'tokens.profile_id')
    .select([
      'tokens.id',
      'tokens.profile_id',
      'tokens.user_id',
      'tokens.client_id',
      'tokens.scopes',
      // A customer's token has no user: the roles are not read.
      sql<string[]>`case when tokens.user_id is null then '{}' else (
        select coalesce(array_agg(distinct permission), '{}') from roles, unnest(permissions) as permission
        where roles.handle = any(users.roles)) end`.as('permissions'),
    ])
    .where('tokens.hash', '=', hash)
    .where((where) =>
      where.or([where('tokens.expires_at', 'is', null), where('tokens.expires_at', '>', sql<Date>`now()`)]),
    )
    .where('tokens.revoked_at', 'is', null)
    .where('profiles.deleted_at', 'is', null)
    .where((where) => where.or([where('users.id', 'is', null), where('users.is_active', '=', true)]));
}

/** The token in an authorization header. Throws 401. */
function valueIn(authorization: string | undefined): string {
  const value = BEARER.exec(authorization ?? '')?.[1];
  if (value === undefined) throw unauthenticated();
  return value;
}

function principalBy({
  id: tokenId,
  profile_id: profileId,
  user_id: userId,
  client_id: clientId,
  scopes,
  permissions,
}: HolderRow): Principal {
  if (profileId !== null) {
    // A user in a customer's name keeps only what the user's present roles allow.
    const held = userId === null ? scopes : scopes.filter((scope) => covers(permissions, scope));
    return { kind: 'customer', tokenId, profileId, userId, scopes: held };
  }
  if (userId === null) throw unauthenticated();
  return { kind: 'machine', tokenId, userId, clientId, scopes, permissions };
}

/** Stores the time of use for a token and its user. */
export async function noteUse(db: Database, tokenId: number): Promise<void> {
  await sql`
    with used as (update tokens set last_used_at = now() where id = ${tokenId} returning user_id)
    update users set last_seen_at = now() from used where users.id = used.user_id`.execute(db);
}

/** Whether the token has the scope and, for a user, the roles have the permission. */
export function mayUse(principal: Principal, scope: string): boolean {
  return (
    covers(principal.scopes, scope) && (principal.kind === 'customer' || covers(principal.permissions, scope))
  );
}

/** Whether a user has a role with all permissions (spec 5.2) and the token has all scopes. */
export const isAdministrator = (principal: Principal): principal is Machine =>
  principal.kind === 'machine' && mayUse(principal, EVERYTHING);

/**
 * The principal of a job that runs in the name of a user: with the scopes of the token that started it, as far as the user's
 * present roles allow them. Throws 403 for a user who was deleted or switched off.
 */
export async function principalFor(
  db: Database,
  userId: number,
  scopes: readonly string[],
): Promise<Machine> {
  const user = await db
    .selectFrom('users')
    .select(
      sql<string[]>`(
        select coalesce(array_agg(distinct permission), '{}') from roles, unnest(permissions) as permission
        where roles.handle = any(users.roles))`.as('permissions'),
    )
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!user) throw forbidden('The user who requested this was deleted or switched off.');
  return { kind: 'machine', tokenId: 0, userId, clientId: null, scopes, permissions: user.permissions };
}
