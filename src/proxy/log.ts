import { StorageError } from './storage/storage.ts';

/** Log entries of the proxy: names and numbers, and the origin of a refused page. Never a secret, nor other data of a request. */
export interface LogEntry {
  readonly level: 'warn' | 'error';
  readonly event:
    | 'no_shared_store'
    | 'no_client_address'
    | 'insecure_request'
    | 'http_allowed'
    | 'weak_proof'
    | 'origin_refused'
    | 'paging_refused'
    | 'upstream_redirect'
    | 'upstream_too_large'
    | 'upstream_timeout'
    | 'upstream_unreachable'
    | 'upstream_not_json'
    | 'reply_not_mapped'
    | 'token_refused'
    | 'profile_gone'
    | 'directory_failed'
    | 'proof_refused'
    | 'proof_failed'
    | 'code_not_sent'
    | 'profile_conflict'
    | 'storage_failed'
    | 'login_limited'
    | 'guest_limited'
    | 'unexpected';
  readonly status?: number;
  /** Of `origin_refused`: the page's origin, or `null` for a page without one. Each is logged once, and a limited number of them. */
  readonly origin?: string;
  /** Of `paging_refused` and `reply_not_mapped`: the operation id. */
  readonly operation?: string;
  /** A sentence for the operator: what to change. */
  readonly diagnostic?: string;
}

export type Log = (entry: LogEntry) => void;

/** Logged at the start if several copies of the proxy count logins and store sessions separately. */
export const NO_SHARED_STORE: LogEntry = {
  level: 'warn',
  event: 'no_shared_store',
  diagnostic:
    'LOGIN LIMITS HAVE NO EFFECT: this runtime starts many copies of the proxy, and each counts separately. Sessions end ' +
    'with their copy, too. Set storage to one that all copies share.',
};

/** Logged at the start where the proxy cannot read the addresses of clients. */
export const NO_CLIENT_ADDRESS: LogEntry = {
  level: 'warn',
  event: 'no_client_address',
  diagnostic:
    "All clients count as one address: after a few wrong logins nobody can sign in. Set addressHeader to your platform's " +
    'header with the client address, such as cf-connecting-ip.',
};

export const INSECURE_REQUEST: LogEntry = {
  level: 'warn',
  event: 'insecure_request',
  diagnostic:
    'A request was not sent over https. If TLS ends at a server in front, name that server as a trusted hop, and let it set ' +
    'X-Forwarded-Proto to the scheme of the request. To try the proxy over http, without customers: LOYALTY_ALLOW_HTTP=1.',
};

/** Logged at the start where requests over http are accepted. */
export const HTTP_ALLOWED: LogEntry = {
  level: 'warn',
  event: 'http_allowed',
  diagnostic:
    'PASSWORDS AND SESSIONS CAN BE READ ON THEIR WAY: this proxy takes requests over http, for trying it. For customers, remove ' +
    'LOYALTY_ALLOW_HTTP (allowsHttp).',
};

/** Logged at the start for a setting that makes a proof of customers weaker. */
export const weakProof = (diagnostic: string): LogEntry => ({
  level: 'warn',
  event: 'weak_proof',
  diagnostic,
});

/** The page sees a CORS error without a reason: the operator finds the reason in the log. */
export const refusedOrigin = (origin: string): LogEntry => ({
  level: 'warn',
  event: 'origin_refused',
  origin,
  diagnostic:
    origin === 'null'
      ? 'A page without an origin, such as a file opened from the disk, was refused: serve it over http or https.'
      : 'A page of this origin was refused. To allow it, add it to origins (LOYALTY_ORIGINS).',
});

export const unknownPaging = (operation: string): LogEntry => ({
  level: 'warn',
  event: 'paging_refused',
  operation,
  diagnostic:
    'The service links its pages by a parameter that the proxy does not take, so the link was left out. Name the parameters in paging (LOYALTY_PAGING), or in fields.',
});

/** A reply of the service that is not in the form that the tenant file describes. */
export const unmappedReply = (operation: string, reason: string): LogEntry => ({
  level: 'error',
  event: 'reply_not_mapped',
  operation,
  // Quoted are values of the reply.
  diagnostic: `${reason.replace(/"(?:[^"\\]|\\.)*"/g, 'a value').slice(0, 300)} Correct this operation in the tenant file (--tenant).`,
});

/** Where a storage says which address failed and why, the operator reads it. Messages of other errors may have a password in them. */
export const storageFailed = (error: unknown): LogEntry => ({
  level: 'error',
  event: 'storage_failed',
  ...(error instanceof StorageError && { diagnostic: error.message }),
});

/** A failure of work that uses the storage as well as something else: the operator reads which of them failed. */
export const failureOf = (error: unknown, event: LogEntry['event']): LogEntry =>
  error instanceof StorageError ? storageFailed(error) : { level: 'error', event };
