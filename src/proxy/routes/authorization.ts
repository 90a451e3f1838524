import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { Refusal, unauthenticated } from '../guard/answer.ts';
import { storageFailed, type Log } from '../log.ts';
import { secretOf } from './session-cookie.ts';
import type { Session } from '../storage/sessions.ts';

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

const BASIC = /^Basic +([A-Za-z\d+/]{1,2000}={0,2})$/i;
const MAX_USERNAME = 254;
const MAX_PASSWORD = 512;
const CONTROL = /\p{Cc}/u;

/** `Authorization: Basic` as UTF-8, split at the first colon (RFC 7617); `undefined` for anything else. */
export function readBasic(header: string | null): BasicCredentials | undefined {
  const encoded = BASIC.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
    const colon = text.indexOf(':');
    const username = text.slice(0, Math.max(0, colon));
    const password = text.slice(colon + 1);
    const valid = username !== '' && password !== '' && !CONTROL.test(text);
    return valid && username.length <= MAX_USERNAME && password.length <= MAX_PASSWORD
      ? { username, password }
      : undefined;
  } catch {
    return undefined;
  }
}

const BEARER = /^Bearer +([\w-]{43})$/i;

/** A token with the form of those of `/login`; `undefined` for anything else, which is refused without asking the store. */
export const readBearer = (header: string | null): string | undefined => BEARER.exec(header ?? '')?.[1];

/** The session of a request. @throws Refusal 401, or 503 when it cannot be looked up */
export async function sessionOf(
  { sessions, config }: Pick<Dependencies, 'sessions' | 'config'>,
  { request, proven }: Pick<ProxyRequest, 'request' | 'proven'>,
): Promise<Session> {
  const { headers } = request;
  const bearer = readBearer(headers.get('Authorization'));
  const token = config.session === 'cookie' ? secretOf(headers) : bearer;
  if (bearer === undefined || token === undefined) throw unauthenticated();
  const session = await fromStore(sessions.find(token), config.log);
  // The handle of a page shows that it is one of the shop, and that it belongs to the customer whose cookie the browser has now.
  if (!session || (config.session === 'cookie' && session.handle !== bearer)) throw unauthenticated();
  // The shop's customer has changed since: a page of the one before must not show or change anything.
  const isOther = proven !== undefined && proven.id !== session.customerId;
  if (isOther) throw unauthenticated();
  return session;
}

/** The result of an operation of the session store. @throws Refusal 503 when the store fails */
export function fromStore<T>(work: Promise<T>, log: Log): Promise<T> {
  return work.catch((error: unknown) => {
    log(storageFailed(error));
    throw new Refusal(503, 'The session cannot be looked up at the moment.', {
      headers: { 'Retry-After': '5' },
    });
  });
}
