/** What the proxy tells its operator: names and numbers, never a value that came in or a secret. */
export interface LogEntry {
  readonly level: 'warn' | 'error';
  readonly event:
    | 'no_shared_store'
    | 'no_client_address'
    | 'insecure_request'
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
  /** A sentence for people: what to change. */
  readonly advice?: string;
}

export type Log = (entry: LogEntry) => void;
