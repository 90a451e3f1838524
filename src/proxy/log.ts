/** What the proxy logs: names and numbers, never a secret, and of what came in the origin of a refused page alone. */
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
    | 'unexpected';
  readonly status?: number;
  /** Of `origin_refused`: the page's origin, or `null` for a page without one. Each once, and a bounded number of them. */
  readonly origin?: string;
  /** Of `paging_refused`: the operation id. */
  readonly operation?: string;
  /** A sentence for people: what to change. */
  readonly advice?: string;
}

export type Log = (entry: LogEntry) => void;
