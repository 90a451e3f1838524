import { createCaller, type Call } from '../transport/call.ts';
import { LoyaltyError, toLoyaltyError } from '../transport/errors.ts';
import type { BackOff } from '../transport/failure.ts';
import { createHttp, type Http } from '../transport/http.ts';
import { readJson } from '../transport/json.ts';
import type { PagePart } from '../transport/page-parts.ts';
import { text } from '../transport/read.ts';
import {
  guaranteesOf,
  MAX_LAG_SECONDS,
  WRITES_HEADER,
  type Guarantees,
  type WriteRules,
} from '../transport/tenant/guarantees.ts';
import type { Mapping } from '../transport/tenant/mapping.ts';
import { createTokenBroker, type TokenRecord } from '../transport/tokens.ts';
import { readConfig, type Config, type LoyaltySettings } from './config.ts';
import type { Environment } from './environment.ts';
import { FIRST_ANSWERS, type FirstAnswersGlobal } from './first-answers.ts';
import { valueOrUndefined } from '../transport/value-or-undefined.ts';
import type { Failure } from './misconfiguration.ts';
import { createPreloader } from './preload.ts';
import { findProfile } from './profile.ts';
import { createResource, type Resource } from './resource.ts';
import type { Session } from './session.ts';
import { createTokenCache, type CustomerEvent, type TokenCache } from './tokens/cache.ts';
import { fetchFirstToken } from './tokens/first-token.ts';

/** How a resource is loaded, for any customer. `resources/` has one file for each. */
export interface ResourceDefinition<T> {
  /** Contains `list` if an edit of a list changes the resource. */
  readonly key: string;
  load(loyalty: Loyalty): Promise<T>;
  /** Reads the value that an earlier page stored. Throws, or gives `undefined`, where there is none. */
  restore?: ((stored: Partial<TokenRecord>, loyalty?: Loyalty) => T | undefined) | undefined;
}

/**
 * The connection of one customer to the service: an epoch. When the customer changes, a new one is created, and late responses of the old
 * one are dropped before they reach state, storage or page.
 */
export interface Loyalty {
  /** Calls an endpoint as this customer; rejects with `aborted` once the epoch is over. */
  readonly call: Call;
  /**
   * Preloads the data of the page's elements: the first call of an element to the same address uses the request that is in flight. Resolves
   * when the first request is sent.
   * @param partsOf called when the profile is known, after the first request where that is for the token
   */
  preload(partsOf: () => readonly PagePart[]): Promise<void>;
  /** The customer's profile id: from the settings, or searched once and stored with the token. */
  profileId(): Promise<string>;
  /** The resource of this kind; all elements of the page share it. */
  resource<T>(definition: ResourceDefinition<T>): Resource<T>;
  /** All resources by key. Preloaded replies are dropped: loaded again, a resource must not get one that is older. */
  resources(): ReadonlyMap<string, Resource<unknown>>;
  /** The valid settings, for what is loaded later; `undefined` for invalid ones. */
  readonly config: Config | undefined;
  readonly environment: Environment;
  readonly http: Http;
  /** The wait of all its calls after a 429. */
  readonly backOff: BackOff;
  /** Where the page has a tenant file. */
  readonly mapping?: Promise<Mapping> | undefined;
  /** What the tenant file, or that of the proxy, says about writes. */
  guarantees(): Guarantees;
  /** Resolves when reads show what was written last, in any tab. Every GET of `call` waits for it. */
  settle(): Promise<void>;
  /** Calls whose reads wait until they show what was written last, as those of `call` do. */
  settled(sendCall: Call): Call;
  /** Stores data of this customer beside the token, such as the product ids of the wishlist, for the next page. */
  readonly cache: Pick<TokenCache, 'owner' | 'read' | 'save'>;
  /** `false` if the browser's customer has changed in another tab, or if a page that is shown again cannot prove that it has not. */
  current(event?: CustomerEvent): boolean;
  /** Writes to the console how to correct the misconfiguration that caused this failure, if there is one. */
  explain(failure: Failure): void;
  /** Writes the message of a problem to the console, once. */
  report(problem: LoyaltyError): void;
  /** Signing in and registering without a page load. */
  session(attempt?: object): Promise<Session>;
  /** Begins an attempt to sign in, which cancels earlier ones: call it at once, and pass it to `session` when its file may load. */
  beginAttempt(): object;
  /**
   * Ends the customer's session, in every tab at once, then at the proxy; with `everywhere` all sessions of the customer.
   * @throws LoyaltyError with `everywhere`, when the proxy did not confirm it
   */
  signOut(everywhere?: boolean): Promise<void>;
  /** Ends the epoch. `forget` also removes the customer's token, in every tab. */
  close(forget?: boolean): void;
}

