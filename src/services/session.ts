import type { Browser } from './browser.ts';
import type { Config } from './config.ts';
import { newAttempt } from './attempt.ts';
import type { Call } from './client.ts';
import { proxyCreate, proxyLogin } from './endpoints/auth.ts';
import { LoyaltyError, toLoyaltyError } from './errors.ts';
import { findProfile } from './find-profile.ts';
import type { Http } from './http.ts';
import type { Failure } from './mistakes.ts';
import { fillPath } from './query.ts';
import { record } from './read.ts';
import { createTokenCache } from './tokens/cache.ts';
import { expiryOf } from './tokens/expiry.ts';
import { checkToken } from './tokens/source.ts';

// Loaded when somebody signs in on the page. User names and passwords go into one request each, and nowhere else.

/** What `/create` takes (spec 5.4, G45). */
export interface NewCustomer {
  readonly email: string;
  /** At least 8 characters. */
  readonly password: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface Session {
  /**
   * Signs in through the shop's proxy (spec 5.4).
   * @throws LoyaltyError `unauthenticated` when name and password do not fit, `rate_limited` after too many tries
   */
  signIn(username: string, password: string): Promise<void>;
  /**
   * Makes an account for a guest, and signs in.
   * @throws LoyaltyError `validation` with `fields`
   */
  join(customer: NewCustomer): Promise<void>;
}

export interface SessionOptions {
  readonly config: Config | undefined;
  readonly http: Http;
  readonly browser: Browser | undefined;
  readonly memory: Record<string, string | undefined>;
  readonly now: () => number;
  /** Ends the epoch that is under way. */
  readonly close: () => void;
  readonly onCustomerChange: (() => void) | undefined;
  /** Writes to the console what the page should change because of a failure. */
  readonly explain: (failure: Failure) => void;
}

export function createSession(options: SessionOptions): Session {
  const { config, http, browser, memory, now, close, onCustomerChange, explain } = options;

  function throughProxy(): Config {
    if (config?.customer.kind === 'proxy') return config;
    throw new LoyaltyError(
      'invalid_config',
      'Set proxy-url, so that customers can sign in through your proxy.',
    );
  }

  async function signIn(username: string, password: string): Promise<void> {
    const own = throughProxy();
    const { baseUrl } = own;
    const authorization = `Basic ${base64(`${username}:${password}`)}`;
    const reply = record(await http({ method: 'POST', url: baseUrl + proxyLogin.path, authorization }));
    const token = checkToken(reply.token);
    // Asked now, under the name that was typed: the name is not kept.
    const call: Call = async (endpoint, parameters) =>
      (await http({
        method: endpoint.method,
        url: baseUrl + fillPath(endpoint, parameters),
        authorization: `Bearer ${token}`,
      })) as never;
    const profileId = await findProfile(call, username).catch((thrown) => {
      explain({ step: 'profile', error: toLoyaltyError(thrown) });
      throw thrown;
    });
    close(); // what the guest's page still waits for must not arrive in the customer's
    createTokenCache(own, browser, memory, `${baseUrl} ${newAttempt()}`).keep({
      token,
      profileId,
      expiresAt: expiryOf(token, reply.expiry, now()),
    });
    onCustomerChange?.();
  }

  async function join({ email, password, firstName = '', lastName = '' }: NewCustomer): Promise<void> {
    const { baseUrl } = throughProxy();
    const body = { email, password, first_name: firstName, last_name: lastName };
    await http({ method: 'POST', url: baseUrl + proxyCreate.path, body });
    await signIn(email, password);
  }

  const explained = (work: Promise<void>): Promise<void> =>
    work.catch((thrown) => {
      explain({ step: 'sign-in', error: toLoyaltyError(thrown) });
      throw thrown;
    });
  return {
    signIn: (username, password) => explained(signIn(username, password)),
    join: (customer) => explained(join(customer)),
  };
}

/** RFC 7617 with UTF-8: `btoa` alone knows only Latin letters. */
const base64 = (words: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(words)));
