import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { fitsPassword } from '../platform/auth/passwords.ts';
import { mayUse, principalOf, type Machine } from '../platform/auth/principal.ts';
import { EVERYTHING, type Scope } from '../platform/auth/scopes.ts';
import { hashOf, issue, newSecret, TOKEN_LIFETIME_SECONDS } from '../platform/auth/tokens.ts';
import type { Database } from '../platform/database/tables.ts';
import { Problem } from '../api/problem.ts';
import { countRequest, refuseExcess } from '../api/rate-limit.ts';

const SESSION = 'dashboard_session';
const VISIT = 'dashboard_visit';
/** Tries of one address in a minute, at one account and at all of them. */
const TRIES_PER_MINUTE = 10;
const TRIES_PER_ADDRESS = 60;

/** Who is signed in to the dashboard. */
export interface Session {
  /** An access token of the user: what the cookie holds, and what the service is asked with. */
  readonly token: string;
  readonly userId: number;
  readonly userName: string;
  readonly principal: Machine;
  /** Whether the roles of the user allow it: for what has no endpoint of its own. */
  readonly mayUse: (scope: Scope) => boolean;
}

/** Kept from scripts, from other sites, and from the API, which reads no cookies. */
const cookieOptions = (context: Context) =>
  ({
    path: '/dashboard',
    httpOnly: true,
    sameSite: 'Strict',
    secure: context.get('encrypted'),
  }) as const;

/** Who is signed in; undefined for nobody, and for a session that has ended. */
export async function sessionOf(context: Context, db: Database): Promise<Session | undefined> {
  const token = getCookie(context, SESSION);
  if (!token) return undefined;
  try {
    const principal = await principalOf(db, `Bearer ${token}`);
    if (principal.kind !== 'machine') return undefined;
    const { userId } = principal;
    const { name } = await db
      .selectFrom('users')
      .select('name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { token, userId, userName: name, principal, mayUse: (scope) => mayUse(principal, scope) };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/**
 * Signs a person in with user name and password (spec 5.2): the session is an access token of an hour. False for a wrong
 * one, whichever of the two it was. Throws 429 after too many tries.
 */
export async function signIn(
  context: Context,
  db: Database,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<boolean> {
  const from = context.get('address');
  // By address as well, so that tries from elsewhere do not lock an account.
  refuseExcess(await countRequest(db, `dashboard:${from}`, TRIES_PER_ADDRESS));
  refuseExcess(await countRequest(db, `dashboard:${from}:${username.toLowerCase()}`, TRIES_PER_MINUTE));
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', username)
    .where('is_active', '=', true)
    // A machine has no business here.
    .where('is_machine', '=', false)
    .executeTakeFirst();
  if (!(await fitsPassword(password, user?.password_hash)) || !user) return false;
  const { value } = await issue(db, {
    kind: 'access',
    name: 'Dashboard',
    scopes: [EVERYTHING],
    userId: user.id,
  });
  setCookie(context, SESSION, value, { ...cookieOptions(context), maxAge: TOKEN_LIFETIME_SECONDS });
  deleteCookie(context, VISIT, cookieOptions(context));
  return true;
}

/** Ends the session here and in the database. */
export async function signOut(context: Context, db: Database, { token }: Session): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hashOf(token)).execute();
  deleteCookie(context, SESSION, cookieOptions(context));
}

/** A secret of the browser before anyone is signed in, for the form that signs in. */
export function visitOf(context: Context): string {
  const there = getCookie(context, VISIT);
  if (there) return there;
  const made = newSecret();
  setCookie(context, VISIT, made, cookieOptions(context));
  return made;
}
