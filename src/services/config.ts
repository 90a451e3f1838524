import { checkAddress, tenantAddress } from './address.ts';
import { LoyaltyError } from './errors.ts';

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
}

/** Who the customer is, and how a token for them is had. */
export type Customer =
  | { readonly kind: 'guest' }
  | { readonly kind: 'signed'; readonly id: string; readonly signature: string }
  | { readonly kind: 'token'; readonly id: string | undefined; readonly token: string };

/** Checked and frozen settings. */
export interface Config {
  readonly baseUrl: string;
  readonly platform: string;
  readonly platformVersion: string;
  readonly customer: Customer;
  readonly profileId: string | undefined;
  readonly logging: boolean;
}

const SIGNATURE = /^[\da-f]{64}$/;
const SEGMENT = /^[\w-]{1,64}$/;
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;
const TOKEN_MAX_LENGTH = 8_192;
const ID_MAX_LENGTH = 255;

/**
 * The only reader of raw settings: checks them, freezes them, and says what to change.
 * @throws LoyaltyError `invalid_config`
 */
export function readConfig(settings: LoyaltySettings): Config {
  return Object.freeze({
    baseUrl: baseUrl(settings),
    platform: segment('platform', settings.platform, settings.customerId ? undefined : ''),
    platformVersion: segment('platform-version', settings.platformVersion, 'v1'),
    customer: Object.freeze(customer(settings)),
    profileId: identifier('profile-id', settings.profileId),
    logging: settings.logging === true,
  });
}

function baseUrl({ baseUrl, tenant, serviceDomain }: LoyaltySettings): string {
  if (baseUrl) return checkAddress(baseUrl);
  if (tenant && serviceDomain) return tenantAddress(tenant, serviceDomain);
  return fail('Set base-url, or tenant and service-domain, so that the elements know which service to ask.');
}

function customer(settings: LoyaltySettings): Customer {
  const { signature, token } = settings;
  const id = identifier('customer-id', settings.customerId);
  if (token) {
    if (token.length > TOKEN_MAX_LENGTH || !BEARER_TOKEN.test(token)) fail('token is not a bearer token.');
    return { kind: 'token', id, token };
  }
  if (!id && !signature) return { kind: 'guest' };
  if (!id) fail('signature is set but customer-id is missing. Set both, or neither for a guest.');
  if (!signature) {
    fail(
      'customer-id is set but signature is missing. Sign the id on your server and print the signature beside it.',
    );
  }
  if (!SIGNATURE.test(signature!)) {
    fail(
      'signature must be 64 lower-case hex digits: the HMAC-SHA256 of the customer id, made on your server. ' +
        "If you put the shop's secret here, take it out of the page and change it: everybody can read it.",
    );
  }
  return { kind: 'signed', id: id!, signature: signature! };
}

function identifier(setting: string, value: string | null | undefined): string | undefined {
  if (!value) return undefined;
  return value.length > ID_MAX_LENGTH
    ? fail(`${setting} is longer than ${ID_MAX_LENGTH} characters.`)
    : value;
}

function segment(setting: string, value: string | null | undefined, standard?: string): string {
  const text = value || standard;
  if (text === undefined)
    return fail(`${setting} is missing: the name of your shop platform in the token address.`);
  return !value || SEGMENT.test(text)
    ? text
    : fail(`${setting} may hold letters, digits, - and _ only. It is "${text}".`);
}

function fail(message: string): never {
  throw new LoyaltyError('invalid_config', message);
}
