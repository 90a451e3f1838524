// Random tokens, digests and password hashes, with functions of every web-standard runtime.
import { base64url } from 'jose';

const encoder = new TextEncoder();

/** 256 random bits as 43 characters, usable as a bearer token. */
export function randomToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of a text, 43 characters. */
export async function digest(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}

// PBKDF2 is the one password hash that every web-standard runtime has. The number of rounds is OWASP's for SHA-256 (2023).
const ROUNDS = 600_000;

/** The hash of a password as it is stored: `rounds.salt.hash`. */
export async function hashPassword(password: string, rounds = ROUNDS): Promise<string> {
  const salt = base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
  return `${rounds}.${salt}.${await derive(password, salt, rounds)}`;
}

/** Whether a password fits a stored hash. Without a hash it takes as long, so that the time does not reveal which names exist. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  rounds = ROUNDS,
): Promise<boolean> {
  const [count, salt = '', wanted = ''] = (stored ?? `${rounds}.nobody.-`).split('.');
  const given = await derive(password, salt, Number(count));
  return isEqual(given, wanted) && stored !== undefined;
}

async function derive(password: string, salt: string, rounds: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations: rounds };
  return base64url.encode(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256)));
}

/** Compares in constant time: the time does not reveal where the first difference is. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1));
  return difference === 0;
}
