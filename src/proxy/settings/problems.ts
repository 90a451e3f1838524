import { serviceAddress } from '../../services/transport/address.ts';
import { isLoopback } from '../../services/transport/loopback.ts';
import { DEFAULT_PLATFORM_VERSION, HEADER_NAME_FORMAT } from '../../services/transport/formats.ts';
import { proxyCreate, proxyLogin } from '../../services/contract/endpoints/index.ts';
import { endpointOf } from '../../services/contract/catalogue.ts';
import { checkPathOverrides } from '../../services/transport/path-overrides.ts';
import { tenantFileProblems } from '../../services/transport/tenant/check-tenant-file.ts';
import { pagingProblem } from '../../services/transport/paging.ts';
import { isProfileScoped } from '../allow-list/allow-list.ts';
import { isWebOrigin } from '../guard/origins.ts';
import type { ProxySettings } from './settings.ts';

const SEGMENT = /^[\w-]+$/;
const PREFIX = /^(\/[\w.~-]+)*$/;
/** Endpoints of the proxy itself: `paths` is for those of the service. */
const OWN_ENDPOINTS = [proxyLogin.id, proxyCreate.id];
const CREDENTIALS = ['clientId', 'clientSecret', 'username', 'password'] as const;

/** The name of a setting where it is set: its own, or that of a variable. */
type NameOf = (setting: string) => string;

/**
 * Everything that is wrong, each as a sentence that says what to change. Values of secrets are never repeated.
 *
 * @param name the names that the sentences use
 */
export function problemsOf(settings: ProxySettings, name: NameOf = (setting) => setting): string[] {
  return [
    ...addressProblems(settings, name),
    ...accessProblems(settings, name),
    ...numberProblems(settings, name),
  ];
}

function* addressProblems(settings: ProxySettings, name: NameOf): Generator<string> {
  const {
    baseUrl,
    tenant,
    serviceDomain,
    origins = [],
    pathPrefix = '',
    publicUrl,
    addressHeader,
    idempotencyHeader,
  } = settings;
  if (!baseUrl && !(tenant && serviceDomain)) {
    yield `Set ${name('baseUrl')}, or ${name('tenant')} and ${name('serviceDomain')}: the address of the loyalty service.`;
  } else if (!serviceAddress(settings)) {
    yield baseUrl
      ? `${name('baseUrl')} must be an https address without a port, not even :443, such as https://api.acme.example.com/api.`
      : `${name('tenant')} must be the first label of your manager's host name, such as acme, and ${name('serviceDomain')} a domain such as example.com.`;
  }
  if (origins.length === 0)
    yield `Set ${name('origins')}: the origins of your shop, such as https://shop.example.`;
  for (const origin of origins) {
    if (!isShopOrigin(origin)) {
      yield `${name('origins')}: "${origin}" is not an origin. Write scheme and host as browsers send them, without a path, a slash at the end or *: https://shop.example.`;
    }
  }
  if (!PREFIX.test(pathPrefix))
    yield `${name('pathPrefix')} must begin with a slash and not end with one: /loyalty.`;
  if (publicUrl !== undefined && !isPublicUrl(publicUrl)) {
    yield `${name('publicUrl')} must be an https address without a query or a slash at the end, such as https://shop.example/loyalty.`;
  }
  if (idempotencyHeader !== undefined && !HEADER_NAME_FORMAT.test(idempotencyHeader)) {
    yield `${name('idempotencyHeader')} must be the name of a header: Idempotency-Key.`;
  }
  if (addressHeader !== undefined && !HEADER_NAME_FORMAT.test(addressHeader)) {
    yield `${name('addressHeader')} must be the name of a header: cf-connecting-ip.`;
  }
}

/** Unlike the service, a shop's own server may have a port. */
function isPublicUrl(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false;
  const { origin, pathname } = new URL(publicUrl);
  return isShopOrigin(origin) && publicUrl === origin + pathname.replace(/\/$/, '');
}

