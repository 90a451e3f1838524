import { base64url } from 'jose';

// Texts that a reader of the storage cannot read, with functions of every web-standard runtime.

const ALGORITHM = 'AES-GCM';
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const encoder = new TextEncoder();

/** A place in the storage and a key, which are made of one secret; neither shows the other, or the secret. */
export interface SecretPair {
  /** 43 characters under which something is stored for the holder of the secret. */
  readonly name: string;
  /** Encrypts a text, so that nobody can read or change it without the secret (AES-256-GCM). */
  seal(text: string): Promise<string>;
  /** The text that was sealed with this secret; `undefined` for another secret, and for a text that was changed. */
  unseal(sealed: string): Promise<string | undefined>;
}

/** @param secret a text that cannot be guessed, such as a random token */
export type PairOf = (secret: string) => Promise<SecretPair>;

export const pairOf: PairOf = async (secret) => {
  const halves = await crypto.subtle.digest('SHA-512', encoder.encode(secret));
  const bytes = new Uint8Array(halves, KEY_BYTES);
  const key = await crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
  return {
    name: base64url.encode(new Uint8Array(halves, 0, KEY_BYTES)),
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const encrypted = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, encoder.encode(text));
      return `${base64url.encode(iv)}.${base64url.encode(new Uint8Array(encrypted))}`;
    },
    async unseal(sealed) {
      const [nonce, encrypted] = sealed.split('.').map((part) => new Uint8Array(base64url.decode(part)));
      try {
        const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: nonce! }, key, encrypted!);
        return new TextDecoder().decode(text);
      } catch {
        return undefined;
      }
    },
  };
};
