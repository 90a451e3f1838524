import { readAddress, tenantAddress } from '../../services/address.ts';
import { DEFAULT_PLATFORM_VERSION } from '../../services/config.ts';
import { pathFinder } from '../../services/endpoints/paths.ts';
import { isProfileScoped } from '../allow-list/allow-list.ts';
import type { ProxySettings } from './settings.ts';

/** The base address of the service that the settings name; `undefined` for none or a wrong one. */
export const readBaseUrl = ({ baseUrl, tenant, serviceDomain }: ProxySettings): string | undefined =>
  baseUrl ? readAddress(baseUrl) : tenantAddress(tenant ?? '', serviceDomain ?? '');

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
const SEGMENT = /^[\w-]+$/;
const PREFIX = /^(\/[\w.~-]+)*$/;
const HEADER = /^[\w-]+$/;
const CREDENTIALS = ['clientId', 'clientSecret', 'username', 'password'] as const;

/** Everything that is wrong, each in a sentence that says what to change. Values of secrets are never repeated. */
export function problemsOf(settings: ProxySettings): string[] {
  return [...addressProblems(settings), ...accessProblems(settings), ...numberProblems(settings)];
}

function* addressProblems(settings: ProxySettings): Generator<string> {
  const { baseUrl, tenant, serviceDomain, origins = [], pathPrefix = '', addressHeader } = settings;
  if (!baseUrl && !(tenant && serviceDomain)) {
    yield 'Set baseUrl, or tenant and serviceDomain: the loyalty service to ask.';
  } else if (!readBaseUrl(settings)) {
    yield baseUrl
      ? 'baseUrl must be an https address without a port, not even :443, such as https://api.acme.example.com/api.'
      : "tenant must be the first label of your manager's host name, such as acme, and serviceDomain a domain such as example.com.";
  }
  if (origins.length === 0) yield 'Set origins: the origins of your shop, such as https://shop.example.';
  for (const origin of origins) {
    if (!isOrigin(origin)) {
      yield `origins: "${origin}" is not an origin. Write scheme and host as browsers send them, without a path, a slash at the end or *: https://shop.example.`;
    }
  }
  if (!PREFIX.test(pathPrefix)) yield 'pathPrefix must begin with a slash and not end with one: /loyalty.';
  if (addressHeader !== undefined && !HEADER.test(addressHeader)) {
    yield 'addressHeader must be the name of a header: cf-connecting-ip.';
  }
}

function isOrigin(origin: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return origin.startsWith('https://') || LOCAL.test(origin);
}

function* accessProblems(settings: ProxySettings): Generator<string> {
  const {
    credentials,
    shopSecret,
    upstream,
    platform,
    platformVersion = DEFAULT_PLATFORM_VERSION,
    directory,
    allow,
    paths,
  } = settings;
  for (const name of CREDENTIALS) {
    if (!credentials?.[name])
      yield `credentials.${name} is missing: the proxy needs a machine user of its own.`;
  }
  if (!credentials?.scopes?.length || credentials.scopes.some((scope) => !/^[\x21-\x7e]+$/.test(scope))) {
    yield 'credentials.scopes must list the scopes that the proxy needs, such as profiles.read.';
  }
  if (upstream === 'customer' && !shopSecret) {
    yield "shopSecret is missing: upstream 'customer' signs customer ids with the shop's secret.";
  }
  if (upstream !== undefined && upstream !== 'customer' && upstream !== 'service') {
    yield "upstream must be 'customer' or 'service'.";
  }
  if (!SEGMENT.test(platform ?? '')) {
    yield 'platform must name your shop platform as in the storefront token path: letters, digits, - and _.';
  }
  if (!SEGMENT.test(platformVersion)) yield 'platformVersion may hold letters, digits, - and _ only: v1.';
  if (!directory) yield 'directory is missing: it says who the customers of the shop are.';
  for (const endpoint of allow ?? []) {
    if (!endpoint?.path || !isProfileScoped(endpoint)) {
      yield `allow: ${endpoint?.method} ${endpoint?.path} is not under /v3/profiles/{…}/, so it cannot be bound to a customer.`;
    }
  }
  try {
    pathFinder(paths);
  } catch (error) {
    yield (error as Error).message;
  }
}

function* numberProblems({
  limits,
  deadlineMs,
  sessionLifetimeMs,
  loginGridMs,
}: ProxySettings): Generator<string> {
  const numbers = { ...limits, deadlineMs, sessionLifetimeMs, loginGridMs };
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0)) {
      yield `${name} must be a whole number above 0.`;
    }
  }
}