/** Passwords and tokens are sent: https, or http on this machine. */
export const isShopOrigin = (origin: string): boolean =>
  isWebOrigin(origin) && (origin.startsWith('https://') || isLoopback(new URL(origin).hostname));

const EVENT_NAME = /^[\w.-]{1,64}$/;

function* accessProblems(settings: ProxySettings, name: NameOf): Generator<string> {
  const {
    credentials,
    shopSecret,
    upstream,
    session,
    platform,
    platformVersion = DEFAULT_PLATFORM_VERSION,
    directory,
    proofs = [],
    code,
    allow,
    events = {},
    paths,
    paging,
    tenantFile,
    fields = {},
  } = settings;
  for (const field of CREDENTIALS) {
    if (credentials?.[field]) continue;
    yield `${name(`credentials.${field}`)} is missing: the proxy needs its own machine user.`;
  }
  if (!credentials?.scopes?.length || credentials.scopes.some((scope) => !/^[\x21-\x7e]+$/.test(scope))) {
    yield `${name('credentials.scopes')} must list the scopes that the proxy needs, such as profiles.read.`;
  }
  if (upstream === 'customer' && !shopSecret) {
    yield `${name('shopSecret')} is missing: upstream 'customer' signs customer ids with the shop's secret.`;
  }
  if (upstream !== undefined && upstream !== 'customer' && upstream !== 'service') {
    yield `${name('upstream')} must be 'customer' or 'service'.`;
  }
  if (session !== undefined && session !== 'token' && session !== 'cookie') {
    yield `${name('session')} must be 'token' or 'cookie'.`;
  }
  if (!SEGMENT.test(platform ?? '')) {
    yield `${name('platform')} must name your shop platform as in the storefront token path: letters, digits, - and _.`;
  }
  if (!SEGMENT.test(platformVersion)) {
    yield `${name('platformVersion')} may hold letters, digits, - and _ only: v1.`;
  }
  if (!directory && !code && proofs.length === 0)
    yield `${name('directory')} is missing: it checks the customers of the shop. Or set a proof of customers without a password.`;
  for (const endpoint of allow ?? []) {
    if (!endpoint?.path || !isProfileScoped(endpoint)) {
      yield `allow: ${endpoint?.method} ${endpoint?.path} is not under /v3/profiles/{…}/, so it cannot be limited to a customer.`;
    }
  }
  for (const [event, names] of Object.entries(events)) {
    if (!EVENT_NAME.test(event) || !Array.isArray(names) || !names.every((field) => EVENT_NAME.test(field)))
      yield `${name('events')}: "${event}" needs a list of its fields; names have letters, digits, -, _ and the full stop.`;
  }
  for (const id of Object.keys(fields)) {
    if (!endpointOf(id)) yield `fields: there is no operation ${id}.`;
  }
  if (tenantFile !== undefined)
    for (const problem of tenantFileProblems(tenantFile)) yield `${name('tenantFile')}: ${problem}`;
  if (tenantFile && paging)
    yield `${name('paging')} belongs into the tenant file, where there is one: paging: { number, size, maxSize }.`;
  const pagingIsWrong = pagingProblem(paging);
  if (pagingIsWrong) yield `${name('paging')} ${pagingIsWrong}`;
  for (const id of OWN_ENDPOINTS) {
    if (paths && Object.hasOwn(paths, id))
      yield `${name('paths')}: ${id} is an address of the proxy itself, which ${name('pathPrefix')} moves.`;
  }
  try {
    checkPathOverrides(paths);
  } catch (error) {
    yield (error as Error).message.replace(/^paths\b/, name('paths'));
  }
}

function* numberProblems(
  { limits, deadlineMs, sessionLifetimeMs, loginGridMs }: ProxySettings,
  name: NameOf,
): Generator<string> {
  const numbers = { ...limits, deadlineMs, sessionLifetimeMs, loginGridMs };
  for (const [setting, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0)) {
      yield `${name(setting)} must be a whole number above 0.`;
    }
  }
}
