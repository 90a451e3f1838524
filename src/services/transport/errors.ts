/** Why a call failed. Elements map each code to a text: the compiler reports a new code that has none. */
export type LoyaltyErrorCode =
  | 'invalid_config'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'validation'
  | 'conflict'
  | 'rate_limited'
  | 'offline'
  | 'timeout'
  | 'aborted'
  /** The service does not have the operation: what needs it is not shown. */
  | 'unsupported'
  | 'bad_response';

export interface LoyaltyErrorDetails {
  /** HTTP status, when the service answered. */
  readonly status?: number;
  /** Texts for each invalid field of the request (spec 7, status 422). */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** `Retry-After` of the response, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The only type of error that the service layer throws. */
export class LoyaltyError extends Error {
  override readonly name = 'LoyaltyError';
  readonly code: LoyaltyErrorCode;
  readonly status: number | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterMs: number | undefined;

  constructor(code: LoyaltyErrorCode, message: string = code, details: LoyaltyErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * Whether a value is one of our errors. A page that loads the script from two addresses has two classes, also where one address redirects to
 * the other: the name decides.
 */
export const isLoyaltyError = (thrown: unknown): thrown is LoyaltyError =>
  (thrown as Error | undefined)?.name === 'LoyaltyError';

/** The thrown value as a `LoyaltyError`. */
export const toLoyaltyError = (thrown: unknown): LoyaltyError =>
  isLoyaltyError(thrown) ? thrown : new LoyaltyError('bad_response', undefined, { cause: thrown });

/** A temporary failure: the same request can succeed later. It says nothing about the request or the customer. */
export const isTransient = ({ code, status = 0 }: LoyaltyError): boolean =>
  code === 'offline' || code === 'rate_limited' || code === 'timeout' || status === 408 || status >= 500;
