import * as v from 'valibot';
import { memoryDirectory } from '../directory/memory.ts';
import { findPlatformCustomer } from '../directory/find-customer.ts';
import { isPlatformAddress, platformDirectory } from '../directory/platform.ts';
import { sendPlatformCode } from '../directory/send-code.ts';
import { upstashStorage } from '../storage/upstash.ts';
import { problemsOf } from './problems.ts';
import { PROOF_VARIABLES, proofProblems, proofsFrom } from './proofs-environment.ts';
import { SettingsError, type ProxySettings } from './settings.ts';

/** Variables of a process, or text bindings of an edge runtime. */
export type Environment = Readonly<Record<string, unknown>>;

/** The variables, for `--help` and for the guide. */
export const VARIABLES: Readonly<Record<string, string>> = {
  LOYALTY_BASE_URL: 'base address of the loyalty service: https://api.acme.example.com/api',
  LOYALTY_TENANT: 'or: first label of the manager host name',
  LOYALTY_SERVICE_DOMAIN: 'with the tenant: domain of the service',
  LOYALTY_CLIENT_ID: 'client id of the machine user',
  LOYALTY_CLIENT_SECRET: 'client secret',
  LOYALTY_USERNAME: 'name of the machine user',
  LOYALTY_PASSWORD: 'its password',
  LOYALTY_SCOPES: 'scopes, separated by spaces: profiles.read profiles.write',
  LOYALTY_SHOP_SECRET: "the shop's shared secret; without it, requests have the proxy's own token",
  LOYALTY_SIGN_TIME:
    '1: customer ids are signed with the time, for a service that accepts no other signature',
  LOYALTY_PLATFORM: 'storefront platform, as in the storefront token path',
  LOYALTY_PLATFORM_VERSION: 'its version segment (v1)',
  LOYALTY_UPSTREAM: 'customer or service: which token requests have',
  LOYALTY_SESSION: 'token or cookie: where the browser has the secret of its session (token)',
  LOYALTY_ORIGINS: 'origins of the shop, separated by commas: https://shop.example',
  LOYALTY_PATHS:
    'paths of your tenant that differ, as JSON: {"profiles.balances.show": "/v3/wallet/{profile}"}',
  LOYALTY_EVENTS:
    'custom events that pages may send, as JSON with the fields of each: {"quiz-finished": ["score"]}',
  LOYALTY_PAGING: 'paging parameters that differ, as JSON: {"number": "page", "size": "per_page"}',
  LOYALTY_IDEMPOTENCY_HEADER: "name of your tenant's header for idempotency keys (Idempotency-Key)",
  LOYALTY_PATH_PREFIX: 'path under which the proxy answers: /loyalty',
  LOYALTY_PUBLIC_URL: 'address at which pages reach the proxy, for links: https://shop.example/loyalty',
  LOYALTY_ADDRESS_HEADER: 'edge runtimes: header with the client address',
  UPSTASH_REDIS_REST_URL: 'storage for edge runtimes: Redis by HTTP, https://name.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'its token, which may write',
  LOYALTY_STORAGE_PREFIX: 'beginning of every key in Redis (loyalty-proxy:)',
  PLATFORM_LOGIN_URL: "checks a customer of the shop's platform (POST, JSON: docs/guides/proxy.md)",
  PLATFORM_CREATE_URL: 'creates a customer (POST, JSON)',
  PLATFORM_CUSTOMER_URL: 'finds a customer by {id} or {email} (POST, JSON)',
  PLATFORM_CODE_URL: 'sends a code for signing in to a customer (POST, JSON)',
  PLATFORM_AUTHORIZATION: 'Authorization header for these four',
  DEMO_CUSTOMERS: 'instead: sample customers as JSON [{id, email, firstName, lastName, password}]',
  ...PROOF_VARIABLES,
};

