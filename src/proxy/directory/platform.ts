import { isLoopback } from '../../services/transport/loopback.ts';
import { readJson, type UpstreamResponse } from '../upstream/exchange.ts';
import {
  CustomerRefused,
  emailTaken,
  type CustomerDirectory,
  type NewCustomer,
  type PlatformCustomer,
} from './directory.ts';
import { verifiedEmail } from './verified-email.ts';
import { postToPlatform, type PlatformSettings } from './post-to-platform.ts';

export interface PlatformDirectorySettings extends PlatformSettings {
  /** Checks a customer: POST with JSON, https. 2xx with the customer, or 400, 401, 403, 404, 422 for "no such customer". */
  readonly loginUrl: string;
  /** Creates a customer: POST with JSON, https. 2xx with the customer, or 409 or 422 for a refused one. */
  readonly createUrl?: string;
  /** Body for `loginUrl`; `{email, password}` when left out. */
  readonly loginBody?: (username: string, password: string) => unknown;
  /** Body for `createUrl`; `{email, password, first_name, last_name}` when left out. */
  readonly createBody?: (customer: NewCustomer) => unknown;
  /** Reads the customer of an answer; when left out: `id`, `email`, `first_name`, `last_name` at the top or under `customer` or `data`. */
  readonly readCustomer?: (json: unknown) => PlatformCustomer | undefined;
}

const NO_SUCH_CUSTOMER = new Set([400, 401, 403, 404, 422]);

/** Customers of a commerce platform, over its customer API. */
export function platformDirectory(settings: PlatformDirectorySettings): CustomerDirectory {
  const { loginUrl, createUrl, readCustomer = readPlatformCustomer } = settings;
  for (const url of [loginUrl, createUrl]) {
    if (url === undefined || isPlatformAddress(url)) continue;
    throw new TypeError('loginUrl and createUrl of the platform must be https addresses.');
  }
  const post = postToPlatform(settings);
  const customerOf = (answer: UpstreamResponse): PlatformCustomer => {
    const customer = answer.status < 300 ? readCustomer(readJson(answer)) : undefined;
    if (customer) return customer;
    throw new Error(`The platform answered with status ${answer.status} and no customer.`);
  };

  return {
    async authenticate(username, password, signal) {
      const body = settings.loginBody?.(username, password) ?? { email: username, password };
      const answer = await post(loginUrl, body, signal);
      return NO_SUCH_CUSTOMER.has(answer.status) ? undefined : customerOf(answer);
    },
    async create(customer, signal) {
      if (createUrl === undefined) throw new Error('createUrl is not set.');
      const { email, password, firstName, lastName } = customer;
      const body = { email, password, first_name: firstName, last_name: lastName };
      const answer = await post(createUrl, settings.createBody?.(customer) ?? body, signal);
      if (answer.status === 409) throw emailTaken();
      if (answer.status === 422) throw new CustomerRefused(readErrors(readJson(answer)));
      return customerOf(answer);
    },
  };
}

/**
 * Reads a customer in the form that the guide describes: `id`, `email`, `first_name`, `last_name`, at the top or under `customer` or `data`. The
 * address is left out where the platform says by `email_verified` that it is not verified.
 */
export function readPlatformCustomer(json: unknown): PlatformCustomer | undefined {
  const outer = Object(json) as Record<string, unknown>;
  const inner = Object(outer['customer'] ?? outer['data'] ?? outer) as Record<string, unknown>;
  const { id, email, first_name, last_name } = inner;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '' || typeof email !== 'string') {
    return undefined;
  }
  return {
    id: String(id),
    email: verifiedEmail(inner, true),
    firstName: textOrEmpty(first_name),
    lastName: textOrEmpty(last_name),
  };
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const FIELDS = ['email', 'password', 'first_name', 'last_name'];

/** Only the fields that a caller sends, and only texts: other details of the platform stay internal. */
function readErrors(json: unknown): Record<string, string[]> {
  const errors = Object((Object(json) as { errors?: unknown }).errors) as Record<string, unknown>;
  const found = FIELDS.flatMap((field) => {
    const texts = [errors[field]].flat().filter((text) => typeof text === 'string');
    return texts.length > 0 ? [[field, texts] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : { email: ['This customer cannot be created.'] };
}

/** Passwords are sent there: https, or this machine. Unlike the service's address it may have a port. */
export function isPlatformAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  const local = protocol === 'http:' && isLoopback(hostname);
  return (protocol === 'https:' || local) && !username;
}
