/** Log entries of the proxy: names and numbers, and the origin of a refused page. Never a secret, nor other data of a request. */
export interface LogEntry {
  readonly level: 'warn' | 'error';
  readonly event:
    | 'no_shared_store'
    | 'no_client_address'
    | 'insecure_request'
    | 'origin_refused'
    | 'paging_refused'
    | 'upstream_redirect'
    | 'upstream_too_large'
    | 'upstream_timeout'
    | 'upstream_unreachable'
    | 'upstream_not_json'
    | 'token_refused'
    | 'directory_failed'
    | 'profile_conflict'
    | 'storage_failed'
    | 'login_limited'
    | 'guest_limited'
    | 'unexpected';
  readonly status?: number;
  /** Of `origin_refused`: the page's origin, or `null` for a page without one. Each is logged once, and a limited number of them. */
  readonly origin?: string;
  /** Of `paging_refused`: the operation id. */
  readonly operation?: string;
  /** A sentence for the operator: what to change. */
  readonly advice?: string;
}

export type Log = (entry: LogEntry) => void;

/** Logged at the start if several copies of the proxy count logins and store sessions separately. */
export const NO_SHARED_STORE: LogEntry = {
  level: 'warn',
  event: 'no_shared_store',
  advice:
    'LOGIN LIMITS HAVE NO EFFECT: this runtime starts many copies of the proxy, and each counts separately. Sessions end ' +
    'with their copy, too. Set storage to one that all copies share.',
};

/** Logged at the start where the proxy cannot read the addresses of clients. */
export const NO_CLIENT_ADDRESS: LogEntry = {
  level: 'warn',
  event: 'no_client_address',
  advice:
    "All clients count as one address: after a few wrong logins nobody can sign in. Set addressHeader to your platform's " +
    'header with the client address, such as cf-connecting-ip.',
};

export const INSECURE_REQUEST: LogEntry = {
  level: 'warn',
  event: 'insecure_request',
  advice:
    'A request was not sent over https. If TLS ends at a server in front, name that server as a trusted hop.',
};

/** The page sees a CORS error without a reason: the operator finds the reason in the log. */
export const refusedOrigin = (origin: string): LogEntry => ({
  level: 'warn',
  event: 'origin_refused',
  origin,
  advice:
    origin === 'null'
      ? 'A page without an origin, such as a file opened from the disk, was refused: serve it over http or https.'
      : 'A page of this origin was refused. To allow it, add it to origins (LOYALTY_ORIGINS).',
});

export const unknownPaging = (operation: string): LogEntry => ({
  level: 'warn',
  event: 'paging_refused',
  operation,
  advice:
    'The service links its pages by a parameter that the proxy does not take, so the link was left out. Name the parameters in paging (LOYALTY_PAGING), or in fields.',
});
