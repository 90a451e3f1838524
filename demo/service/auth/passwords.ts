import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { limitConcurrency } from './limit-concurrency.ts';

/** Separate queues for sign-ins at the dashboard (`open`) and for requests with a valid client secret (`proven`): many of the first do not delay the second. */
const lanes = {
  open: limitConcurrency({ atOnce: 2, waiting: 32 }),
  proven: limitConcurrency({ atOnce: 2, waiting: 32 }),
};

/** scrypt parameters: about 50 ms and 16 MiB per check. */
const COST = 16_384;
const BLOCK = 8;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$<salt>$<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether a password matches a hash. Takes as long without a hash, so that the response time does not reveal which accounts exist. */
export async function fitsPassword(
  password: string,
  hash: string | null | undefined,
  lane: keyof typeof lanes = 'open',
): Promise<boolean> {
  const [, salt, key] = hash?.split('$') ?? [];
  const wanted = Buffer.from(key ?? '', 'base64url');
  const given = await lanes[lane](() => derive(password, Buffer.from(salt ?? 'nobody', 'base64url')));
  return wanted.length === KEY_BYTES && timingSafeEqual(given, wanted);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N: COST, r: BLOCK, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
