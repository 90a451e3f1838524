import { readAddress, serviceAddress, type ServiceLocation } from '../transport/address.ts';
import {
  DEFAULT_PLATFORM_VERSION,
  IDENTIFIER_FORMAT,
  PATH_FORMAT,
  SEGMENT_FORMAT,
  SIGNATURE_FORMAT,
  TOKEN_FORMAT,
} from '../transport/formats.ts';
import type { PathTemplates } from '../transport/paths.ts';
import { TENANT_FILE, type TenantFile } from '../transport/tenant/tenant-file.ts';
import { valueOrUndefined } from '../transport/value-or-undefined.ts';

/** The settings of a page, before `readConfig` has validated them. */
export interface LoyaltySettings {
  /** Base address of the service, such as `https://api.acme.example.com/api` (spec Notation). */
  baseUrl?: string | null | undefined;
  /** Instead of `baseUrl`: the tenant, with `serviceDomain`. */
  tenant?: string | null | undefined;
  serviceDomain?: string | null | undefined;
  /** The storefront platform: a segment in the path of the token endpoint (spec 5.3). */
  platform?: string | null | undefined;
  /** Version segment of that endpoint (spec 9.2). Default `v1`. */
  platformVersion?: string | null | undefined;
  /** The shop's id of the signed-in customer; none for a guest. */
  customerId?: string | null | undefined;
  /** HMAC-SHA256 of the customer id, computed on the shop's server: 64 lower-case hex digits (spec 5.3). */
  signature?: string | null | undefined;
  /** Time of the signature in Unix seconds, where the signature includes it. */
  signedAt?: string | null | undefined;
  /** The customer agreed to join the programme: a service that enrols creates a profile where there is none. */
  consent?: boolean | undefined;
  /** The customer's profile id, where the theme knows it: saves one request. */
  profileId?: string | null | undefined;
  /** A bearer token, provided by the shop (spec 5.2). */
  token?: string | null | undefined;
  /** Instead of all of the above: the address of the shop's proxy, where customers sign in (spec 5.4). */
  proxyUrl?: string | null | undefined;
  /**
   * With `proxyUrl` and `customerId`: how the shop proves this customer to the proxy. An empty text: the page's own requests do, by the shop's
   * cookie or because the shop's server signs them. Otherwise the address of this origin that answers with a token, or a function that
   * gets one.
   */
  proof?: string | (() => Promise<string>) | null | undefined;
  /**
   * Path templates by operation id for a service with other paths, as an object or JSON:
   * `{ "profiles.balances.show": "/v3/wallet/{profile}" }`.
   */
  paths?: string | PathTemplates | null | undefined;
  /** What the tenant's service does in another way. Default: the page's, by `defineTenant()`. */
  tenantFile?: TenantFile | null | undefined;
  /**
   * Where a token is stored: `shared` for every tab of the browser (default), `tab` for this tab, `memory` for this page alone.
   */
  cache?: CacheMode | null | undefined;
  /** `off`: the page does not show points and tier of the last page until it has loaded its own. */
  snapshot?: 'on' | 'off' | null | undefined;
  /**
   * Where saved products are stored. By default those of guests on the device, those of customers at the service, and a guest's join the
   * customer's at sign-in. `customers`: guests save nothing. `device`: always on the device, without a request.
   */
  wishlist?: WishlistMode | null | undefined;
  /** Writes method, path, status and time of each request to the console; never a token or signature. */
  logging?: boolean | undefined;
  /** Name of an attribute that exposes a secret in the page: no request is sent until it is removed. */
  exposed?: string | undefined;
}

export type CacheMode = 'shared' | 'tab' | 'memory';

export type WishlistMode = 'customers' | 'device';

/** The customer, and the source of the customer's token. */
export type Customer =
  | { readonly kind: 'proxy'; readonly id?: undefined; readonly token?: undefined }
  | { readonly kind: 'guest'; readonly id?: undefined; readonly token?: undefined }
  | {
      readonly kind: 'signed';
      readonly id: string;
      readonly signature: string;
      readonly signedAt: string | undefined;
      readonly consent: boolean | undefined;
      readonly token?: undefined;
    }
  | {
      readonly kind: 'proven';
      readonly id: string;
      readonly proof: string | (() => Promise<string>);
      readonly token?: undefined;
    }
  | { readonly kind: 'token'; readonly id: string | undefined; readonly token: string };

