import { readAddress } from '../transport/address.ts';
import type { LoyaltyError } from '../transport/errors.ts';
import { DEFAULT_PLATFORM_VERSION } from '../transport/formats.ts';
import {
  FORMATS,
  readBaseUrl,
  readConfig,
  readPaths,
  type FormattedSetting,
  type LoyaltySettings,
} from './config.ts';
import type { Browser } from './environment.ts';

// Explains misconfigurations. Part of `diagnostics.ts`.

/** A failure with settings that are valid. */
export interface Failure {
  /** `token`: the token endpoint; `profile`: the search for the profile; `sign-in`: the proxy; `load`: what an element shows. */
  readonly step: 'token' | 'profile' | 'sign-in' | 'load';
  readonly error: LoyaltyError;
}

/** A misconfiguration: its condition, and the line for the console that says what to change. No line contains a secret. */
type Misconfiguration<Given> = readonly [
  matches: (given: Given) => unknown,
  diagnostic: (given: Given) => string,
];

const ADDRESS =
  'an https address without a port, not even :443, such as https://api.acme.example.com/api; on your own machine http and a port, too';

/** Settings with a text that a shop's template fills in. */
const TEXTS = [
  'baseUrl',
  'proxyUrl',
  'tenant',
  'serviceDomain',
  'platform',
  'platformVersion',
  'customerId',
  'signature',
  'signedAt',
  'profileId',
  'cache',
  'snapshot',
  'wishlist',
] as const;

