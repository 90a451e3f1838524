import { memoryDirectory } from '../directory/memory.ts';
import { platformDirectory } from '../directory/platform.ts';
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
  LOYALTY_SHOP_SECRET: "the shop's shared secret; without it, calls go with the proxy's own token",
  LOYALTY_PLATFORM: 'storefront platform, as in the storefront token path',
  LOYALTY_PLATFORM_VERSION: 'its version segment (v1)',
  LOYALTY_UPSTREAM: 'customer or service: whose token calls go with',
  LOYALTY_ORIGINS: 'origins of the shop, separated by commas: https://shop.example',
  LOYALTY_PATHS:
    'paths of your tenant that differ, as JSON: {"profiles.balances.show": "/v3/wallet/{profile}"}',
  LOYALTY_PATH_PREFIX: 'path under which the proxy answers: /loyalty',
  LOYALTY_ADDRESS_HEADER: 'edge runtimes: header with the client address',
  PLATFORM_LOGIN_URL: "checks a customer of the shop's platform (POST, JSON)",
  PLATFORM_CREATE_URL: 'makes a customer (POST, JSON)',
  PLATFORM_AUTHORIZATION: 'Authorization header for these two',
  DEMO_CUSTOMERS: 'instead: sample customers as JSON [{id, email, firstName, lastName, password}]',
};

/** Settings out of an environment. @throws SettingsError where a value cannot be read */
export function settingsFrom(environment: Environment): ProxySettings {
  const text = (name: string): string | undefined => {
    const value = environment[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
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
    platform: text('LOYALTY_PLATFORM') ?? '',
    platformVersion: text('LOYALTY_PLATFORM_VERSION'),
    upstream: text('LOYALTY_UPSTREAM') as ProxySettings['upstream'],
    origins: text('LOYALTY_ORIGINS')?.split(/\s*,\s*/) ?? [],
    pathPrefix: text('LOYALTY_PATH_PREFIX'),
    addressHeader: text('LOYALTY_ADDRESS_HEADER'),
    paths: pathsFrom(text('LOYALTY_PATHS')),
    directory: directoryFrom(text) as ProxySettings['directory'],
  };
}

function pathsFrom(text: string | undefined): ProxySettings['paths'] {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as ProxySettings['paths']);
  } catch {
    throw new SettingsError(['LOYALTY_PATHS must be a JSON object: operation ids with their paths.']);
  }
}

function directoryFrom(text: (name: string) => string | undefined): ProxySettings['directory'] | undefined {
  const loginUrl = text('PLATFORM_LOGIN_URL');
  const createUrl = text('PLATFORM_CREATE_URL');
  const authorization = text('PLATFORM_AUTHORIZATION');
  const samples = text('DEMO_CUSTOMERS');
  try {
    if (loginUrl) {
      return platformDirectory({
        loginUrl,
        ...(createUrl && { createUrl }),
        ...(authorization && { headers: { Authorization: authorization } }),
      });
    }
    return samples === undefined ? undefined : memoryDirectory(JSON.parse(samples));
  } catch {
    // The parser's own message would repeat the value.
    throw new SettingsError([
      'PLATFORM_LOGIN_URL and PLATFORM_CREATE_URL must be https addresses; DEMO_CUSTOMERS must be a JSON array.',
    ]);
  }
}
