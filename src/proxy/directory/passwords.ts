import { toBase64Url } from '../storage/random.ts';

// PBKDF2 is the one password hash that every web-standard runtime has. The number of rounds is OWASP's for SHA-256 (2023).
const ROUNDS = 600_000;
const encoder = new TextEncoder();

/** A password as it is kept: `rounds.salt.hash`. */
export async function hashPassword(password: string, rounds = ROUNDS): Promise<string> {
  const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  return `${rounds}.${salt}.${await derive(password, salt, rounds)}`;
}

/** Whether a password is the kept one. Takes as long for a name that has none: an equal amount of work is done for nothing. */
export async function isPassword(
  password: string,
  kept: string | undefined,
  rounds = ROUNDS,
): Promise<boolean> {
  const [count, salt = '', wanted = ''] = (kept ?? `${rounds}.nobody.-`).split('.');
  const given = await derive(password, salt, Number(count));
  return isSame(given, wanted) && kept !== undefined;
}

async function derive(password: string, salt: string, rounds: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations: rounds };
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256)));
}

/** Compares in a time that does not tell where the first difference is. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at % (b.length || 1));
  return difference === 0;
}
