import { serviceAddress } from '../services/transport/address.ts';
import { HEADER_NAME_FORMAT, TOKEN_FORMAT } from '../services/transport/formats.ts';
import type { TenantFile } from '../services/transport/tenant/tenant-file.ts';
import { LoyaltyError } from '../services/transport/errors.ts';
import type { Fetch } from '../services/transport/http.ts';
import type { BatchSizes } from './batches.ts';
import type { PathOverrides } from '../services/transport/path-overrides.ts';
import { pagingProblem, type PagingSettings } from '../services/transport/paging.ts';
import type { ReplyReport } from './replies.ts';
import type { Credentials, GivenToken } from './tokens.ts';

/** Settings of `createClient`. Only an address is required (spec 5.4). */
export interface ClientSettings {
  /** Address of the service or of a proxy: the name of spec 5.4 (ASSUMPTION). */
  readonly idUrl?: string | undefined;
  /** The same address by its other name, such as `https://api.acme.example.com/api` (spec Notation). */
  readonly baseUrl?: string | undefined;
  /** Instead of an address: the tenant, with `serviceDomain`. */
  readonly tenant?: string | undefined;
  readonly serviceDomain?: string | undefined;
  readonly token?: GivenToken | undefined;
  /** OAuth 2.0 client credentials (spec 5.1), on servers only. */
  readonly credentials?: Credentials | undefined;
  /** Logs method, path, status and duration of each request, and where a reply differs from its shape; no values. */
  readonly logging?: boolean | undefined;
  /** Path templates by operation id, for a tenant with other paths. */
  readonly paths?: PathOverrides | undefined;
  /** What the tenant's service does in another way, by `defineTenant()`. */
  readonly tenantFile?: TenantFile | undefined;
  /** Names of the page parameters and the largest page, for a tenant that pages with others. */
  readonly paging?: PagingSettings | undefined;
  /** Limits of a batch, for a tenant that accepts less. */
  readonly batches?: BatchSizes | undefined;
  /** Name of the header with the idempotency key, for a tenant that reads another. */
  readonly idempotencyHeader?: string | undefined;
  /** BCP 47 tag of the language in which texts of definitions are requested. Without one they are as in the records. */
  readonly language?: string | undefined;
  /** Deadline of one response, its body included. Default 30,000 milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Longest `Retry-After` that a GET waits for. Default 60,000 milliseconds. */
  readonly maxWaitMs?: number | undefined;
  /** Called when a reply differs from its shape, with or without `logging`. */
  readonly onReply?: ((report: ReplyReport) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  readonly console?: Pick<Console, 'info' | 'warn'> | undefined;
}

const LANGUAGE = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

const refuse = (diagnostic: string): LoyaltyError => new LoyaltyError('invalid_config', diagnostic);

/**
 * The validated base address.
 * @throws LoyaltyError `invalid_config` that says what to change
 */
export function readClientAddress(settings: ClientSettings): string {
  const { idUrl, baseUrl, tenant, serviceDomain } = settings;
  if (idUrl && baseUrl && idUrl !== baseUrl)
    throw refuse('Set idUrl or baseUrl, not both: they are two names of one address.');
  const given = idUrl || baseUrl;
  const address = serviceAddress({ baseUrl: given && String(given), tenant, serviceDomain });
  if (address) return address;
  throw refuse(
    given
      ? `idUrl must be an https address without a port, not even :443, such as https://api.acme.example.com/api. It is "${given}".`
      : 'Set idUrl (or tenant and serviceDomain), so that the client knows which service to ask.',
  );
}

/** @throws LoyaltyError `invalid_config` */
export function checkToken({ token, credentials }: ClientSettings): void {
  if (token !== undefined && credentials) throw refuse('Set token or credentials, not both.');
  if (typeof token === 'string' && !TOKEN_FORMAT.test(token))
    throw refuse('token is not a bearer token: it may hold the visible characters of ASCII, without blanks.');
}

/** @throws LoyaltyError `invalid_config` */
export function checkPaging({ paging }: ClientSettings): void {
  const problem = pagingProblem(paging);
  if (problem) throw refuse(`paging ${problem}`);
}

/** @throws LoyaltyError `invalid_config` */
export function checkBatches({ batches = {} }: ClientSettings): void {
  const { records = 1, bytes = 1 } = batches;
  if (![records, bytes].every((limit) => Number.isSafeInteger(limit) && limit > 0))
    throw refuse('batches: records and bytes must be whole numbers above 0.');
}

/** @throws LoyaltyError `invalid_config` */
export function checkIdempotencyHeader({ idempotencyHeader }: ClientSettings): void {
  if (idempotencyHeader !== undefined && !HEADER_NAME_FORMAT.test(idempotencyHeader))
    throw refuse('idempotencyHeader must be the name of a header, such as Idempotency-Key.');
}

/** @throws LoyaltyError `invalid_config` */
export function checkLanguage({ language }: ClientSettings): void {
  if (language !== undefined && !LANGUAGE.test(language))
    throw refuse('language must be a language tag, such as de or pt-BR.');
}
