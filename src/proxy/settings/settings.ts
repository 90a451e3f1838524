import type { Endpoint } from '../../services/contract/endpoints/index.ts';
import type { Fetch } from '../../services/transport/http.ts';
import type { PathOverrides } from '../../services/transport/path-overrides.ts';
import type { PagingSettings } from '../../services/transport/paging.ts';
import type { Mapping } from '../../services/transport/tenant/mapping.ts';
import type { TenantFile } from '../../services/transport/tenant/tenant-file.ts';
import type { EventFields } from '../allow-list/check-event.ts';
import type { FieldOverrides } from '../allow-list/fields.ts';
import type { CustomerDirectory } from '../directory/directory.ts';
import type { HandledRequest } from '../handled.ts';
import type { Log } from '../log.ts';
import type { CodeSettings } from '../proofs/code.ts';
import type { CustomerProof } from '../proofs/proof.ts';
import type { ShopDigest } from '../storage/shop-storage.ts';
import type { ProxyStorage } from '../storage/storage.ts';
import type { PathTo, Service } from '../upstream/service.ts';

/** The machine user that owns the tokens of this integration (spec 5, 5.1). They stay on the server. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** The scopes that the proxy needs. There is no default, and `*` is not added. */
  readonly scopes: readonly string[];
}

export interface LimitSettings {
  /** Wrong logins for an account from one client address in 15 minutes. Default 5. */
  readonly perAccount?: number;
  /**
   * Wrong logins for an account in an hour, from all addresses that have not signed in to it before. Default 100; beyond it such
   * addresses share one attempt in 30 seconds.
   */
  readonly perAccountInAll?: number;
  /** Wrong logins per client address in 15 minutes, for accounts that have not signed in from it before. Default 20. */
  readonly perAddress?: number;
  /** Attempts to create an account per client address in an hour. Default 5. */
  readonly createPerAddress?: number;
  /** Requests of guests for shared lists per client address in a minute. Default 60. */
  readonly guestPerAddress?: number;
  /** Those of them whose link or secret opens nothing. Default 10: the service allows 20. */
  readonly wrongLinksPerAddress?: number;
  /** Sign-ins per client address in a minute that the platform is asked about and that prove nobody. Default 120. */
  readonly unprovenPerAddress?: number;
  /** Codes requested by a client address in an hour. Default 10. */
  readonly codesPerAddress?: number;
  /** Codes requested for an e-mail address in an hour, in all of its spellings, and codes sent to a customer. Default 5. */
  readonly codesPerAccount?: number;
}