/** The variables that messages name instead of settings. */
const VARIABLE_OF: Readonly<Record<string, string>> = {
  baseUrl: 'LOYALTY_BASE_URL',
  tenant: 'LOYALTY_TENANT',
  serviceDomain: 'LOYALTY_SERVICE_DOMAIN',
  'credentials.clientId': 'LOYALTY_CLIENT_ID',
  'credentials.clientSecret': 'LOYALTY_CLIENT_SECRET',
  'credentials.username': 'LOYALTY_USERNAME',
  'credentials.password': 'LOYALTY_PASSWORD',
  'credentials.scopes': 'LOYALTY_SCOPES',
  shopSecret: 'LOYALTY_SHOP_SECRET',
  platform: 'LOYALTY_PLATFORM',
  platformVersion: 'LOYALTY_PLATFORM_VERSION',
  upstream: 'LOYALTY_UPSTREAM',
  session: 'LOYALTY_SESSION',
  origins: 'LOYALTY_ORIGINS',
  paths: 'LOYALTY_PATHS',
  tenantFile: 'LOYALTY_TENANT_FILE',
  paging: 'LOYALTY_PAGING',
  events: 'LOYALTY_EVENTS',
  publicUrl: 'LOYALTY_PUBLIC_URL',
  idempotencyHeader: 'LOYALTY_IDEMPOTENCY_HEADER',
  pathPrefix: 'LOYALTY_PATH_PREFIX',
  addressHeader: 'LOYALTY_ADDRESS_HEADER',
  directory: 'PLATFORM_LOGIN_URL',
};

/**
 * Settings from an environment, together with those that a program sets. @throws SettingsError that names what to change where it is
 * set: a variable, or the setting of the program
 */
