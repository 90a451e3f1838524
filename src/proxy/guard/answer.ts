import { failureOf, type Log } from '../log.ts';

/**
 * On every answer, whatever its status: it is not cached, because it is personal, and the service may answer each request in its language;
 * it is JSON only; the proxy is reached over https only.
 */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  Vary: 'Origin, Accept-Language',
  'X-Content-Type-Options': 'nosniff',
};

/** The headers of every JSON answer. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  ...SAFE_HEADERS,
  'Content-Type': 'application/json',
};

/** A JSON answer with the headers above. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  });

export interface RefusalDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** The errors of each field (spec 7, status 422). */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** A refused request. Its text is fixed: it repeats nothing of the request and nothing of an internal error. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  /** Spec 7: an object with `message`, and `errors` where fields are wrong. */
  toAnswer(): Response {
    const { errors, headers } = this.details;
    return jsonAnswer(this.status, { message: this.message, ...(errors && { errors }) }, headers);
  }
}

/** The same answer for a missing, malformed, unknown or expired token. */
export const unauthenticated = (): Refusal => new Refusal(401, 'Please sign in.');
/**
 * For a customer of the shop whom the service does not accept: the profile was deleted, or belongs to somebody else. Pages show the
 * state of a guest with a sentence, which they choose by the name of the field.
 */
export function accountRefused(status: 401 | 409, message: string): Refusal {
  return new Refusal(status, message, { errors: { account: [message] } });
}
export const notFound = (): Refusal => new Refusal(404, 'There is no such address.');
export const malformed = (): Refusal => new Refusal(400, 'The request cannot be read.');

/** When to retry where the service does not say. */
const RETRY_AFTER = { 'Retry-After': '5' };
export const unavailable = (): Refusal =>
  new Refusal(502, 'The loyalty service is not available. Please try again later.', { headers: RETRY_AFTER });
export const tooSlow = (): Refusal =>
  new Refusal(504, 'The loyalty service did not answer in time. Please try again later.', {
    headers: RETRY_AFTER,
  });

/** The answer to a request whose work failed. */
export function answerTo(error: unknown, signal: AbortSignal | undefined, log: Log): Response {
  if (error instanceof Refusal) return error.toAnswer();
  if (signal?.aborted) return tooSlow().toAnswer();
  log(failureOf(error, 'unexpected'));
  return unavailable().toAnswer();
}