/** The settings of a shop. All are checked at the start. */
export interface ProxySettings {
  /** Base address of the loyalty service, such as `https://api.acme.example.com/api`. */
  readonly baseUrl?: string | undefined;
  /** Or the first label of the manager's host name and the service's domain: `acme` and `example.com`. */
  readonly tenant?: string | undefined;
  readonly serviceDomain?: string | undefined;
  readonly credentials: Credentials;
  /** The shop's shared secret (spec 5.3). With it, the service limits each call to its customer. */
  readonly shopSecret?: string | undefined;
  /** Signs the time with the customer id, for a service that accepts no other signature. Default no, as in spec 5.3. */
  readonly signTime?: boolean | undefined;
  /** Segments of the storefront token path (spec 5.3). */
  readonly platform: string;
  readonly platformVersion?: string | undefined;
  /** Which token requests to the service have. Default `customer` where there is a shop secret, else `service`. */
  readonly upstream?: 'customer' | 'service' | undefined;
  /** Origins of the shop's pages, exactly as browsers send them: `https://shop.example`. */
  readonly origins: readonly string[];
  /** Checks passwords and creates customers. Not needed where customers are proven in another way. */
  readonly directory?: CustomerDirectory | ((service: Service) => CustomerDirectory) | undefined;
  /** How customers are proven without a password. All proofs that a request has must be of the same customer. */
  readonly proofs?: readonly CustomerProof[] | undefined;
  /** Lets customers sign in with a code that the platform sends to their e-mail address. */
  readonly code?: CodeSettings | undefined;
  /**
   * Where the browser has the secret of its session. `token`: in the page, which sends it. `cookie`: in a cookie that no script can read, for
   * a proxy on the origin of the shop's pages. Default `token`.
   */
  readonly session?: 'token' | 'cookie' | undefined;
  /**
   * Where sessions and counts are stored, by instances of this shop and by proxies of others, each under keys of its own. Default: this
   * process's memory.
   */
  readonly storage?: ProxyStorage | undefined;
  /** Path under which the proxy answers, such as `/loyalty`. Default: none. */
  readonly pathPrefix?: string | undefined;
  /**
   * Address at which pages reach the proxy, such as `https://shop.example/loyalty`: links of answers begin with it. Default: the host
   * of the request, with `pathPrefix`; set it where a server in front changes host or path.
   */
  readonly publicUrl?: string | undefined;
  /** Profile-scoped endpoints to allow in addition to the default ones. */
  readonly allow?: readonly Endpoint[] | undefined;
  /**
   * Custom events that a page may send for its customer, each with the fields of its data: `{ 'quiz-finished': ['score'] }`. Triggers run
   * for them, so list none that gives points for being sent. Default none.
   */
  readonly events?: EventFields | undefined;
  /**
   * Where a tenant differs from an assumption: other paths of the service, by operation id. Requests of pages stay the same.
   */
  readonly paths?: PathOverrides | undefined;
  /** What the tenant's service does in another way, by `defineTenant()`. Requests of the shop's pages stay the same. */
  readonly tenantFile?: TenantFile | undefined;
  /** Where a tenant pages with other parameters than `page[number]` and `page[size]`, or smaller pages. Requests of the shop's pages stay the same. */
  readonly paging?: PagingSettings | undefined;
  /** Name of the service's header for idempotency keys. Default `Idempotency-Key`, which pages send in any case. */
  readonly idempotencyHeader?: string | undefined;
  /**
   * For a tenant that differs from an assumption: fields that an endpoint accepts in addition to those of the catalogue, by operation id.
   */
  readonly fields?: FieldOverrides | undefined;
  readonly limits?: LimitSettings | undefined;
  /** For one whole request. Default 10,000. */
  readonly deadlineMs?: number | undefined;
  /** Default one hour. */
  readonly sessionLifetimeMs?: number | undefined;
  /** A refused login is answered at a whole multiple of this time, so that its duration reveals nothing. Default 250. */
  readonly loginGridMs?: number | undefined;
  /** Header with the client's address, which only your platform can set: `cf-connecting-ip`. Edge runtimes only. */
  readonly addressHeader?: string | undefined;
  /** The runtime starts many short-lived copies, which share only `storage`. */
  readonly stateless?: boolean | undefined;
  readonly fetch?: Fetch | undefined;
  readonly now?: (() => number) | undefined;
  readonly log?: Log | undefined;
  /** Called for each answered request, for an access log or metrics. */
  readonly onRequest?: ((handled: HandledRequest) => void) | undefined;
}

/** Settings that have been checked, with every default in place. */
export interface ProxyConfig {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly shopSecret: string | undefined;
  readonly signTime: boolean;
  readonly platform: string;
  readonly platformVersion: string;
  readonly upstream: 'customer' | 'service';
  readonly origins: ReadonlySet<string>;
  readonly directory: ProxySettings['directory'];
  readonly proofs: readonly CustomerProof[];
  readonly code: CodeSettings | undefined;
  readonly session: 'token' | 'cookie';
  /** The part of the storage that belongs to this shop. */
  readonly storage: ProxyStorage;
  readonly shop: ShopDigest;
  readonly pathPrefix: string;
  readonly publicUrl: string | undefined;
  readonly allow: readonly Endpoint[];
  readonly events: EventFields;
  readonly fields: FieldOverrides;
  readonly pathTo: PathTo;
  readonly mapping: Mapping | undefined;
  readonly paging: PagingSettings;
  readonly idempotencyHeader: string;
  readonly limits: Required<LimitSettings>;
  readonly deadlineMs: number;
  readonly sessionLifetimeMs: number;
  readonly loginGridMs: number;
  readonly addressHeader: string | undefined;
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly log: Log;
  readonly onRequest: ProxySettings['onRequest'];
}

/** Invalid settings. The message says for each what to change, and repeats no secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The loyalty proxy cannot start.\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
