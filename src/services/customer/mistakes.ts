import { readAddress } from '../transport/address.ts';
import type { Browser } from './browser.ts';
import type { LoyaltyError } from '../transport/errors.ts';
import {
  DEFAULT_PLATFORM_VERSION,
  IDENTIFIER_FORMAT,
  SEGMENT_FORMAT,
  SIGNATURE_FORMAT,
  SIGNED_AT_FORMAT,
  TOKEN_FORMAT,
} from '../transport/formats.ts';
import { CACHE_FORMAT, readBaseUrl, readConfig, readPaths, type LoyaltySettings } from './config.ts';

// Loaded when settings are wrong or a request fails, not before: a page without mistakes pays nothing.

/** What failed while these settings were in use. */
export interface Failure {
  /** `token`: the token endpoint; `profile`: the search for the profile; `sign-in`: the proxy; `load`: what an element shows. */
  readonly step: 'token' | 'profile' | 'sign-in' | 'load';
  readonly error: LoyaltyError;
}

/** One mistake in a page's markup: when it holds, and what the console says to change. No value of a secret is ever in a line. */
type Mistake<Given> = readonly [holds: (given: Given) => unknown, advice: (given: Given) => string];

const ADDRESS = 'an https address without a port, not even :443, such as https://api.acme.example.com/api';

/** Attribute names by setting. */
const ATTRIBUTES = {
  baseUrl: 'base-url',
  proxyUrl: 'proxy-url',
  tenant: 'tenant',
  serviceDomain: 'service-domain',
  platform: 'platform',
  platformVersion: 'platform-version',
  customerId: 'customer-id',
  signature: 'signature',
  signedAt: 'signed-at',
  profileId: 'profile-id',
  cache: 'cache',
} as const;

