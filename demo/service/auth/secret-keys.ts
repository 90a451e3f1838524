import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Keys with which secrets are encrypted in the database. They are not stored there: who reads the database alone cannot use it to sign in. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

interface SecretKey {
  /** Stored with what it encrypts, so that the key is found after others were added. */
  readonly id: string;
  readonly key: Buffer;
}

/** Keys that are missing, or that cannot be read. The message says what to set. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

const VARIABLE = 'SERVICE_KEYS';
const FILE = 'service.keys';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const ID = /^[\w-]{1,32}$/;
/** 32 bytes in base64url. */
const KEY = /^[\w-]{43}$/;

/**
 * Keys as text: `2027:<key>,2026:<key>`. The first one encrypts, all decrypt.
 * @throws SecretKeyError
 */
export function readKeys(text: string): SecretKeys {
  const keys = text.split(',').map((part): SecretKey => {
    const [id = '', key = '', ...more] = part.trim().split(':');
    if (!ID.test(id) || !KEY.test(key) || more.length > 0)
      throw new SecretKeyError(
        `${VARIABLE}: each key has a name and 32 bytes in base64url, such as ${VARIABLE}=2027:$(openssl rand -base64 32 | tr '+/' '-_' | tr -d =).`,
      );
    return { id, key: Buffer.from(key, 'base64url') };
  });
  const [first, ...others] = keys;
  if (!first || new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new SecretKeyError(`${VARIABLE}: two keys have the same name.`);
  return [first, ...others];
}

/** The keys of a data folder, outside of the files of the database; made by the first start. */
export async function keysOfFolder(folder: string): Promise<SecretKeys> {
  const file = path.join(folder, FILE);
  const read = () => readFile(file, 'utf8').catch(() => undefined);
  const existing = await read();
  if (existing !== undefined) return readKeys(existing);
  await mkdir(folder, { recursive: true });
  const made = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const key = `${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64url')}\n`;
  await writeFile(made, key, { mode: 0o600 });
  try {
    // Unlike a rename it fails if another process was first: both then use the key of that one.
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(made, { force: true });
  }
  return readKeys((await read()) ?? '');
}

const derived = ({ key }: SecretKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `loyalty service: ${purpose}`, KEY_BYTES));

const SEALED = /^sealed:([\w-]+):([\w-]+)$/;

export const isSealed = (text: string): boolean => SEALED.test(text);

/** Whether a text is encrypted with the first key. */
export const isSealedNow = ([first]: SecretKeys, text: string): boolean =>
  SEALED.exec(text)?.[1] === first.id;

/** Encrypts a secret for its place, such as `shops.secret harbour`: in another place it cannot be decrypted. */
export function seal([first]: SecretKeys, secret: string, place: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, derived(first, 'stored secrets'), iv).setAAD(Buffer.from(place));
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `sealed:${first.id}:${Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')}`;
}

/** @throws SecretKeyError for a text that these keys did not encrypt for this place */
export function unseal(keys: SecretKeys, text: string, place: string): string {
  const [, id, encoded = ''] = SEALED.exec(text) ?? [];
  if (id === undefined)
    throw new SecretKeyError(`${place} is not encrypted: start the service, which encrypts it.`);
  const found = keys.find((one) => one.id === id);
  if (!found)
    throw new SecretKeyError(
      `${place} is encrypted with the key ${id}, which is not among the ${keys.map((one) => one.id).join(', ')} of ${VARIABLE} or of the data folder. Add it. If it is lost, delete the row: the next start stores the secret again.`,
    );
  const bytes = Buffer.from(encoded, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, derived(found, 'stored secrets'), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  } catch (error) {
    throw new SecretKeyError(
      `${place} cannot be decrypted: the key ${id} is another one than that which encrypted it, or the row was changed.`,
      { cause: error },
    );
  }
}

/** A text that follows from a secret and random bytes, and needs the key: one for each key, the first one first. */
export const derivedTexts = (keys: SecretKeys, secret: string, seed: Buffer): string[] =>
  keys.map((one) =>
    createHmac('sha256', derived(one, 'storefront tokens'))
      .update(secret)
      .update('\0')
      .update(seed)
      .digest('base64url'),
  );
