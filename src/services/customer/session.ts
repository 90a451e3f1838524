import { attempt, type Browser } from './browser.ts';
import type { Config } from './config.ts';
import { newAttempt } from '../transport/attempt.ts';
import type { Call } from '../transport/client.ts';
import { proxyCreate, proxyLogin } from '../contract/endpoints/auth.ts';
import { LoyaltyError, toLoyaltyError } from '../transport/errors.ts';
import { findProfile } from './find-profile.ts';
import type { Http } from '../transport/http.ts';
import type { Failure } from './mistakes.ts';
import { fillPath } from '../transport/paths.ts';
import { record } from '../transport/read.ts';
import { createTokenCache, slotOf, type PageMemory } from './tokens/cache.ts';
import { checkToken, expiryOf } from '../transport/token-reply.ts';
import { AFTER_SIGN_OUT, isSignedOut, pendingSlotOf } from './tokens/forget.ts';

// Loaded when somebody signs in or out on the page. User names and passwords go into one request each, and nowhere else.

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
   * Signs in through the shop's proxy (spec 5.4). A later `signIn`, `join` or sign-out, here or in another tab, ends this one.
   * @throws LoyaltyError `unauthenticated` when name and password do not fit, `rate_limited` after too many tries, `aborted`
   *   when a later one has taken its place
   */
  signIn(username: string, password: string): Promise<void>;
  /**
   * Makes an account for a guest, and signs in.
   * @throws LoyaltyError `validation` with `fields`
   */
  join(customer: NewCustomer): Promise<void>;
  /**
   * Ends the session of a token at the proxy; with `everywhere` all sessions of its customer.
   * @throws LoyaltyError with `everywhere`, when the proxy did not confirm it
   */
  logOut(token: string, everywhere?: boolean): Promise<void>;
}

export interface SessionOptions {
  readonly config: Config | undefined;
  readonly http: Http;
  readonly browser: Browser | undefined;
  readonly memory: PageMemory;
  /** The customer signed out while this file was loading: a sign-in that was asked for before must not win. */
  readonly isSignedOut: boolean;
  readonly now: () => number;
  /** Ends the epoch that is under way. */
  readonly close: () => void;
  readonly onCustomerChange: (() => void) | undefined;
  /** Writes to the console what the page should change because of a failure. */
  readonly explain: (failure: Failure) => void;
}

/** A sign-in under way. */
interface Pending {
  readonly signal: AbortSignal;
  /** Whether no later sign-in and no sign-out has come, in this tab or another one. */
  isNewest(): boolean;
  end(): void;
}

export function createSession(options: SessionOptions): Session {
  const { config, http, browser, memory, now, close, onCustomerChange, explain } = options;

  function throughProxy(): Config {
    if (config?.customer.kind === 'proxy') return config;
    throw new LoyaltyError('invalid_config', 'Set proxy-url.');
  }

  /** Ends the sign-in that is under way in this page, and outdates those of other tabs. */
  function begin({ baseUrl }: Config): Pending {
    if (options.isSignedOut) throw new LoyaltyError('aborted');
    const slot = slotOf(baseUrl);
    const pendingSlot = pendingSlotOf(slot);
    const read = (key: string) => attempt(() => browser!.localStorage.getItem(key));
    const owner = () => attempt(() => record(JSON.parse(read(slot)!)).owner);
    memory.pending?.abort();
    const own = (memory.pending = new AbortController());
    const before = owner();
    const name = (isSignedOut(read(slot)) ? AFTER_SIGN_OUT : '') + newAttempt();
    // A browser that stores nothing has no other tabs to agree with.
    const isShared = attempt(() => {
      browser!.localStorage.setItem(pendingSlot, name);
      return true;
    });
    return {
      signal: own.signal,
      isNewest: () =>
        !own.signal.aborted &&
        (!isShared ||
          (read(pendingSlot) === name &&
            owner() === before &&
            (name.startsWith(AFTER_SIGN_OUT) || !isSignedOut(read(slot))))),
      end() {
        if (memory.pending === own) memory.pending = undefined;
        if (read(pendingSlot) === name) attempt(() => browser!.localStorage.removeItem(pendingSlot));
      },
    };
  }

  async function logOut(token: string, everywhere = false): Promise<void> {
    try {
      await http({
        method: 'POST',
        url: `${throughProxy().baseUrl}/logout`,
        authorization: `Bearer ${token}`,
        body: everywhere ? { everywhere } : undefined,
        keepalive: true, // the page may be on its way out, and the request has to outlive it
      });
    } catch (error) {
      // Without the proxy the token ends by itself, within the hour.
      if (everywhere) throw error;
    }
  }

  async function exchange(own: Config, username: string, password: string, pending: Pending): Promise<void> {
    const { baseUrl, paths } = own;
    const { signal } = pending;
    const authorization = `Basic ${base64(`${username}:${password}`)}`;
    const reply = record(
      await http({ method: 'POST', url: baseUrl + fillPath(proxyLogin, {}, paths), authorization, signal }),
    );
    const token = checkToken(reply.token);
    try {
      // Asked now, under the name that was typed: the name is not kept.
      const call: Call = async (endpoint, parameters) =>
        (await http({
          method: endpoint.method,
          url: baseUrl + fillPath(endpoint, parameters, paths),
          authorization: `Bearer ${token}`,
          signal,
        })) as never;
      const profileId = await findProfile(call, username).catch((thrown) => {
        explain({ step: 'profile', error: toLoyaltyError(thrown) });
        throw thrown;
      });
      if (!pending.isNewest()) throw new LoyaltyError('aborted');
      const replaced = createTokenCache(own, browser, memory).read()?.token;
      close(); // what the guest's page still waits for must not arrive in the customer's
      createTokenCache(own, browser, memory, `${baseUrl} ${newAttempt()}`).keep({
        token,
        profileId,
        expiresAt: expiryOf(token, reply.expiry, now()),
      });
      if (replaced) void logOut(replaced);
    } catch (error) {
      void logOut(token); // nobody will use it
      throw error;
    }
    onCustomerChange?.();
  }

  async function signIn(username: string, password: string, newest?: Pending): Promise<void> {
    const own = throughProxy();
    const pending = newest ?? begin(own);
    try {
      await exchange(own, username, password, pending);
    } finally {
      pending.end();
    }
  }

  async function join({ email, password, firstName = '', lastName = '' }: NewCustomer): Promise<void> {
    const own = throughProxy();
    const pending = begin(own);
    const body = { email, password, first_name: firstName, last_name: lastName };
    try {
      const url = own.baseUrl + fillPath(proxyCreate, {}, own.paths);
      await http({ method: 'POST', url, body, signal: pending.signal });
    } catch (error) {
      pending.end();
      throw error;
    }
    await signIn(email, password, pending);
  }

  const explained = (work: Promise<void>): Promise<void> =>
    work.catch((thrown) => {
      explain({ step: 'sign-in', error: toLoyaltyError(thrown) });
      throw thrown;
    });
  return {
    signIn: (username, password) => explained(signIn(username, password)),
    join: (customer) => explained(join(customer)),
    logOut,
  };
}

/** RFC 7617 with UTF-8: `btoa` alone knows only Latin letters. */
const base64 = (words: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(words)));
