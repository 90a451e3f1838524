/** Messages by field (spec 7, status 422). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error response, in the form of spec 7. When each is sent: ASSUMPTION. */
export class Problem extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503,
    message: string,
    readonly details: {
      readonly errors?: FieldErrors;
      readonly headers?: Readonly<Record<string, string>>;
      /** Further members in addition to `message`. */
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

/** The same answer for a record that does not exist and for one of another customer, so that it does not reveal which. */
export const notFound = () => new Problem(404, 'There is no such record.');

export const forbidden = (message = 'This token may not do that.') => new Problem(403, message);

export const conflict = (message: string) => new Problem(409, message);

/** A record of a batch or a row of an import that was not processed yet when its profile was purged. */
export const erased = () => new Problem(404, 'It was erased with the profile that it was about.');

export const unauthenticated = () =>
  new Problem(401, 'Unauthenticated.', { headers: { 'WWW-Authenticate': 'Bearer' } });

export const invalid = (errors: FieldErrors) => new Problem(422, 'The given data was invalid.', { errors });

/** For clients of a service whose database cannot be reached. */
export const RETRY_AFTER_SECONDS = '2';

const FOREIGN_KEY_VIOLATION = '23503';
/**
 * Classes 08, 53, 57 and 58 of PostgreSQL: connection failure, insufficient resources, operator intervention, system error. 25006: the
 * server is a standby, or was until now. 40001 and 40P01: collisions that were repeated as often as `inTransaction` does.
 */
const UNAVAILABLE =
  /^((08|53|57|58)...|25006|25P03|40001|40P01|55P03|ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|E(HOST|NET)UNREACH|EAI_AGAIN|ENOTFOUND)$/;
/** Timeouts and broken connections that the driver itself reports have no code. ENOENT: there is no socket of the server. */
const BROKEN =
  /connection (terminated|error|ended)|not queryable|timeout e(xceeded|xpired)|read timeout|after calling end on the pool|driver has already been destroyed|^connect ENOENT/i;

/**
 * Severities after which PostgreSQL ends the connection, or does not open it: not the fault of a statement. Servers with
 * messages in another language may translate them; the most frequent codes are in `UNAVAILABLE`.
 */
const ENDS_CONNECTION = ['FATAL', 'PANIC'];

/** The error response for anything that was thrown; it contains no stack, SQL or file path. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const { code, message, constraint, severity } = databaseError(thrown);
  // The profile was merged or purged after the request was authorised.
  if (code === FOREIGN_KEY_VIOLATION && constraint.includes('profile_id')) return notFound();
  if (UNAVAILABLE.test(code) || BROKEN.test(message) || ENDS_CONNECTION.includes(severity)) {
    return new Problem(503, 'The service is not available at the moment.', {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    });
  }
  return new Problem(500, 'Something went wrong on our side.');
}

/** The driver's description of a failed statement; empty texts for other errors. */
export function databaseError(error: unknown) {
  const readText = (name: string): string => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return {
    code: readText('code'),
    message: readText('message'),
    constraint: readText('constraint'),
    table: readText('table'),
    severity: readText('severity'),
  };
}
