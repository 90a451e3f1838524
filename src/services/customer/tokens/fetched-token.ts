import type { Fetch, Http } from '../../transport/http.ts';
import type { Mapping } from '../../transport/tenant/mapping.ts';
import type { TokenRecord } from '../../transport/tokens.ts';
import type { Config } from '../config.ts';
import type { Browser } from '../environment.ts';

/** A token from the service. */
export interface FetchedToken {
  readonly token: string;
  /** `expiry` of the reply, not validated. */
  readonly expiry?: unknown;
  /** What the reply says about the customer, which is stored with the token. Not validated. */
  readonly about?: Pick<TokenRecord, 'profileId' | 'page'>;
}

export interface FetchOptions {
  readonly config: Config;
  readonly http: Http;
  readonly mapping?: Promise<Mapping> | undefined;
  readonly signal: AbortSignal | undefined;
  /** For an address of the page that proves its customer. */
  readonly fetch?: Fetch | undefined;
  readonly browser?: Browser | undefined;
}
