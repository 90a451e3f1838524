/// <reference types="node" />
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { PairOf } from './sealed-text.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/**
 * As `pairOf`, in the same form, with Node's own functions: those of every runtime make a job for a thread of each digest and each
 * decryption, which takes longer than the work, and the proxy does both for each request.
 */
export const nodePairOf: PairOf = async (secret) => {
  const halves = createHash('sha512').update(secret).digest();
  const key = halves.subarray(KEY_BYTES);
  return {
    name: halves.toString('base64url', 0, KEY_BYTES),
    async seal(text) {
      const iv = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const encrypted = Buffer.concat([
        cipher.update(Buffer.from(text)),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${iv.toString('base64url')}.${encrypted.toString('base64url')}`;
    },
    async unseal(sealed) {
      const [iv, encrypted] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
      try {
        const tagAt = encrypted!.length - TAG_BYTES;
        // A shorter tag could be guessed.
        const decipher = createDecipheriv(ALGORITHM, key, iv!, { authTagLength: TAG_BYTES });
        decipher.setAuthTag(encrypted!.subarray(tagAt));
        const bytes = [decipher.update(encrypted!.subarray(0, tagAt)), decipher.final()];
        return Buffer.concat(bytes).toString();
      } catch {
        return undefined;
      }
    },
  };
};
