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
  /** A file of the elements did not load, so nothing was sent for the press that needed it. */
  | 'not_loaded'
  /** The service does not have the operation: what needs it is not shown. */
  | 'unsupported'
  | 'bad_response';

/** What a shopper may read of a refusal of the service: texts of frameworks are not among it. */
export interface ShopperTexts {
  readonly message?: string | undefined;
  /** By the invalid field of the request. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface LoyaltyErrorDetails {
  /** HTTP status, when the service answered. */
  readonly status?: number;
  /** Texts for each invalid field of the request (spec 7, status 422). */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** None where the service has not refused the request for what it holds. */
  readonly forShopper?: ShopperTexts;
  /** `Retry-After` of the response, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Id of the operation that was called: `profiles.balances.show`. */
  readonly operation?: string | undefined;
  /** The field of the reply that is not understood: `points.available`; `data`: the whole record or list. */
  readonly field?: string | undefined;
  /** What the reply has in this field; `undefined` where it is missing. */
  readonly received?: unknown;
  readonly cause?: unknown;
}

/** The only type of error that the service layer throws. */
export class LoyaltyError extends Error {
  override readonly name = 'LoyaltyError';
  declare readonly code: LoyaltyErrorCode;
  declare readonly status: number | undefined;
  declare readonly fields: Readonly<Record<string, readonly string[]>>;
  declare readonly forShopper: ShopperTexts;
  declare readonly retryAfterMs: number | undefined;
  declare readonly operation: string | undefined;
  declare readonly field: string | undefined;
  declare readonly received: unknown;

  constructor(code: LoyaltyErrorCode, message: string = code, details: LoyaltyErrorDetails = {}) {
    super(message, details);
    Object.assign(this, { code, fields: {}, forShopper: { fields: {} } }, details);
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);

/** The error for a field of a reply that is not understood. A default in its place would show something that may be wrong. */
export const unreadable = (field: string, received: unknown, operation?: string): LoyaltyError =>
  new LoyaltyError('bad_response', `${operation ? `${operation}: ` : ''}${field} is ${shown(received)}.`, {
    operation,
    field,
    received,
  });

/**
 * Whether a value is one of our errors. A page that loads the script from two addresses has two classes, also where one address redirects to
 * the other: the name decides.
 */
export const isLoyaltyError = (thrown: unknown): thrown is LoyaltyError =>
  (thrown as Error | undefined)?.name === 'LoyaltyError';

/** The thrown value as a `LoyaltyError`. */
export const toLoyaltyError = (thrown: unknown): LoyaltyError =>
  isLoyaltyError(thrown) ? thrown : new LoyaltyError('bad_response', undefined, { cause: thrown });

/** The thrown value as a `LoyaltyError` with the operation that was called. */
export function withOperation(thrown: unknown, operation: string): LoyaltyError {
  const error: { operation?: string | undefined } & LoyaltyError = toLoyaltyError(thrown);
  error.operation ??= operation;
  return error;
}