/** Template code that no server has filled in: `{{ … }}` or `{% … %}`. */
const TEMPLATE = /\{\{|\{%/;
const unrendered = (settings: LoyaltySettings): string | undefined =>
  Object.entries(ATTRIBUTES).find(([name]) =>
    TEMPLATE.test(settings[name as keyof typeof ATTRIBUTES] ?? ''),
  )?.[1];

/** Wrong settings: nothing is sent. The first that holds is the one to correct first. */
const SETTINGS: readonly Mistake<LoyaltySettings>[] = [
  [
    ({ exposed }) => exposed,
    ({ exposed }) =>
      `Take the attribute "${exposed}" out of the page: everybody can read it. Secrets belong on your server (change this ` +
      'one), and a token that the page was given is set as a property.',
  ],
  [
    unrendered,
    (settings) =>
      `${unrendered(settings)} must be filled in by your shop's template: it still holds template code.`,
  ],
  [
    ({ proxyUrl, baseUrl }) => proxyUrl && baseUrl,
    () => 'Set proxy-url or base-url, not both: with a proxy every request goes through it.',
  ],
  [
    ({ proxyUrl }) => proxyUrl && !readAddress(proxyUrl),
    ({ proxyUrl }) => `proxy-url must be ${ADDRESS}. It is "${proxyUrl}".`,
  ],
  [
    ({ proxyUrl, customerId, signature, token }) => proxyUrl && (customerId || signature || token),
    () =>
      'With proxy-url customers sign in with <loyalty-account>: take customer-id, signature and token out.',
  ],
  [
    (settings) => !readPaths(settings),
    () =>
      'paths must be a JSON object of operation ids with paths, such as {"profiles.balances.show": "/v3/wallet/{profile}"}.',
  ],
  [
    ({ cache }) => !CACHE_FORMAT.test(cache || ''),
    ({ cache }) => `cache must be shared, tab or memory. It is "${String(cache)}".`,
  ],
  [
    ({ proxyUrl, baseUrl, tenant, serviceDomain }) => !proxyUrl && !baseUrl && !(tenant && serviceDomain),
    () => 'Set base-url, or tenant and service-domain, or proxy-url.',
  ],
  [
    ({ baseUrl }) => baseUrl && !readAddress(baseUrl),
    ({ baseUrl }) => `base-url must be ${ADDRESS}. It is "${baseUrl}".`,
  ],
  [
    (settings) => !readBaseUrl(settings),
    ({ tenant, serviceDomain }) =>
      `tenant must be the first label of your manager's host name, such as acme, and service-domain a domain such as ` +
      `example.com. They are "${tenant}" and "${serviceDomain}".`,
  ],
  [
    ({ customerId }) => customerId && !IDENTIFIER_FORMAT.test(customerId),
    () => 'customer-id is longer than 255 characters.',
  ],
  [
    ({ profileId }) => profileId && !IDENTIFIER_FORMAT.test(profileId),
    () => 'profile-id is longer than 255 characters.',
  ],
  [
    ({ token }) => token && !TOKEN_FORMAT.test(token),
    () => 'token is not a bearer token: it may hold letters, digits and - . _ ~ + / = only.',
  ],
  [
    ({ token, customerId, signature }) => !token && signature && !customerId,
    () => 'signature is set but customer-id is missing. Set both, or neither for a guest.',
  ],
  [
    ({ token, customerId, signature }) => !token && customerId && !signature,
    () => 'customer-id is set but signature is missing. Sign the id on your server.',
  ],
  [
    ({ token, signature }) => !token && signature && !SIGNATURE_FORMAT.test(signature),
    () =>
      'signature must be 64 lower-case hex digits: the HMAC-SHA256 of the customer id, made on your server. If you put ' +
      "the shop's secret here, take it out of the page and change it: everybody can read it.",
  ],
  [({ signedAt }) => !SIGNED_AT_FORMAT.test(signedAt || ''), () => 'signed-at must be Unix seconds.'],
  [
    ({ token, customerId, platform }) => !token && customerId && !platform,
    () => 'platform is missing: the name of your shop platform in the address that gives tokens.',
  ],
  [
    ({ platform }) => platform && !SEGMENT_FORMAT.test(platform),
    ({ platform }) => `platform may hold letters, digits, - and _ only. It is "${platform}".`,
  ],
  [
    ({ platformVersion }) => platformVersion && !SEGMENT_FORMAT.test(platformVersion),
    ({ platformVersion }) =>
      `platform-version may hold letters, digits, - and _ only. It is "${platformVersion}".`,
  ],
];

/** What the elements ask for: each operation with the names in its path, in the order of the alphabet. */
export const ASKED =
  'storefront.auth.token.store{storefront_platform}{version} proxy.login proxy.create identities.search-profile{identifier} ' +
  'profiles.identities.index{profile} profiles.balances.show{profile} profiles.tier.show{profile} profiles.rewards.index{id} ' +
  'profiles.rewards.store{profileId} rewards.definitions.index profiles.lists.store{profile} profiles.lists.items.index{list}{profile} ' +
  'profiles.lists.items.store{list}{profile} profiles.lists.items.destroy{item}{list}{profile}';

/** The first path that has no effect, or cannot be filled in. */
function pathMistake(settings: LoyaltySettings): string | undefined {
  const asked = ASKED.split(' ');
  const wrong = Object.entries(readPaths(settings)!).find(
    ([id, path]) => !asked.includes(id + (path.match(/\{\w+\}/g) ?? []).sort().join('')),
  );
  return (
    wrong &&
    `paths: the elements have no ${wrong[0]} with the names of "${wrong[1]}". They have: ${asked.join(', ')}.`
  );
}

interface FailedUse extends Failure {
  readonly settings: LoyaltySettings;
  /** Origin of the page. */
  readonly origin: string | undefined;
  readonly onLine: boolean;
  /** The attribute that names the service, with its value. */
  readonly service: string;
}

/** Settings that look right, and that the service does not accept. */
const REFUSALS: readonly Mistake<FailedUse>[] = [
  [
    ({ error, onLine }) => error.code === 'offline' && onLine,
    ({ origin, service, settings }) =>
      `This page got no answer from ${service}. If it is running, allow the origin ${origin ?? 'of this page'} at the ` +
      `${settings.proxyUrl ? 'proxy' : 'service'} (CORS), and its address in connect-src of your Content-Security-Policy.${withoutApi(settings)}`,
  ],
  [
    ({ step, error }) => step === 'token' && error.code === 'forbidden',
    ({ error, settings }) =>
      `The service refused customer-id and signature (status ${error.status}). Sign exactly this customer-id with the secret of ` +
      `platform "${settings.platform}", and check that the service knows this customer.`,
  ],
  [
    ({ step, error, settings }) => step === 'token' && error.code === 'not_found' && withoutApi(settings),
    ({ service, settings }) => `There is no token address at ${service} (status 404).${withoutApi(settings)}`,
  ],
  [
    ({ step, error }) => step === 'token' && error.code === 'not_found',
    ({ service, settings: { platform, platformVersion } }) =>
      `The service does not know platform "${platform}" with platform-version "${platformVersion || DEFAULT_PLATFORM_VERSION}" ` +
      `(status 404). Check both, and ${service}.`,
  ],
  [
    ({ step, error: { code, status } }) => step === 'token' && code === 'bad_response' && !status,
    ({ service, settings }) =>
      `What answers at ${service} gives no token: it is not the loyalty service.${withoutApi(settings)}`,
  ],
  [
    ({ step, error: { status = 0 } }) =>
      step === 'token' && status >= 400 && status < 500 && status !== 408 && status !== 429,
    ({ error, service }) =>
      `The token address of the service refused the request (status ${error.status}). Check customer-id, platform and ${service}.`,
  ],
  [
    ({ step, error, settings }) => step === 'profile' && error.code === 'invalid_config' && settings.token,
    () =>
      'token is set without customer-id or profile-id, so the elements do not know whose points to show. Set profile-id.',
  ],
  [
    ({ step, error }) => step === 'profile' && error.code === 'not_found',
    () =>
      'The service has no profile for this customer (status 404). Create or import the customer there, or set profile-id.',
  ],
  [
    ({ step, error }) => step === 'sign-in' && error.code === 'invalid_config',
    () =>
      '<loyalty-account> and signIn() need proxy-url on <loyalty-provider>: customers sign in through your proxy.',
  ],
  [
    ({ step, error }) => step === 'sign-in' && error.code === 'not_found',
    ({ service }) => `There is no proxy at ${service} (status 404).`,
  ],
  [
    ({ step, error: { code }, settings }) =>
      step === 'load' && settings.profileId && (code === 'forbidden' || code === 'not_found'),
    ({ error, settings }) =>
      `profile-id is "${settings.profileId}", which is not the profile of this customer at the service (status ${error.status}). ` +
      'Correct it, or leave it out: the elements find the profile by customer-id.',
  ],
];

/** A sentence for a base address that lacks the path which the service's interface has. */
const withoutApi = ({ baseUrl }: LoyaltySettings): string =>
  baseUrl && !/\/api\/?$/.test(baseUrl)
    ? ` base-url usually ends with /api: try ${baseUrl.replace(/\/$/, '')}/api.`
    : '';

/** What the first mistake that holds says. */
const adviceOf = <Given>(mistakes: readonly Mistake<Given>[], given: Given): string | undefined =>
  mistakes.find(([holds]) => holds(given))?.[1](given);

/** What to change in these settings, or because of a failure, in a sentence; `undefined` when nothing is known to be wrong. */
export function explain(settings: LoyaltySettings, failure?: Failure, browser?: Browser): string | undefined {
  if (!readConfig(settings)) return adviceOf(SETTINGS, settings);
  if (!failure) return pathMistake(settings);
  const { proxyUrl } = settings;
  const use: FailedUse = {
    ...failure,
    settings,
    origin: browser?.location?.origin,
    onLine: browser?.navigator?.onLine !== false,
    service: `${proxyUrl ? 'proxy-url' : settings.baseUrl ? 'base-url' : 'tenant'} ${readBaseUrl(settings)}`,
  };
  return adviceOf(REFUSALS, use);
}

export interface Report {
  readonly settings: LoyaltySettings;
  readonly console: Pick<Console, 'error'> | undefined;
  readonly browser: Browser | undefined;
  /** Lines for this customer that were written: one per mistake, however many elements meet it. */
  readonly reported: Set<unknown>;
}

/** Writes to the console what to change, once. */
export function report({ settings, console, browser, reported }: Report, failure?: Failure): void {
  const line = explain(settings, failure, browser);
  if (!line || reported.has(line)) return;
  reported.add(line);
  console?.error('loyalty-elements:', line);
}