/** Valid settings. */
export interface Config {
  readonly baseUrl: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly customer: Customer;
  readonly profileId: string | undefined;
  readonly paths: PathTemplates;
  /** None behind a proxy, which has its own. */
  readonly tenantFile: TenantFile | undefined;
  readonly cache: CacheMode;
  /** Owner of the stored token; `undefined` for a guest, and behind a proxy, where each session has its own owner. */
  readonly owner: string | undefined;
  readonly logging: boolean;
  /** Whether points and tier of the last page are shown until new ones are loaded. */
  readonly snapshot: boolean;
  readonly wishlist: WishlistMode | null | undefined;
}

/** The format of each of these settings, where it is set. */
export const FORMATS = {
  platform: SEGMENT_FORMAT,
  platformVersion: SEGMENT_FORMAT,
  customerId: IDENTIFIER_FORMAT,
  signature: SIGNATURE_FORMAT,
  signedAt: /^\d+$/,
  profileId: IDENTIFIER_FORMAT,
  token: TOKEN_FORMAT,
  cache: /^(shared|tab|memory)$/,
  snapshot: /^(on|off)$/,
  wishlist: /^(customers|device)$/,
};

export type FormattedSetting = keyof typeof FORMATS;

/**
 * Validates raw settings; `undefined` for invalid ones. `misconfiguration.ts` explains what to change: a page with valid settings never
 * loads it.
 */
export function readConfig(settings: LoyaltySettings): Config | undefined {
  const baseUrl = readBaseUrl(settings);
  const customer = readCustomer(settings);
  const { platform, platformVersion, profileId, proxyUrl, cache, logging, snapshot, wishlist, exposed } =
    settings;
  const { tenantFile = (globalThis as { [TENANT_FILE]?: TenantFile })[TENANT_FILE] } = settings;
  const version = platformVersion || DEFAULT_PLATFORM_VERSION;
  const paths = readPaths(settings);
  const isWellFormed = Object.entries(FORMATS).every(([name, format]) => {
    const value = settings[name as FormattedSetting];
    return !value || format.test(value);
  });
  if (
    !baseUrl ||
    !customer ||
    !isWellFormed ||
    (customer.kind === 'signed' && !platform) ||
    !paths ||
    exposed
  )
    return undefined;
  return Object.freeze({
    baseUrl,
    customer,
    platform: platform || '',
    platformVersion: version,
    profileId: profileId || undefined,
    paths,
    tenantFile: proxyUrl ? undefined : (tenantFile ?? undefined),
    cache: cache || 'shared',
    owner: customer.id && `${baseUrl} ${platform}/${version} ${customer.id}`,
    logging: !!logging,
    snapshot: snapshot !== 'off' && cache !== 'memory',
    wishlist,
  });
}

/** The path templates; `undefined` if one of them is not a path. */
export const readPaths = ({ paths }: LoyaltySettings): PathTemplates | undefined =>
  valueOrUndefined(() => {
    const map = (typeof paths === 'string' ? JSON.parse(paths || '{}') : (paths ?? {})) as PathTemplates;
    return Object.values(map).every((path) => PATH_FORMAT.test(path)) ? map : undefined;
  });

/** The base address of the page's requests: that of its proxy, or of the service. */
export function readBaseUrl(
  settings: ServiceLocation & Pick<LoyaltySettings, 'proxyUrl'>,
): string | undefined {
  const { proxyUrl, baseUrl } = settings;
  if (proxyUrl) return baseUrl ? undefined : readAddress(proxyUrl);
  return serviceAddress(settings);
}

function readCustomer({
  customerId,
  signature,
  signedAt,
  consent,
  token,
  proof,
  proxyUrl,
}: LoyaltySettings): Customer | undefined {
  const id = customerId || undefined;
  const isProven = proof !== null && proof !== undefined;
  if (proxyUrl || isProven) {
    if (!proxyUrl || signature || token) return undefined;
    if (!isProven) return id ? undefined : { kind: 'proxy' };
    return id ? { kind: 'proven', id, proof } : { kind: 'guest' };
  }
  if (token) return { kind: 'token', id, token };
  // A theme that always prints both attributes gives guests an empty id and the signature of the empty text.
  if (!id) return signature && customerId !== '' ? undefined : { kind: 'guest' };
  return signature
    ? { kind: 'signed', id, signature, signedAt: signedAt || undefined, consent: consent || undefined }
    : undefined;
}
