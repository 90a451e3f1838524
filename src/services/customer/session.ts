import { proxyCreate, proxyLogin } from '../contract/endpoints/proxy.ts';
import type { Call, CallParameters } from '../transport/call.ts';
import { LoyaltyError, toLoyaltyError } from '../transport/errors.ts';
import type { Http } from '../transport/http.ts';
import { fillPath } from '../transport/paths.ts';
import { randomId } from '../transport/random-id.ts';
import { writeQuery } from '../transport/query.ts';
import { record } from '../transport/read.ts';
import { expiryOf } from '../transport/token-reply.ts';
import { checkToken } from '../transport/formats.ts';
import type { Config } from './config.ts';
import { valueOrUndefined, type Environment } from './environment.ts';
import type { Failure } from './misconfiguration.ts';
import { findProfile } from './profile.ts';
import { createTokenCache, slotOf } from './tokens/cache.ts';
import { AFTER_SIGN_OUT, isSignedOut as isSignedOutLine, pendingSlotOf } from './tokens/sign-out.ts';

// Loaded for a sign-in or sign-out on the page, and for guests who open a shared list. User names and passwords are sent in one request each, and are not stored.

/** The body of `/create` (spec 5.4, G45). */
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
  /**
   * Calls an endpoint that a link or secret in the address opens, without a token (J24).
   * @throws LoyaltyError `unauthenticated` where a token is needed, as behind a proxy
   */
  readonly callWithoutToken: Call;
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
 * @param isSignedOut the customer signed out while this file was loading: a sign-in that was requested before is cancelled
 */
export function createSession(
  { config, environment, http, close, explain }: SessionEpoch,
  isSignedOut: boolean,
): Session {
  const { browser, memory = {}, now = Date.now, onCustomerChange } = environment;

  function proxyConfig(): Config {
    if (config?.customer.kind === 'proxy') return config;
    throw new LoyaltyError('invalid_config', 'Set proxy-url.');
  }

  /** Begins a sign-in, which cancels unfinished ones of this page and of other tabs. */
  function begin({ baseUrl }: Config): Pending {
    if (isSignedOut) throw new LoyaltyError('aborted');
    const slot = slotOf(baseUrl);
    const pendingSlot = pendingSlotOf(slot);
    const read = (key: string) => valueOrUndefined(() => browser!.localStorage.getItem(key));
    const owner = () => valueOrUndefined(() => record(JSON.parse(read(slot)!)).owner);
    memory.pending?.abort();
    const controller = (memory.pending = new AbortController());
    const ownerBefore = owner();
    const name = (isSignedOutLine(read(slot)) ? AFTER_SIGN_OUT : '') + randomId();
    // Without storage, sign-ins of other tabs cannot be detected.
    const isShared = valueOrUndefined(() => {
      browser!.localStorage.setItem(pendingSlot, name);
      return true;
    });
    return {
      signal: controller.signal,
      isNewest: () =>
        !controller.signal.aborted &&
        (!isShared ||
          (read(pendingSlot) === name &&
            owner() === ownerBefore &&
            (name.startsWith(AFTER_SIGN_OUT) || !isSignedOutLine(read(slot))))),
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
    username: string,
    password: string,
    pending: Pending,
  ): Promise<void> {
    const { baseUrl, paths } = proxy;
    const { signal } = pending;
    const authorization = `Basic ${base64(`${username}:${password}`)}`;
    const reply = record(
      await http({ method: 'POST', url: baseUrl + fillPath(proxyLogin, {}, paths), authorization, signal }),
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
      const profileId = await findProfile(call, username).catch((thrown) => {
        explain({ step: 'profile', error: toLoyaltyError(thrown) });
        throw thrown;
      });
      if (!pending.isNewest()) throw new LoyaltyError('aborted');
      const replaced = createTokenCache(proxy, browser, memory).read()?.token;
      close(); // late responses for the guest must not reach the customer's page
      createTokenCache(proxy, browser, memory, `${baseUrl} ${randomId()}`).save({
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

  async function signIn(username: string, password: string, newest?: Pending): Promise<void> {
    const proxy = proxyConfig();
    const pending = newest ?? begin(proxy);
    try {
      await exchange(proxy, username, password, pending);
    } finally {
      pending.end();
    }
  }

  async function join({ email, password, firstName = '', lastName = '' }: NewCustomer): Promise<void> {
    const proxy = proxyConfig();
    const pending = begin(proxy);
    const body = { email, password, first_name: firstName, last_name: lastName };
    try {
      const url = proxy.baseUrl + fillPath(proxyCreate, {}, proxy.paths);
      await http({ method: 'POST', url, body, signal: pending.signal });
    } catch (error) {
      pending.end();
      throw error;
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
    join: (customer) => withExplanation(join(customer)),
    logOut,
    callWithoutToken: async (endpoint, parameters) => {
      if (!config) throw new LoyaltyError('invalid_config');
      // Generic parameters cannot be destructured; every instance of the type has these fields.
      const { query, body, idempotencyKey } = parameters as CallParameters<string, unknown>;
      const url = config.baseUrl + fillPath(endpoint, parameters, config.paths) + writeQuery(query);
      // The reply has the type that the catalogue declares; its readers check each field.
      return (await http({ method: endpoint.method, url, body, idempotencyKey })) as never;
    },
  };
}

/** Base64 of UTF-8 (RFC 7617); `btoa` alone accepts Latin-1 only. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
