import { sql } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { unauthenticated, forbidden } from '../../api/problem.ts';
import { counting, rateOf, type Counted, type Rate } from '../../api/rate-limit.ts';
import { covers, EVERYTHING } from './scopes.ts';
import { hashOf } from './tokens.ts';

interface Holder {
  readonly tokenId: number;
  /** What the token was given. */
  readonly scopes: readonly string[];
}

/** A customer, by the token of the storefront, or a user in a customer's name by a delegation token. */
export interface Customer extends Holder {
  readonly kind: 'customer';
  readonly profileId: string;
  /** Who acts in the customer's name. */
  readonly userId: number | null;
}

/** A user, person or machine, by an access token or one of the dashboard. */
export interface Machine extends Holder {
  readonly kind: 'machine';
  readonly userId: number;
  readonly clientId: string | null;
  /** What the user's roles allow; a token never reaches further. */
  readonly permissions: readonly string[];
}

/** Who is asking. */
export type Principal = Customer | Machine;

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** Missing, malformed, unknown, expired and revoked are one and the same answer: 401. */
export async function principalOf(db: Database, authorization: string | undefined): Promise<Principal> {
  return principalBy(await holders(db, hashOf(valueIn(authorization))).executeTakeFirst());
}

/** The same, counted against the limit of the token in the same statement: every request begins with it. */
export async function countedPrincipalOf(
  db: Database,
  authorization: string | undefined,
  limit: number,
): Promise<{ readonly principal: Principal; readonly rate: Rate }> {
  const [row] = await countedHolder(db, { hash: hashOf(valueIn(authorization)) });
  const principal = principalBy(row);
  return { principal, rate: rateOf(row as Counted, limit) };
}

const countedHolder = compiledStatement<{ readonly hash: Buffer }, HolderRow & Counted>(
  ['hash'],
  ({ hash }, db) => sql`
    with holder as (${holders(db, hash)}),
      counted as (${counting(sql`select 'token:' || id from holder`)})
    select * from holder, counted`,
);

type HolderRow = Awaited<ReturnType<ReturnType<typeof holders>['execute']>>[number];

/** Of one token: whose it is, if it is still good. */
function holders(db: Database, hash: Buffer) {
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

function valueIn(authorization: string | undefined): string {
  const value = BEARER.exec(authorization ?? '')?.[1];
  if (value === undefined) throw unauthenticated();
  return value;
}

function principalBy(row: HolderRow | undefined): Principal {
  if (!row) throw unauthenticated();
  const {
    id: tokenId,
    profile_id: profileId,
    user_id: userId,
    client_id: clientId,
    scopes,
    permissions,
  } = row;
  if (profileId !== null) return { kind: 'customer', tokenId, profileId, userId, scopes };
  if (userId === null) throw unauthenticated();
  return { kind: 'machine', tokenId, userId, clientId, scopes, permissions };
}

/** Remembers that a token, and its user, were here. */
export async function noteUse(db: Database, tokenId: number): Promise<void> {
  await sql`
    with used as (update tokens set last_used_at = now() where id = ${tokenId} returning user_id)
    update users set last_seen_at = now() from used where users.id = used.user_id`.execute(db);
}

/** Whether the token has the scope, and the roles of a user allow it. */
export function mayUse(principal: Principal, scope: string): boolean {
  return (
    covers(principal.scopes, scope) && (principal.kind === 'customer' || covers(principal.permissions, scope))
  );
}

/** An administrator has a role that allows everything (spec 5.2), and acts as one with a token of all scopes alone. */
export const isAdministrator = (principal: Principal): principal is Machine =>
  principal.kind === 'machine' && mayUse(principal, EVERYTHING);

/**
 * A user, as a job acts in their name: never with more than the token had that asked for it, nor than the user may now.
 * Throws 403 for a user who is gone or switched off.
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
  if (!user) throw forbidden('The user who asked for this is gone.');
  return { kind: 'machine', tokenId: 0, userId, clientId: null, scopes, permissions: user.permissions };
}
