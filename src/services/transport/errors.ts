/** Why something failed, in words a program can switch on. A new code needs a new message; the compiler says so. */
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
  | 'bad_response';

export interface LoyaltyErrorDetails {
  /** HTTP status, when the service answered. */
  readonly status?: number;
  /** What each field of the request did wrong (spec 7, status 422). */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** How long the service asks us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The one error type that leaves the service layer. */
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

/** Whatever was thrown, as a `LoyaltyError`. */
export function toLoyaltyError(thrown: unknown): LoyaltyError {
  return thrown instanceof LoyaltyError
    ? thrown
    : new LoyaltyError('bad_response', undefined, { cause: thrown });
}
