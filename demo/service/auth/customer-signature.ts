import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedText, TIMED } from '../../../src/proxy/signature.ts';

/** Lifetime of a signature with a time: a day, because pages stay open for long. */
const MAX_AGE_SECONDS = 24 * 3_600;
/** Tolerance for a clock of the shop that is fast. */
const SKEW_SECONDS = 60;

interface SignedCustomer {
  readonly customerId: string;
  readonly signature: string;
  /** Unix seconds, as they were sent. */
  readonly signedAt?: string | number | undefined;
}

/**
 * Whether the signature is the lower-case hex HMAC-SHA256 of the customer id, with its time if it has one,
 * under one of the secrets. Compares with every secret in constant time, so that the duration does not reveal which one matched or
 * how many characters did.
 */
export function isSignedBy(
  secrets: readonly string[],
  { customerId, signature, signedAt }: SignedCustomer,
  { required = false, now = Date.now() }: { readonly required?: boolean; readonly now?: number } = {},
): boolean {
  const text = signedText(customerId, signedAt);
  const given = Buffer.from(signature);
  let matches = 0;
  for (const secret of secrets) {
    const wanted = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
    const sameLength = given.length === wanted.length;
    matches += Number(
      timingSafeEqual(wanted, sameLength ? given : Buffer.alloc(wanted.length)) && sameLength,
    );
  }
  // The signature of `1001` with a time is also that of the id `1001.1763770000` without one, and would never expire.
  if (signedAt === undefined) return matches > 0 && !required && !TIMED.test(customerId);
  const age = now / 1_000 - Number(signedAt);
  return matches > 0 && age <= MAX_AGE_SECONDS && age >= -SKEW_SECONDS;
}