/** Template code that no server has replaced: `{{ … }}` or `{% … %}`. */
const TEMPLATE = /\{\{|\{%/;
const unrendered = (settings: LoyaltySettings): string | undefined =>
  TEXTS.find((name) => TEMPLATE.test(settings[name] ?? ''));

/** `base-url` for `baseUrl`. */
const attributeOf = (setting: string): string =>
  setting.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);

/** A setting whose value is not what it has to be. */
const malformed = (
  setting: (typeof TEXTS)[number],
  requirement: string,
  isValid: (value: string) => unknown = (value) => FORMATS[setting as FormattedSetting].test(value),
): Misconfiguration<LoyaltySettings> => [
  ({ [setting]: value }) => value && !isValid(value),
  ({ [setting]: value }) => `${attributeOf(setting)} ${requirement}. It is "${String(value)}".`,
];

/** An address that cannot be used, most often one without its scheme. */
function malformedAddress(setting: 'baseUrl' | 'proxyUrl'): Misconfiguration<LoyaltySettings> {
  const [isWrong, diagnostic] = malformed(setting, `must be ${ADDRESS}`, readAddress);
  const hasScheme = ({ [setting]: value }: LoyaltySettings) => /^https?:/i.test(String(value));
  return [
    isWrong,
    (settings) => diagnostic(settings) + (hasScheme(settings) ? '' : ' It has no https:// in front.'),
  ];
}

const hasProof = ({ proof }: LoyaltySettings): boolean => proof !== null && proof !== undefined;

/** Invalid settings, with which no request is sent. The first match is reported. */
const SETTINGS: readonly Misconfiguration<LoyaltySettings>[] = [
  [
    ({ exposed }) => exposed,
    ({ exposed }) =>
      `Take the attribute "${exposed}" out of the page: everybody can read it. Secrets belong on your server (change this ` +
      'one), and a token that the page was given is set as a property.',
  ],
  [
    unrendered,
    (settings) =>
      `${attributeOf(unrendered(settings)!)} must be filled in by your shop's template: it still holds template code.`,
  ],
  [
    ({ proxyUrl, baseUrl }) => proxyUrl && baseUrl,
    () => 'Set proxy-url or base-url, not both: with a proxy every request goes through it.',
  ],
  malformedAddress('proxyUrl'),
  [
    ({ proxyUrl, proof, customerId, signature, token }) =>
      proxyUrl && ((customerId && !hasProof({ proof })) || signature || token),
    () =>
      'With proxy-url customers sign in with <loyalty-account>: take customer-id, signature and token out. If your shop proves them to the ' +
      'proxy, set proof beside customer-id.',
  ],
  [
    ({ proxyUrl, proof }) => hasProof({ proof }) && !proxyUrl,
    () => 'proof is for a proxy: set proxy-url, or sign customer-id.',
  ],
  [
    (settings) => !readPaths(settings),
    () =>
      'paths must be a JSON object of operation ids with paths, such as {"profiles.balances.show": "/v3/wallet/{profile}"}.',
  ],
  malformed('cache', 'must be shared, tab or memory'),
  malformed('snapshot', 'must be on or off'),
  malformed('wishlist', 'must be customers or device'),
  [
    ({ proxyUrl, baseUrl, tenant, serviceDomain }) => !proxyUrl && !baseUrl && !(tenant && serviceDomain),
    () => 'Set base-url, or tenant and service-domain, or proxy-url.',
  ],
  malformedAddress('baseUrl'),
  [
    (settings) => !readBaseUrl(settings),
    ({ tenant, serviceDomain }) =>
      `tenant must be the first label of your manager's host name, such as acme, and service-domain a domain such as ` +
      `example.com. They are "${tenant}" and "${serviceDomain}".`,
  ],
  malformed('customerId', 'is longer than 255 characters'),
  malformed('profileId', 'is longer than 255 characters'),
  [
    ({ token }) => token && !FORMATS.token.test(token),
    () =>
      'token is not a bearer token: it may hold the visible characters of ASCII, without blanks, and is no template code.',
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
    ({ signature }) => signature && !FORMATS.signature.test(signature),
    () =>
      'signature must be 64 lower-case hex digits: the HMAC-SHA256 of the customer id, made on your server. If you put ' +
      "the shop's secret here, take it out of the page and change it: everybody can read it.",
  ],
  malformed('signedAt', 'must be Unix seconds'),
  [
    ({ token, customerId, platform }) => !token && customerId && !platform,
    () => 'platform is missing: the name of your shop platform in the address that gives tokens.',
  ],
  malformed('platform', 'may hold letters, digits, - and _ only'),
  malformed('platformVersion', 'may hold letters, digits, - and _ only'),
];

/** The operations that elements call, each with the names in its path in alphabetical order. */
export const CALLED =
  'storefront.auth.token.store{storefront_platform}{version} proxy.login proxy.create identities.search-profile{identifier} ' +
  'profiles.show{profile} ' +
  'profiles.identities.index{profile} profiles.balances.show{profile} profiles.custom-event.store{profile} ' +
  'profiles.tier.show{profile} profiles.rewards.index{id} profiles.rewards.store{profileId} rewards.definitions.index ' +
  'tiers.definitions.index profiles.lists.store{profile} profiles.lists.items.index{list}{profile} ' +
  'profiles.lists.items.store{list}{profile} profiles.lists.items.destroy{item}{list}{profile} profiles.lists.index{profile} ' +
  'profiles.lists.show{list}{profile} profiles.lists.update{list}{profile} profiles.lists.destroy{list}{profile} ' +
  'profiles.lists.items.update{item}{list}{profile} profiles.lists.shares.index{list}{profile} ' +
  'profiles.lists.shares.store{list}{profile} profiles.lists.shares.destroy{list}{profile}{share} lists.shares.no_profile{handle} ' +
  'lists.shares.show{handle} lists.shares.claim{handle} ' +
  'list.items.reservations.index{itemId} list.items.reservations.store{itemId} ' +
  'list.items.reservations.update{itemId}{reservationId} list.items.reservations.destroy{itemId}{reservationId} ' +
  'profiles.achievements.index{profile} profiles.attributes.dates.index{profile} profiles.attributes.dates.update{profile} ' +
  'profiles.attributes.dates.destroy{date}{profile} profiles.benefits.index{profile} profiles.benefits.claimable{profile} ' +
  'profiles.benefits.claim{profile} profiles.transactions.claims.index{profile} profiles.transactions.claims.store{profile} ' +
  'profiles.transactions.claims.destroy{profile}{transactionClaim} incentives.estimate profiles.ledgers.index{profile} ' +
  'profiles.points.index{profile} profiles.redemptions.index{profile} profiles.credits.index{profile}';

/** The first entry of `paths` whose operation no element calls, or whose placeholders differ from those of the operation. */
function pathProblem(settings: LoyaltySettings): string | undefined {
  const called = CALLED.split(' ');
  const wrong = Object.entries(readPaths(settings)!).find(
    ([id, path]) => !called.includes(id + (path.match(/\{\w+\}/g) ?? []).sort().join('')),
  );
  return (
    wrong &&
    `paths: the elements have no ${wrong[0]} with the names of "${wrong[1]}". They have: ${called.join(', ')}.`
  );
}

interface FailureContext extends Failure {
  readonly settings: LoyaltySettings;
  /** Origin of the page. */
  readonly origin: string | undefined;
  readonly onLine: boolean;
  /** The attribute that names the service, with its value. */
  readonly service: string;
}

/** Valid settings that the service refuses. */
const REFUSALS: readonly Misconfiguration<FailureContext>[] = [
  [
    ({ error: { fields } }) => fields['account'],
    ({ error: { message, status } }) =>
      `The programme does not take this customer (status ${status}): ${message} The profile was deleted, or its e-mail belongs to another one.`,
  ],
  [
    ({ error, onLine }) => error.code === 'offline' && onLine,
    ({ origin, service, settings }) =>
      `This page got no answer from ${service}. If it is running, allow the origin ${origin ?? 'of this page'} at the ` +
      `${settings.proxyUrl ? 'proxy' : 'service'} (CORS), and its address in connect-src of your Content-Security-Policy.${withoutApi(settings)}`,
  ],
  [
    ({ step, error }) => step === 'token' && error.code === 'forbidden',
    ({ error, settings: { signedAt, platform } }) =>
      `The service refused customer-id and signature (status ${error.status}). ` +
      (signedAtProblem(signedAt) ??
        `Sign exactly this customer-id${signedAt ? ', a dot and signed-at' : ''} with the secret of platform "${platform}", and check that the ` +
          'service knows this customer: it answers a wrong secret and an unknown customer alike.'),
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
    ({ step, error: { code, status = 0 } }) => step === 'token' && code === 'bad_response' && status < 300,
    ({ service, settings }) =>
      `The server at ${service} gives no token: it is not the loyalty service.${withoutApi(settings)}`,
  ],
  [
    ({ step, error, settings }) => step === 'token' && error.status === 401 && hasProof(settings),
    ({ service }) =>
      `The proxy at ${service} does not accept that customer-id is signed in to the shop (status 401): proof_refused in its log is an ` +
      'invalid proof, and no line means that the request has none, or one of another customer.',
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
      error.code === 'not_found'
        ? `The service answered that there is nothing at an address of profile-id "${settings.profileId}" (status ${error.status}). ` +
          'Its paths may differ: docs/guides/your-tenant.md. If the profile is not of this customer, leave profile-id out.'
        : `profile-id is "${settings.profileId}", which is not the profile of this customer at the service (status ${error.status}). ` +
          'Correct it, or leave it out: the elements find the profile by customer-id.',
  ],
  [
    ({ step, error: { code, status } }) => step === 'load' && code === 'bad_response' && !status,
    ({ error: { message } }) =>
      `A reply of the service cannot be shown: ${message.replace(/\.$/, '')}. Where your service differs, say so in a tenant file: docs/guides/your-tenant.md.`,
  ],
  [
    ({ step, error: { code, status } }) =>
      step === 'load' && (code === 'validation' || code === 'forbidden') && status,
    ({ error: { message, status } }) => `The service refused to answer (status ${status}): ${message}`,
  ],
];

const DAY_SECONDS = 24 * 3_600;
/** What the clock of a shop may be ahead. */
const SKEW_SECONDS = 60;
/** A time in seconds with so many digits is later than the year 5000. */
const MILLISECONDS_FORMAT = /^\d{12,}$/;

/** Why a signature with this time is refused, whatever its secret is, and what to change; `undefined` where the time is no reason. */
export function signedAtProblem(
  signedAt: string | null | undefined,
  nowSeconds = Date.now() / 1_000,
): string | undefined {
  if (!signedAt) return undefined;
  if (MILLISECONDS_FORMAT.test(signedAt))
    return `signed-at is in milliseconds (${signedAt}): write Unix seconds (${signedAt.slice(0, -3)}), and sign customer-id, a dot and these seconds.`;
  const age = nowSeconds - Number(signedAt);
  const hours = `${Math.round(Math.abs(age) / 360) / 10} hours`;
  if (age > DAY_SECONDS)
    return `signed-at is ${hours} old, and a signature is valid for a day: sign customer-id with the current time for each page, and let no cache store the page (Cache-Control: private, no-store).`;
  if (age < -SKEW_SECONDS)
    return `signed-at is ${hours} ahead of this clock: sign with the current time of the server in Unix seconds (UTC), and correct the clock of the server.`;
  return undefined;
}

/** A sentence for a base address without the path `/api`. */
const withoutApi = ({ baseUrl }: LoyaltySettings): string =>
  baseUrl && !/\/api\/?$/.test(baseUrl)
    ? ` base-url usually ends with /api: try ${baseUrl.replace(/\/$/, '')}/api.`
    : '';

/** The diagnostic of the first misconfiguration that matches. */
const diagnosticOf = <Given>(rows: readonly Misconfiguration<Given>[], given: Given): string | undefined =>
  rows.find(([matches]) => matches(given))?.[1](given);

/** A sentence that says what to change in these settings; `undefined` if no misconfiguration is found. */
export function explain(settings: LoyaltySettings, failure?: Failure, browser?: Browser): string | undefined {
  if (!readConfig(settings)) return diagnosticOf(SETTINGS, settings);
  if (!failure) return pathProblem(settings);
  const { proxyUrl } = settings;
  const context: FailureContext = {
    ...failure,
    settings,
    origin: browser?.location?.origin,
    onLine: browser?.navigator?.onLine !== false,
    service: `${proxyUrl ? 'proxy-url' : settings.baseUrl ? 'base-url' : 'tenant'} ${readBaseUrl(settings)}`,
  };
  return diagnosticOf(REFUSALS, context);
}

export interface Report {
  readonly settings: LoyaltySettings;
  readonly console: Pick<Console, 'error'> | undefined;
  readonly browser: Browser | undefined;
  /** The lines that were written: each is written once, even if several elements fail for the same reason. */
  readonly reported: Set<unknown>;
}

/** Writes to the console what to change, once. */
export function report({ settings, console, browser, reported }: Report, failure?: Failure): void {
  const line = explain(settings, failure, browser);
  if (!line || reported.has(line)) return;
  reported.add(line);
  console?.error('loyalty-elements:', line);
}