/** How old a page is at most that may end the session of this browser's customer. A cache, or the back button, may show an older one. */
const NEW_PAGE_SECONDS = 60;

/** A POST that changes nothing. */
const ESTIMATE = 'incentives.estimate';

/**
 * Composition root of the service layer. With invalid settings no request is sent, every resource fails with `invalid_config`, and the
 * console says what to change.
 */
export function createLoyalty(settings: LoyaltySettings, environment: Environment): Loyalty {
  const config = readConfig(settings);
  const { fetch, browser, memory = {}, now = Date.now, console, onCustomerChange } = environment;
  const reported = new Set<unknown>();
  const explain = (failure?: Failure): void => {
    // The first failure is the cause. It is chosen before the import, because imports may resolve in another order.
    if (reported.has(failure?.error)) return;
    reported.add(failure?.error);
    void import('./diagnostics.ts')
      .then((file) => file.report({ settings, console, browser, reported }, failure))
      .catch(() => {}); // a content blocker may stop the file
  };
  const report = ({ message }: LoyaltyError): void => {
    if (!reported.has(message)) console?.error('loyalty-elements:', message);
    reported.add(message);
  };
  // `paths` may name operations that no element calls: they have no effect, and are reported.
  if (!config || settings.paths) explain();

  let onRequest: () => void;
  const firstRequest = new Promise<void>((resolve) => (onRequest = resolve));
  let writeRules: WriteRules = config?.tenantFile ?? {};
  const http = createHttp(
    async (url, init) => {
      onRequest();
      // Without a language of the page, not that of the browser: the elements show English, too.
      (init.headers as Record<string, string>)['Accept-Language'] = environment.language ?? '*';
      const file = config?.logging && console && (await import('./diagnostics.ts').catch(() => {}));
      const response = await (file ? file.loggedFetch(fetch, console!) : fetch)(url, init);
      const told = settings.proxyUrl && response.headers.get(WRITES_HEADER);
      if (told) writeRules = (readJson(told) ?? {}) as WriteRules;
      return response;
    },
    undefined,
    settings.proxyUrl ? 'same-origin' : 'omit',
  );
  const epochEnd = new AbortController();
  const { signal } = epochEnd;
  const isNew = now() / 1_000 - Number(settings.signedAt) < NEW_PAGE_SECONDS;
  const cache = createTokenCache(config, browser, memory, isNew);
  const takeFirst = (globalThis as FirstAnswersGlobal)[FIRST_ANSWERS]?.(config, cache);
  // Read at once: a sign-out while `session.ts` loads changes it, and must cancel a sign-in that was requested before.
  const { signOut } = memory;
  const givenToken = config?.customer.token;
  const file = config?.tenantFile;
  const mapping =
    file &&
    import('../transport/tenant/mapping.ts').then((mappings) =>
      mappings.createMapping(file, config.paths, {
        baseUrl: config.baseUrl,
        caller: environment,
      }),
    );
  mapping?.catch(() => {}); // each call fails

  /** Why there was no token. A refused signature stays refused: each element that begins later would ask again. */
  let refusal: LoyaltyError | undefined;
  const tokens = createTokenBroker(
    cache,
    async (rejected) => {
      if (refusal?.code === 'forbidden') throw refusal;
      if (givenToken && givenToken !== rejected) return givenToken;
      if (!config) throw new LoyaltyError('invalid_config');
      if (givenToken || !cache.owner) throw new LoyaltyError('unauthenticated');
      const options = {
        config,
        http,
        fetch,
        mapping,
        cache,
        browser,
        signal,
        now,
        explain(failure: Failure) {
          explain(failure);
          refusal = failure.error;
        },
      };
      const coordination = () => import('./tokens/acquire.ts');
      const first =
        config.customer.id &&
        !rejected &&
        !cache.read() &&
        (await fetchFirstToken(options, async (fetched) =>
          (await coordination()).shareFirstToken(options, fetched),
        ));
      if (first) return first;
      const tabs = await coordination().catch((cause: unknown) => {
        throw new LoyaltyError('offline', undefined, { cause });
      });
      return tabs.createAcquirer(options)(rejected);
    },
    now,
  );
  const backOff: BackOff = { until: 0, count: 0 };
  const send = createCaller({
    baseUrl: config?.baseUrl ?? '',
    http,
    tokens,
    paths: config?.paths,
    mapping,
    backOff,
    report,
  });
  const resources = new Map<string, Resource<unknown>>();

  const preloader = createPreloader({ send, http, tokens, cache, signal, baseUrl: config?.baseUrl });
  let settledAt = 0;
  /** Waits until reads show what was written last, in any tab. */
  async function settle(): Promise<void> {
    const waitMs = Math.max(settledAt, Number(cache.read()?.settledAt) || 0) - now();
    if (waitMs > 0)
      await (
        await import('../transport/failure.ts')
      ).pause(Math.min(waitMs, MAX_LAG_SECONDS * 1_000), signal);
  }
  const settled =
    (sendCall: Call): Call =>
    async (endpoint, parameters) => {
      const isWrite = endpoint.method !== 'GET' && endpoint.id !== ESTIMATE;
      if (!isWrite) await settle();
      try {
        return await sendCall(endpoint, parameters);
      } finally {
        const { lagMs } = guaranteesOf(writeRules);
        if (isWrite && lagMs) cache.save({ settledAt: (settledAt = now() + lagMs) });
      }
    };
  const call: Call = settled(async (endpoint, parameters) => {
    const reply = await (preloader.consume(endpoint, parameters) ??
      send(endpoint, { signal, ...parameters }));
    if (signal.aborted) throw new LoyaltyError('aborted');
    return reply;
  });
  let profileSearch: Promise<string> | undefined;

  async function searchProfile(): Promise<string> {
    const profileId = await findProfile(call, config?.customer.id, config?.platform);
    cache.save({ profileId });
    return profileId;
  }

  const loyalty: Loyalty = {
    call,
    async profileId() {
      await tokens.token(); // a guest has no token: then this fails before a request for the profile
      return (
        config?.profileId ??
        text(cache.read()?.profileId) ??
        (profileSearch ??= searchProfile().catch((error: unknown) => {
          profileSearch = undefined; // the next caller searches again
          explain({ step: 'profile', error: toLoyaltyError(error) });
          throw error;
        }))
      );
    },
    resource<T>({ key, load, restore }: ResourceDefinition<T>) {
      let resource = resources.get(key);
      if (!resource) {
        resource = createResource<unknown>(
          () => load(loyalty),
          config?.snapshot ? valueOrUndefined(() => restore?.(cache.read()!, loyalty)) : undefined,
          () => settledAt > now(),
        );
        resources.set(key, resource);
        takeFirst?.(key, resource, restore);
      }
      return resource as Resource<T>;
    },
    preload(partsOf) {
      const preloaded = Promise.all([loyalty.profileId(), settle()]).then(([profileId]) => {
        // A list on the device is not requested. The other parts are requested by their elements.
        if (config?.wishlist !== 'device')
          preloader.preload(
            profileId,
            partsOf().filter((part) => !takeFirst?.(part)),
          );
      });
      return Promise.race([firstRequest, preloaded]);
    },
    resources() {
      preloader.clear();
      return resources;
    },
    config,
    environment,
    http,
    backOff,
    mapping,
    guarantees: () => guaranteesOf(writeRules),
    settle,
    settled,
    cache,
    current: cache.confirm,
    explain,
    report,
    beginAttempt: () => (memory.attempt = {}),
    async session(attempt = memory.attempt) {
      const { createSession } = await import('./session.ts');
      return createSession(loyalty, () => memory.signOut !== signOut || memory.attempt !== attempt);
    },
    async signOut(everywhere) {
      const token = settings.proxyUrl && cache.read()?.token;
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
      epochEnd.abort();
      cache.close(forget);
    },
  };
  return loyalty;
}
