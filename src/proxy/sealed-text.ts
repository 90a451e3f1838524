import { base64url } from 'jose';

// Texts that a reader of the storage cannot read, with functions of every web-standard runtime.

const ALGORITHM = 'AES-GCM';
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const encoder = new TextEncoder();

/** Both are made of one secret; neither shows the other, or the secret. */
export interface SecretPair {
  /** 43 characters under which something is stored for the holder of the secret. */
  readonly name: string;
  /** Encrypts what is stored. */
  readonly key: CryptoKey;
}

/** @param secret a text that cannot be guessed, such as a random token */
export async function pairOf(secret: string): Promise<SecretPair> {
  const halves = await crypto.subtle.digest('SHA-512', encoder.encode(secret));
  const key = new Uint8Array(halves, KEY_BYTES);
  return {
    name: base64url.encode(new Uint8Array(halves, 0, KEY_BYTES)),
    key: await crypto.subtle.importKey('raw', key, ALGORITHM, false, ['encrypt', 'decrypt']),
  };
}

/** Encrypts a text, so that nobody can read or change it without the key (AES-256-GCM). */
export async function seal(text: string, key: CryptoKey): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const encrypted = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, encoder.encode(text));
  return `${base64url.encode(iv)}.${base64url.encode(new Uint8Array(encrypted))}`;
}

/** The text that was sealed with this key; `undefined` for another key, and for a text that was changed. */
export async function unseal(sealed: string, key: CryptoKey): Promise<string | undefined> {
  const [nonce, encrypted] = sealed.split('.').map((part) => new Uint8Array(base64url.decode(part)));
  try {
    const bytes = await crypto.subtle.decrypt({ name: ALGORITHM, iv: nonce! }, key, encrypted!);
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
