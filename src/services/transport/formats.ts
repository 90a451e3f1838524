import { LoyaltyError } from './errors.ts';
import { text } from './read.ts';

// Formats of the values that settings and requests hold, for page, client and proxy.

/** HMAC-SHA256 as lower-case hex (spec 5.3). */
export const SIGNATURE_FORMAT = /^[\da-f]{64}$/;
/** One segment of a path, such as a platform. */
export const SEGMENT_FORMAT = /^[\w-]{1,64}$/;
/** A token: every character that a header may carry (RFC 9110 5.5), without blanks and template code. Some services put a bar into theirs. */
export const TOKEN_FORMAT = /^(?!.*\{[{%])[\x21-\x7e]{1,8192}$/;
/** Ids are opaque texts (ASSUMPTION); template code that no server has filled in is refused. */
export const IDENTIFIER_FORMAT = /^(?!.*\{[{%]).{1,255}$/s;
/** Name of an attribute that would put a secret into a public page. */
export const SECRET_ATTRIBUTE = /secret|password|token|username|client-id/;
/** A path template: literal segments and `{names}`; no query, no dot segment, no percent-encoding. */
export const PATH_FORMAT = /^(\/(?!\.{1,2}(\/|$))([\w.~-]+|\{\w+\}))+$/;
/** Name of a header. */
export const HEADER_NAME_FORMAT = /^[\w-]+$/;
/** Value of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;

/** Version segment of the storefront token path where none is set: ASSUMPTION. */
export const DEFAULT_PLATFORM_VERSION = 'v1';

/** @throws LoyaltyError `bad_response` for a value that cannot be sent in a header */
export function checkToken(value: unknown): string {
  const token = text(value) ?? '';
  if (!TOKEN_FORMAT.test(token)) throw new LoyaltyError('bad_response', 'The reply holds no token.');
  return token;
}
