/** What each field did wrong (spec 7, status 422). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An answer that is not the wanted one, in the form of spec 7. When each comes: ASSUMPTION G21. */
export class Problem extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503,
    message: string,
    readonly details: {
      readonly errors?: FieldErrors;
      readonly headers?: Readonly<Record<string, string>>;
      /** Beside `message` (G14). */
      readonly more?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
  }

  toResponse(): Response {
    const { errors, headers, more } = this.details;
    return Response.json(
      { message: this.message, ...(errors && { errors }), ...more },
      { status: this.status, headers: headers ?? {} },
    );
  }
}

/** One answer for what does not exist and for what belongs to someone else: nobody can tell which it was. */
export const notFound = () => new Problem(404, 'There is no such record.');

export const forbidden = (message = 'This token may not do that.') => new Problem(403, message);

export const conflict = (message: string) => new Problem(409, message);

/** A record or row of a load that was still to come when the profile it is about was purged. */
export const erased = () => new Problem(404, 'It was erased with the profile that it was about.');

export const unauthenticated = () =>
  new Problem(401, 'Unauthenticated.', { headers: { 'WWW-Authenticate': 'Bearer' } });

export const invalid = (errors: FieldErrors) => new Problem(422, 'The given data was invalid.', { errors });

const FOREIGN_KEY_VIOLATION = '23503';
/** Classes 08, 53, 57 and 58 of PostgreSQL: connection failure, insufficient resources, operator intervention, system error. */
const UNAVAILABLE =
  /^((08|53|57|58)...|25P03|55P03|ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|E(HOST|NET)UNREACH|EAI_AGAIN|ENOTFOUND)$/;
/** The driver gives its own timeouts and broken connections no code. */
const BROKEN = /connection (terminated|error|ended)|not queryable|timeout e(xceeded|xpired)|read timeout/i;

/** What a caller is told about anything that was thrown: no stack, no SQL, no path. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { code, message, constraint } = (thrown ?? {}) as Readonly<Record<string, unknown>>;
  // Merged or purged since the request was let in.
  if (code === FOREIGN_KEY_VIOLATION && String(constraint).includes('profile_id')) return notFound();
  if (UNAVAILABLE.test(String(code)) || BROKEN.test(String(message))) {
    return new Problem(503, 'The service is not available at the moment.', {
      headers: { 'Retry-After': '2' },
    });
  }
  return new Problem(500, 'Something went wrong on our side.');
}
