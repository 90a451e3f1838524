import { createClient, type Call } from './client.ts';
import { readConfig, type LoyaltySettings } from './config.ts';
import { searchProfile } from './endpoints/profiles.ts';
import { LoyaltyError } from './errors.ts';
import { createHttp, type Fetch } from './http.ts';
import { createResource, type Resource } from './resource.ts';
import { createTokenBroker } from './tokens/broker.ts';
import { createTokenCache, type TextStorage } from './tokens/cache.ts';
import { tokenSource } from './tokens/source.ts';

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
  /** The customer's profile id: a setting, or asked once and kept with the token. */
  profileId(): Promise<string>;
  /** The one resource of this kind that all elements of the page share. */
  resource<T>(definition: ResourceDefinition<T>): Resource<T>;
  /** Loads again what elements show. */
  refresh(): Promise<void>;
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
  const resources = new Map<string, Resource<never>>();
  let profile: Promise<string> | undefined;

  const call: Call = async (endpoint, parameters) => {
    const reply = await client(endpoint, { signal: ended.signal, ...parameters });
    if (ended.signal.aborted) throw new LoyaltyError('aborted', 'The customer has changed.');
    return reply;
  };

  async function findProfile(): Promise<string> {
    await tokens.token(); // the cache belongs to a token: without one there is nobody to ask for
    const known = cache.read()?.profileId;
    if (known) return known;
    const { customer } = config;
    if (!('id' in customer) || !customer.id) {
      throw new LoyaltyError(
        'invalid_config',
        'Set profile-id, or customer-id, so that the profile can be found.',
      );
    }
    const reply = await call(searchProfile, { identifier: customer.id });
    const id: unknown = Object(Object(reply).data).id;
    if (typeof id !== 'string' || !id)
      throw new LoyaltyError('bad_response', 'The profile came without an id.');
    const record = cache.read();
    if (record) cache.write({ ...record, profileId: id });
    return id;
  }

  const loyalty: Loyalty = {
    signedIn: config.customer.kind !== 'guest',
    call,
    profileId() {
      if (config.profileId) return Promise.resolve(config.profileId);
      profile ??= findProfile().catch((error) => {
        profile = undefined; // the next one to ask may have more luck
        throw error;
      });
      return profile;
    },
    resource<T>(definition: ResourceDefinition<T>) {
      let resource = resources.get(definition.key) as Resource<T> | undefined;
      if (!resource) {
        resource = createResource(() => definition.load(loyalty));
        resources.set(definition.key, resource as Resource<never>);
      }
      return resource;
    },
    async refresh() {
      const loaded = [...resources.values()].filter(({ state }) => state.status !== 'initial');
      await Promise.all(loaded.map((resource) => resource.refresh()));
    },
    close({ forget = false } = {}) {
      ended.abort();
      tokens.close(forget);
    },
  };
  return loyalty;
}
