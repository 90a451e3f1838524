import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { fitsPassword } from '../auth/passwords.ts';
import { mayUse, principalOf, type Machine } from '../auth/principal.ts';
import { EVERYTHING, type Scope } from '../auth/scopes.ts';
import { hashOf, issue, newSecret, TOKEN_LIFETIME_SECONDS } from '../auth/tokens.ts';
import type { Database } from '../database/tables.ts';
import { Problem } from '../api/problem.ts';
import { countRequest, refuseExcess, uncountRequest } from '../api/rate-limit.ts';

const SESSION = 'dashboard_session';
const VISIT = 'dashboard_visit';
/** Sign-ins that fail per address and minute: for one account and for all accounts. */
const TRIES_PER_MINUTE = 10;
const TRIES_PER_ADDRESS = 60;

/** A signed-in user of the dashboard. */
export interface Session {
  /** An access token of the user: the value of the cookie, and the token for calls of the service. */
  readonly token: string;
  readonly userId: number;
  readonly userName: string;
  readonly principal: Machine;
  /** Whether the roles of the user allow a scope: for actions without an endpoint. */
  readonly mayUse: (scope: Scope) => boolean;
}

/** Not readable by scripts, not sent from other sites, and not sent to the API. */
const cookieOptions = (context: Context) =>
  ({
    path: '/dashboard',
    httpOnly: true,
    sameSite: 'Strict',
    secure: context.get('encrypted'),
  }) as const;

/** The session of a request; undefined without one, and after it has expired. */
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
 * Signs a person in with user name and password (spec 5.2). The session is an access token with a lifetime of an hour. False if the
 * name or the password is wrong. Throws 429 after too many attempts.
 */
export async function signIn(
  context: Context,
  db: Database,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<boolean> {
  const from = context.get('address');
  // Counted by address and account, so that attempts from other addresses do not lock an account.
  const [ofAddress, ofAccount] = [`dashboard:${from}`, `dashboard:${from}:${username.toLowerCase()}`];
  refuseExcess(await countRequest(db, ofAddress, TRIES_PER_ADDRESS));
  refuseExcess(await countRequest(db, ofAccount, TRIES_PER_MINUTE));
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', username)
    .where('is_active', '=', true)
    // Machine users cannot sign in to the dashboard.
    .where('is_machine', '=', false)
    .executeTakeFirst();
  if (!(await fitsPassword(password, user?.password_hash)) || !user) return false;
  await uncountRequest(db, ofAddress);
  await uncountRequest(db, ofAccount);
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

/** Ends the session: deletes its token and the cookie. */
export async function signOut(context: Context, db: Database, { token }: Session): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hashOf(token)).execute();
  deleteCookie(context, SESSION, cookieOptions(context));
}

/** A secret for the CSRF token of the sign-in form, before there is a session. */
export function visitOf(context: Context): string {
  const existing = getCookie(context, VISIT);
  if (existing) return existing;
  const secret = newSecret();
  setCookie(context, VISIT, secret, cookieOptions(context));
  return secret;
}
