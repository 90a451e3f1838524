import { createClient, type Call } from './client.ts';
import { readConfig, type LoyaltySettings } from './config.ts';
import { LoyaltyError } from './errors.ts';
import { createHttp, type Fetch } from './http.ts';
import { createResource, type Resource } from './resource.ts';
import { createTokenBroker } from './tokens/broker.ts';
import { createTokenCache, type TextStorage } from './tokens/cache.ts';
import { tokenSource } from './tokens/source.ts';
import { profileFinder } from './profile.ts';

/** The world around the service layer. */
export interface Surroundings {
  readonly fetch: Fetch;
  /** Keeps the token while the tab is open; without one it lives as long as the page. */
  readonly storage?: TextStorage | undefined;
  readonly now?: () => number;
  readonly log?: (line: string) => void;
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
  /** Whether there is a customer to ask for. A guest's resources end in `unauthenticated` without a request. */
  readonly signedIn: boolean;
  /** Calls an endpoint as this customer; rejects with `aborted` once the epoch is over. */
  readonly call: Call;
  /** Gets token and profile on their way before the first element asks. */
  prepare(): void;
  /** The customer's profile id: a setting, or asked once and kept with the token. */
  profileId(): Promise<string>;
  /** The one resource of this kind that all elements of the page share. */
  resource<T>(definition: ResourceDefinition<T>): Resource<T>;
  /** Loads again what elements show. */
  refresh(): Promise<void>;
  /** The product ids that were on the wishlist when this tab last saw it; `remember` keeps them for the next page. */
  recallHearts(): readonly string[] | undefined;
  rememberHearts(productIds: readonly string[]): void;
  /** Ends the epoch. `forget` also drops the customer's token. */
  close(options?: { forget?: boolean }): void;
}

/**
 * Composition root: settings in, a customer's resources and actions out.
 * @throws LoyaltyError `invalid_config`
 */
export function createLoyalty(settings: LoyaltySettings, surroundings: Surroundings): Loyalty {
  const config = readConfig(settings);
  const { fetch, storage, now = Date.now, log } = surroundings;
  const http = createHttp({ fetch, log: config.logging ? log : undefined });
  const source = tokenSource(config, http);
  const cache = createTokenCache(source.owner, storage);
  const tokens = createTokenBroker(source, cache, now);
  const ended = new AbortController();
  const client = createClient({ baseUrl: config.baseUrl, http, tokens });
  const findProfile = profileFinder(config, cache, (endpoint, parameters) => call(endpoint, parameters));
  const signedIn = config.customer.kind !== 'guest';

  const call: Call = async (endpoint, parameters) => {
    const reply = await client(endpoint, { signal: ended.signal, ...parameters });
    if (ended.signal.aborted) throw new LoyaltyError('aborted', 'The customer has changed.');
    return reply;
  };

  return assemble({
    signedIn,
    call,
    async profileId() {
      await tokens.token(); // first: without a token there is nobody to ask for
      return findProfile();
    },
    recallHearts: () => cache.read()?.hearts,
    rememberHearts(hearts) {
      const record = cache.read();
      if (record && !ended.signal.aborted) cache.write({ ...record, hearts });
    },
    close({ forget = false } = {}) {
      ended.abort();
      tokens.close(forget);
    },
  });
}

/** Stands in where the settings are wrong: everything asked of it fails with `error`, and nothing is sent. */
export function createFailedLoyalty(error: LoyaltyError): Loyalty {
  const fail = () => Promise.reject(error);
  return assemble({
    signedIn: false,
    call: fail,
    profileId: fail,
    recallHearts: () => undefined,
    rememberHearts() {},
    close() {},
  });
}

function assemble(customer: Omit<Loyalty, 'prepare' | 'resource' | 'refresh'>): Loyalty {
  const resources = new Map<string, Resource<unknown>>();
  const loyalty: Loyalty = {
    ...customer,
    prepare() {
      if (customer.signedIn) void customer.profileId().catch(() => {}); // whoever asks next gets the error
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
  };
  return loyalty;
}
