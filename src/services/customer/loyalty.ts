import { createClient, type Call } from '../transport/client.ts';
import { readConfig, type LoyaltySettings } from './config.ts';
import { LoyaltyError } from '../transport/errors.ts';
import { createHttp, type Fetch } from '../transport/http.ts';
import { createResource, type Resource } from './resource.ts';
import { createTokenBroker, type AcquireToken } from '../transport/tokens.ts';
import type { Browser } from './browser.ts';
import type { Failure } from './mistakes.ts';
import type { Session } from './session.ts';
import { createTokenCache, type PageMemory, type TokenCache } from './tokens/cache.ts';
import { profileFinder } from './profile.ts';

/** The world around the service layer. */
export interface Surroundings {
  readonly fetch: Fetch;
  /** Where tokens are kept and tabs find each other, such as `window`; without one a token lives as long as `memory`. */
  readonly browser?: Browser | undefined;
  /** What a page remembers from one epoch to the next. */
  readonly memory?: PageMemory;
  /** Told when a customer signs in or out here: time for a new epoch. */
  readonly onCustomerChange?: () => void;
  readonly now?: () => number;
  /** Gets a line for each request when `logging` is set, and what to change when the settings are wrong. */
  readonly console?: Pick<Console, 'info' | 'error'>;
}

/** What a resource is, apart from any customer. `resources/` has one file for each. */
export interface ResourceDefinition<T> {
  readonly key: string;
  load(loyalty: Loyalty): Promise<T>;
}

/**
 * One customer's view of the programme: an epoch. A changed customer makes a new one, and what the old one still waits for
 * is dropped before it reaches state, storage or page.
 */
export interface Loyalty {
  /** Calls an endpoint as this customer; rejects with `aborted` once the epoch is over. */
  readonly call: Call;
  /** The customer's profile id: a setting, or asked once and kept with the token. */
  profileId(): Promise<string>;
  /** The one resource of this kind that all elements of the page share. */
  resource<T>(definition: ResourceDefinition<T>): Resource<T>;
  /** Loads again what elements show. */
  refresh(): Promise<void>;
  /** What is kept for this customer while the tab is open, such as what hearts showed on the page before. */
  readonly cache: Pick<TokenCache, 'owner' | 'read' | 'keep'>;
  /** `false` when the browser's customer has changed in another tab; `surely` wants proof that it has not. */
  current(surely?: boolean): boolean;
  /** Writes to the console what the page's markup should change because of this failure, if anything. */
  explain(failure: Failure): void;
  /** Signing in and joining without a reload. */
  session(): Promise<Session>;
  /**
   * Ends the customer's session, in every tab at once, then at the proxy; with `everywhere` all sessions of the customer.
   * @throws LoyaltyError with `everywhere`, when the proxy did not confirm it
   */
  signOut(everywhere?: boolean): Promise<void>;
  /** Ends the epoch. `forget` also drops the customer's token, in every tab. */
  close(forget?: boolean): void;
}

/**
 * Composition root: settings in, a customer's resources and actions out. With wrong settings nothing is sent, every resource
 * ends in `invalid_config`, and the console gets the advice.
 */
export function createLoyalty(settings: LoyaltySettings, surroundings: Surroundings): Loyalty {
  const config = readConfig(settings);
  const { fetch, browser, memory = {}, now = Date.now, console, onCustomerChange } = surroundings;
  const reported = new Set();
  const explain = (failure?: Failure): void => {
    // The first step that failed is the cause. Decided here: imports of one file may be fulfilled in another order.
    if (reported.has(failure?.error)) return;
    reported.add(failure?.error);
    void import('./mistakes.ts')
      .then(({ report }) => report({ settings, console, browser, reported }, failure))
      .catch(() => {}); // a blocker may stop the file: then the elements alone show that something failed
  };
  // Paths that no element asks for are reported, and have no effect.
  if (!config || settings.paths) explain();

  const http = createHttp(
    config?.logging && console
      ? async (url, init) =>
          (
            await import('../transport/logging.ts').then(
              ({ loggedFetch }) => loggedFetch(fetch, console),
              () => fetch,
            )
          )(url, init)
      : fetch,
  );
  const ended = new AbortController();
  const { signal } = ended;
  const cache = createTokenCache(config, browser, memory);
  // Not of this epoch alone: a sign-in may have ended it while the file of another one was loading.
  const { signOut } = memory;
  const given = config?.customer.token;
  let acquirer: Promise<AcquireToken> | undefined;

  const tokens = createTokenBroker(
    cache,
    async (rejected) => {
      if (given && given !== rejected) return given;
      if (!config) throw new LoyaltyError('invalid_config');
      if (given || !cache.owner) throw new LoyaltyError('unauthenticated');
      acquirer ??= import('./tokens/acquire.ts').then(({ createAcquirer }) =>
        createAcquirer({ config, http, cache, browser, signal, now, explain }),
      );
      const acquire = await acquirer.catch((cause: unknown) => {
        acquirer = undefined;
        throw new LoyaltyError('offline', undefined, { cause });
      });
      return acquire(rejected);
    },
    now,
  );
  const client = createClient({ baseUrl: config?.baseUrl ?? '', http, tokens, paths: config?.paths });
  const resources = new Map<string, Resource<unknown>>();

  const call: Call = async (endpoint, parameters) => {
    const reply = await client(endpoint, { signal, ...parameters });
    if (signal.aborted) throw new LoyaltyError('aborted');
    return reply;
  };
  const findProfile = profileFinder(config, cache, call, explain);

  const loyalty: Loyalty = {
    call,
    async profileId() {
      await tokens.token(); // first: without a token there is nobody to ask for
      return findProfile();
    },
    resource<T>({ key, load }: ResourceDefinition<T>) {
      if (!resources.has(key))
        resources.set(
          key,
          createResource<unknown>(() => load(loyalty)),
        );
      return resources.get(key) as Resource<T>;
    },
    async refresh() {
      const loaded = [...resources.values()].filter(({ state }) => state.status !== 'initial');
      await Promise.all(loaded.map((resource) => resource.refresh()));
    },
    cache,
    current: cache.current,
    explain,
    async session() {
      const { createSession } = await import('./session.ts');
      const { close } = loyalty;
      return createSession({
        config,
        http,
        browser,
        memory,
        now,
        close,
        onCustomerChange,
        explain,
        isSignedOut: memory.signOut !== signOut,
      });
    },
    async signOut(everywhere) {
      const token = config?.customer.kind === 'proxy' && cache.read()?.token;
      loyalty.close(true);
      onCustomerChange?.();
      if (token)
        await loyalty.session().then(
          (session) => session.logOut(token, everywhere),
          (error: unknown) => {
            if (everywhere) throw error;
          },
        );
    },
    close(forget) {
      ended.abort();
      cache.close(forget);
    },
  };
  return loyalty;
}
