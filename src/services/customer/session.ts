import { proxyCreate, proxyLogin } from '../contract/endpoints/proxy.ts';
import type { Call } from '../transport/call.ts';
import { LoyaltyError, toLoyaltyError } from '../transport/errors.ts';
import type { Http, HttpRequest } from '../transport/http.ts';
import { fillPath } from '../transport/paths.ts';
import { randomId } from '../transport/random-id.ts';
import { record, text } from '../transport/read.ts';
import { expiryOf } from '../transport/token-reply.ts';
import { checkToken } from '../transport/formats.ts';
import { isDone } from '../transport/unanswered.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { valueOrUndefined } from '../transport/value-or-undefined.ts';
import type { Failure } from './misconfiguration.ts';
import { findProfile } from './profile.ts';
import { createTokenCache, pendingSlotOf, slotOf } from './tokens/cache.ts';

// Loaded for a sign-in or sign-out on the page. User names and passwords are sent in one request each, and are not stored.

/** The body of `/create` (spec 5.4). */
export interface NewCustomer {
  readonly email: string;
  /** At least 8 characters. */
  readonly password: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface Session {
  /**
   * Signs in through the shop's proxy (spec 5.4). A later `signIn`, `join` or sign-out, in any tab, cancels it.
   * @throws LoyaltyError `unauthenticated` for a wrong name or password, `rate_limited` after too many tries, `aborted` when it
   *   was cancelled
   */
  signIn(username: string, password: string): Promise<void>;
  /** Signs in with other credentials than a password, such as a code: the body of `/login`. Otherwise as `signIn`. */
  signInWith(body: object): Promise<void>;
  /**
   * Creates an account for a guest, and signs in.
   * @throws LoyaltyError `validation` with `fields`
   */
  join(customer: NewCustomer): Promise<void>;
  /**
   * Ends the session of a token at the proxy; with `everywhere` all sessions of its customer.
   * @throws LoyaltyError with `everywhere`, when the proxy did not confirm it
   */
  logOut(token: string, everywhere?: boolean): Promise<void>;
}

/** The epoch in which the customer signs in or out: a `Loyalty`. */
export interface SessionEpoch {
  readonly config: Config | undefined;
  readonly environment: Environment;
  readonly http: Http;
  /** Ends the epoch. */
  readonly close: () => void;
  /** Writes to the console what the page should change because of a failure. */
  readonly explain: (failure: Failure) => void;
}

/** A sign-in that is not complete. */
interface Pending {
  readonly signal: AbortSignal;
  /** Whether there was no later sign-in or sign-out, in any tab. */
  isNewest(): boolean;
  end(): void;
}

/**
 * @param isCancelled whether the customer signed out, or signed in again, after this sign-in was requested: also while this file loaded
 */
export function createSession(
  { config, environment, http, close, explain }: SessionEpoch,
  isCancelled: () => boolean,
): Session {
  const { browser, memory = {}, now = Date.now, onCustomerChange } = environment;

  function proxyConfig(): Config {
    const { kind } = config?.customer ?? {};
    if (config && (kind === 'proxy' || kind === 'proven')) return config;
    throw new LoyaltyError('invalid_config', 'Set proxy-url.');
  }

  /** Begins a sign-in, which cancels unfinished ones of this page and of other tabs. */
  function begin({ baseUrl }: Config): Pending {
    if (isCancelled()) throw new LoyaltyError('aborted');
    const slot = slotOf(baseUrl);
    const pendingSlot = pendingSlotOf(slot);
    const read = (key: string) => valueOrUndefined(() => browser!.localStorage.getItem(key));
    const owner = () => valueOrUndefined(() => record(JSON.parse(read(slot)!)).owner);
    memory.pending?.abort();
    const controller = (memory.pending = new AbortController());
    const ownerBefore = owner();
    const name = randomId();
    // Without storage, sign-ins of other tabs cannot be detected.
    const isShared = valueOrUndefined(() => {
      browser!.localStorage.setItem(pendingSlot, name);
      return true;
    });
    return {
      signal: controller.signal,
      isNewest: () =>
        !controller.signal.aborted &&
        !isCancelled() &&
        // A later sign-in replaces the name, a sign-out removes it, in any tab.
        (!isShared || (read(pendingSlot) === name && owner() === ownerBefore)),
      end() {
        if (memory.pending === controller) memory.pending = undefined;
        if (read(pendingSlot) === name) valueOrUndefined(() => browser!.localStorage.removeItem(pendingSlot));
      },
    };
  }

  async function logOut(token: string, everywhere = false): Promise<void> {
    try {
      await http({
        method: 'POST',
        url: `${proxyConfig().baseUrl}/logout`,
        authorization: `Bearer ${token}`,
        body: everywhere ? { everywhere } : undefined,
        keepalive: true, // the request must complete although the page may be left
      });
    } catch (error) {
      // If the proxy is unavailable, the token expires within an hour.
      if (everywhere) throw error;
    }
  }

  async function exchange(
    proxy: Config,
    credentials: Pick<HttpRequest, 'authorization' | 'body'>,
    { signal, isNewest }: Pending,
    username?: string,
  ): Promise<void> {
    const { baseUrl, paths } = proxy;
    const reply = record(
      await http({ method: 'POST', url: baseUrl + fillPath(proxyLogin, {}, paths), ...credentials, signal }),
    );
    const token = checkToken(reply.token);
    try {
      // Searched by the user name, which is not stored: a later search could not use it.
      const call: Call = async (endpoint, parameters) =>
        (await http({
          method: endpoint.method,
          url: baseUrl + fillPath(endpoint, parameters, paths),
          authorization: `Bearer ${token}`,
          signal,
        })) as never;
      const profileId =
        text(reply.profile_id) ??
        (await findProfile(call, username).catch((thrown) => {
          explain({ step: 'profile', error: toLoyaltyError(thrown) });
          throw thrown;
        }));
      if (!isNewest()) throw new LoyaltyError('aborted');
      const replaced = createTokenCache(proxy, browser, memory).read()?.token;
      close(); // late responses for the guest must not reach the customer's page
      createTokenCache(proxy, browser, memory, false, `${baseUrl} ${randomId()}`).save({
        token,
        profileId,
        expiresAt: expiryOf(token, reply.expiry, now()),
        page: reply.page,
      });
      if (replaced) void logOut(replaced);
    } catch (error) {
      void logOut(token); // the token will not be used
      throw error;
    }
    onCustomerChange?.();
  }

  async function signInWith(
    credentials: Pick<HttpRequest, 'authorization' | 'body'>,
    username?: string,
    newest?: Pending,
  ): Promise<void> {
    const proxy = proxyConfig();
    const pending = newest ?? begin(proxy);
    try {
      await exchange(proxy, credentials, pending, username);
    } finally {
      pending.end();
    }
  }

  const signIn = (username: string, password: string, newest?: Pending): Promise<void> =>
    signInWith({ authorization: `Basic ${base64(`${username}:${password}`)}` }, username, newest);

  async function join({ email, password, firstName = '', lastName = '' }: NewCustomer): Promise<void> {
    const proxy = proxyConfig();
    const pending = begin(proxy);
    const body = { email, password, first_name: firstName, last_name: lastName };
    try {
      const url = proxy.baseUrl + fillPath(proxyCreate, {}, proxy.paths);
      await http({ method: 'POST', url, body, signal: pending.signal });
    } catch (error) {
      // The account is created, also where the answer cannot be read: its body is not needed.
      if (!isDone(toLoyaltyError(error))) {
        pending.end();
        throw error;
      }
    }
    await signIn(email, password, pending);
  }

  const withExplanation = (work: Promise<void>): Promise<void> =>
    work.catch((thrown) => {
      explain({ step: 'sign-in', error: toLoyaltyError(thrown) });
      throw thrown;
    });
  return {
    signIn: (username, password) => withExplanation(signIn(username, password)),
    signInWith: (body) => withExplanation(signInWith({ body })),
    join: (customer) => withExplanation(join(customer)),
    logOut,
  };
}

/** Base64 of UTF-8 (RFC 7617); `btoa` alone accepts Latin-1 only. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
