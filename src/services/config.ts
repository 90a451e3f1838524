import { readAddress, tenantAddress } from './address.ts';

/** Settings as a page writes them; every one is optional text until `readConfig` has looked at it. */
export interface LoyaltySettings {
  /** Base address of the service, such as `https://api.acme.example.com/api` (spec Notation). */
  baseUrl?: string | null | undefined;
  /** Instead of `baseUrl`: the tenant, with `serviceDomain`. */
  tenant?: string | null | undefined;
  serviceDomain?: string | null | undefined;
  /** Segment that names the storefront platform in the token endpoint (spec 5.3). */
  platform?: string | null | undefined;
  /** Version segment of that endpoint (spec 9.2). Default `v1`: ASSUMPTION G41. */
  platformVersion?: string | null | undefined;
  /** The shop's id of the signed-in customer; none means a guest. */
  customerId?: string | null | undefined;
  /** HMAC-SHA256 of the customer id, made on the shop's server: 64 lower-case hex digits (spec 5.3, ASSUMPTION G39). */
  signature?: string | null | undefined;
  /** The loyalty profile of the customer, when the theme knows it: saves one request. */
  profileId?: string | null | undefined;
  /** A bearer token that the page was given (spec 5.2). */
  token?: string | null | undefined;
  /** Writes method, path, status and time of each request to the console; never a token or signature. */
  logging?: boolean | undefined;
  /** Name of an attribute that puts a secret into the page: nothing works until it is gone. */
  exposed?: string | undefined;
}

/** Who the customer is, and how a token for them is had. */
export type Customer =
  | { readonly kind: 'guest'; readonly id?: undefined; readonly token?: undefined }
  | { readonly kind: 'signed'; readonly id: string; readonly signature: string; readonly token?: undefined }
  | { readonly kind: 'token'; readonly id: string | undefined; readonly token: string };

/** Checked settings. */
export interface Config {
  readonly baseUrl: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly customer: Customer;
  readonly profileId: string | undefined;
  readonly logging: boolean;
}

/** What each setting may look like. */
export const GRAMMAR = {
  signature: /^[\da-f]{64}$/,
  segment: /^[\w-]{1,64}$/,
  token: /^[\w.~+/-]{1,8192}=*$/,
  identifier: /^.{1,255}$/s,
};

/**
 * The only reader of raw settings. Wrong ones give `undefined`; what is wrong with them and what to change says
 * `config-problems.ts`, which a page with right settings never loads.
 */
export function readConfig(settings: LoyaltySettings): Config | undefined {
  const baseUrl = readBaseUrl(settings);
  const customer = readCustomer(settings);
  const { platform, platformVersion, profileId, logging, exposed } = settings;
  const version = platformVersion || 'v1';
  const needsPlatform = customer?.kind === 'signed';
  if (
    !baseUrl ||
    !customer ||
    !GRAMMAR.segment.test(platform || (needsPlatform ? '' : '-')) ||
    !GRAMMAR.segment.test(version) ||
    (profileId && !GRAMMAR.identifier.test(profileId)) ||
    exposed
  ) {
    return undefined;
  }
  return Object.freeze({
    baseUrl,
    customer,
    platform: platform || '',
    platformVersion: version,
    profileId: profileId || undefined,
    logging: !!logging,
  });
}

export function readBaseUrl({ baseUrl, tenant, serviceDomain }: LoyaltySettings): string | undefined {
  return baseUrl ? readAddress(baseUrl) : tenantAddress(tenant || '', serviceDomain || '');
}

function readCustomer({ customerId, signature, token }: LoyaltySettings): Customer | undefined {
  const id = customerId || undefined;
  if (id && !GRAMMAR.identifier.test(id)) return undefined;
  if (token) return GRAMMAR.token.test(token) ? { kind: 'token', id, token } : undefined;
  if (!id) return signature ? undefined : { kind: 'guest' };
  return signature && GRAMMAR.signature.test(signature) ? { kind: 'signed', id, signature } : undefined;
}
