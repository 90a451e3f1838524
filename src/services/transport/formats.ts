import { LoyaltyError } from './errors.ts';
import { text } from './read.ts';

// Formats of the values that settings and requests hold, for page, client and proxy.

/** HMAC-SHA256 as lower-case hex (spec 5.3). */
export const SIGNATURE_FORMAT = /^[\da-f]{64}$/;
/** Unix seconds: G56. */
export const SIGNED_AT_FORMAT = /^\d*$/;
/** One segment of a path, such as a platform. */
export const SEGMENT_FORMAT = /^[\w-]{1,64}$/;
/** A bearer token (RFC 6750). */
export const TOKEN_FORMAT = /^[\w.~+/-]{1,8192}=*$/;
/** Ids are opaque texts (ASSUMPTION G49); template code that no server has filled in is refused. */
export const IDENTIFIER_FORMAT = /^(?!.*\{[{%]).{1,255}$/s;
/** A path template: literal segments and `{names}`; no query, no dot segment, no percent-encoding. */
export const PATH_FORMAT = /^(\/(?!\.{1,2}(\/|$))([\w.~-]+|\{\w+\}))+$/;
/** Name of a header. */
export const HEADER_NAME_FORMAT = /^[\w-]+$/;
/** Value of the header `Idempotency-Key`: G54. */
export const IDEMPOTENCY_KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;

/** Version segment of the storefront token path where none is set: ASSUMPTION G41. */
export const DEFAULT_PLATFORM_VERSION = 'v1';

/** @throws LoyaltyError `bad_response` for a value that cannot be sent in a header */
export function checkToken(value: unknown): string {
  const token = text(value) ?? '';
  if (!TOKEN_FORMAT.test(token)) throw new LoyaltyError('bad_response', 'The reply holds no token.');
  return token;
}
