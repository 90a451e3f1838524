import { readCookie } from '../proofs/cookies.ts';

/** With this prefix a browser takes the cookie only over https, for this host, from this host: a sub-domain cannot set it. */
const NAME = '__Host-loyalty';
const SECRET_FORMAT = /^[\w-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The secret of the session in the cookie of a request; `undefined` for anything else. */
export function secretOf(headers: Headers): string | undefined {
  const secret = readCookie(headers, NAME);
  return secret !== undefined && SECRET_FORMAT.test(secret) ? secret : undefined;
}

/** The header that stores the secret of a session in the browser, where no script can read it. */
export const storeSecret = (secret: string, lifetimeMs: number): Readonly<Record<string, string>> => ({
  'Set-Cookie': `${NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${Math.floor(lifetimeMs / 1_000)}`,
});

export const DELETE_SECRET: Readonly<Record<string, string>> = {
  'Set-Cookie': `${NAME}=; ${ATTRIBUTES}; Max-Age=0`,
};