export function completeSettingsFrom(
  environment: Environment,
  more: Partial<ProxySettings> = {},
): ProxySettings {
  const settings = { ...settingsFrom(environment), ...more };
  const isSetByProgram = (setting: string) => Object.hasOwn(more, setting.split('.')[0] ?? '');
  const problems = problemsOf(settings, (setting) =>
    isSetByProgram(setting) ? setting : (VARIABLE_OF[setting] ?? setting),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** Settings from an environment. @throws SettingsError where a value cannot be read */
export function settingsFrom(environment: Environment): ProxySettings {
  const text = textsOf(environment);
  return {
    baseUrl: text('LOYALTY_BASE_URL'),
    tenant: text('LOYALTY_TENANT'),
    serviceDomain: text('LOYALTY_SERVICE_DOMAIN'),
    credentials: {
      clientId: text('LOYALTY_CLIENT_ID') ?? '',
      clientSecret: text('LOYALTY_CLIENT_SECRET') ?? '',
      username: text('LOYALTY_USERNAME') ?? '',
      password: text('LOYALTY_PASSWORD') ?? '',
      scopes: text('LOYALTY_SCOPES')?.split(/[\s,]+/) ?? [],
    },
    shopSecret: text('LOYALTY_SHOP_SECRET'),
    signTime: booleanFrom('LOYALTY_SIGN_TIME', text),
    platform: text('LOYALTY_PLATFORM') ?? '',
    platformVersion: text('LOYALTY_PLATFORM_VERSION'),
    upstream: text('LOYALTY_UPSTREAM') as ProxySettings['upstream'],
    session: text('LOYALTY_SESSION') as ProxySettings['session'],
    origins: text('LOYALTY_ORIGINS')?.split(/\s*,\s*/) ?? [],
    pathPrefix: text('LOYALTY_PATH_PREFIX'),
    addressHeader: text('LOYALTY_ADDRESS_HEADER'),
    publicUrl: text('LOYALTY_PUBLIC_URL'),
    paths: jsonFrom('LOYALTY_PATHS', text, 'operation ids with their paths'),
    idempotencyHeader: text('LOYALTY_IDEMPOTENCY_HEADER'),
    events: jsonFrom('LOYALTY_EVENTS', text, 'names of events with lists of fields'),
    paging: jsonFrom('LOYALTY_PAGING', text, 'number, size and maxSize'),
    storage: upstashFrom(text, storagePrefixFrom(environment)),
    ...customersFrom(text),
  };
}

type ReadText = (name: string) => string | undefined;

const textsOf =
  (environment: Environment): ReadText =>
  (name) => {
    const value = environment[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };

/** A JSON object; its content is checked with the other settings. */
function jsonFrom<T extends object>(name: string, text: ReadText, holds: string): T | undefined {
  const value = text(name);
  try {
    return value === undefined ? undefined : (JSON.parse(value) as T);
  } catch {
    throw new SettingsError([`${name} must be a JSON object: ${holds}.`]);
  }
}

function booleanFrom(name: string, text: ReadText): boolean {
  const value = text(name) ?? '0';
  if (value !== '0' && value !== '1') throw new SettingsError([`${name} must be 1 or 0.`]);
  return value === '1';
}

function upstashFrom(text: ReadText, prefix: string | undefined): ProxySettings['storage'] {
  const url = text('UPSTASH_REDIS_REST_URL');
  const token = text('UPSTASH_REDIS_REST_TOKEN');
  if (url === undefined && token === undefined) return undefined;
  const problems = [
    ...(url !== undefined && isPlatformAddress(url)
      ? []
      : [
          'UPSTASH_REDIS_REST_URL must be an https address without a user name, such as https://name.upstash.io.',
        ]),
    ...(token !== undefined && HEADER_VALUE.test(token)
      ? []
      : ['UPSTASH_REDIS_REST_TOKEN must be the token of the REST API, in ASCII.']),
  ];
  if (url === undefined || token === undefined || problems.length > 0) throw new SettingsError(problems);
  return upstashStorage({ url, token, prefix });
}

const STORAGE_PREFIX = /^[\w:.-]{1,100}$/;

/** The prefix of all keys; `undefined` for that of the storage itself. @throws SettingsError for one that is not valid */
export function storagePrefixFrom(environment: Environment): string | undefined {
  const prefix = textsOf(environment)('LOYALTY_STORAGE_PREFIX');
  if (prefix === undefined || STORAGE_PREFIX.test(prefix)) return prefix;
  throw new SettingsError([
    'LOYALTY_STORAGE_PREFIX must have up to 100 letters, digits and the characters : . _ and -, such as acme-staging:.',
  ]);
}

const sampleCustomers = v.array(
  v.object({
    id: v.pipe(v.string(), v.minLength(1)),
    email: v.pipe(v.string(), v.minLength(1)),
    firstName: v.optional(v.string(), ''),
    lastName: v.optional(v.string(), ''),
    password: v.pipe(v.string(), v.minLength(1)),
  }),
);
/** Characters that are allowed in a header. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** How customers are proven: by a directory with passwords, and by proofs without. */
function customersFrom(text: ReadText): Pick<ProxySettings, 'directory' | 'proofs' | 'code'> {
  const loginUrl = text('PLATFORM_LOGIN_URL');
  const createUrl = text('PLATFORM_CREATE_URL');
  const customerUrl = text('PLATFORM_CUSTOMER_URL');
  const codeUrl = text('PLATFORM_CODE_URL');
  const authorization = text('PLATFORM_AUTHORIZATION');
  const samples = text('DEMO_CUSTOMERS');
  const problems = [
    ...Object.entries({
      PLATFORM_LOGIN_URL: loginUrl,
      PLATFORM_CREATE_URL: createUrl,
      PLATFORM_CUSTOMER_URL: customerUrl,
      PLATFORM_CODE_URL: codeUrl,
    }).flatMap(([name, url]) =>
      url === undefined || isPlatformAddress(url)
        ? []
        : [
            `${name} must be an https address without a user name, such as https://shop.example/api/customers/check.`,
          ],
    ),
    ...(createUrl && !loginUrl
      ? ['PLATFORM_CREATE_URL needs PLATFORM_LOGIN_URL: new customers log in there.']
      : []),
    ...(authorization && !HEADER_VALUE.test(authorization)
      ? ['PLATFORM_AUTHORIZATION must be the value of a header: Bearer, a space and the key, in ASCII.']
      : []),
    ...(loginUrl && samples ? ['Set PLATFORM_LOGIN_URL or DEMO_CUSTOMERS, not both.'] : []),
    ...(codeUrl && !customerUrl
      ? ['PLATFORM_CODE_URL needs PLATFORM_CUSTOMER_URL: it finds the customer of an e-mail address.']
      : []),
    ...proofProblems(text),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  const headers = authorization ? { Authorization: authorization } : {};
  const findCustomer = customerUrl ? findPlatformCustomer({ url: customerUrl, headers }) : undefined;
  return {
    directory: loginUrl
      ? platformDirectory({ loginUrl, ...(createUrl && { createUrl }), headers })
      : samples === undefined
        ? undefined
        : memoryDirectory(sampleCustomersFrom(samples)),
    proofs: proofsFrom(text, findCustomer),
    code:
      codeUrl && findCustomer
        ? { findCustomer, sendCode: sendPlatformCode({ url: codeUrl, headers }) }
        : undefined,
  };
}

/** The parser's own message would repeat the value, which has passwords in it. */
function sampleCustomersFrom(samples: string): v.InferOutput<typeof sampleCustomers> {
  try {
    return v.parse(sampleCustomers, JSON.parse(samples));
  } catch {
    throw new SettingsError([
      'DEMO_CUSTOMERS must be a JSON array of customers with the texts id, email and password, and firstName and lastName if you like.',
    ]);
  }
}
