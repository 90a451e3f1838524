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
    const sound = username !== '' && password !== '' && !CONTROL.test(text);
    return sound && username.length <= MAX_USERNAME && password.length <= MAX_PASSWORD
      ? { username, password }
      : undefined;
  } catch {
    return undefined;
  }
}

const BEARER = /^Bearer +([\w-]{43})$/i;

/** A token as `/login` gives it; `undefined` for anything else, which needs no look into the store. */
export const readBearer = (header: string | null): string | undefined => BEARER.exec(header ?? '')?.[1];
