import type { ReplyOf } from '../contract/catalogue.ts';
import type { ListedEndpoint } from '../contract/endpoint.ts';
import type { Call } from '../transport/call.ts';
import type { Http } from '../transport/http.ts';
import {
  addressOf,
  PAGE_PARTS,
  parametersOf,
  type PagePart,
  type Parameters,
} from '../transport/page-parts.ts';
import { record } from '../transport/read.ts';
import type { TokenBroker } from '../transport/tokens.ts';
import type { TokenCache } from './tokens/cache.ts';

/** A reply that no element has taken by then may be outdated. */
const LIFETIME_MS = 10_000;

export interface PreloaderOptions {
  readonly send: Call;
  readonly http: Http;
  readonly tokens: TokenBroker;
  readonly cache: TokenCache;
  readonly signal: AbortSignal;
  readonly baseUrl: string | undefined;
}

/** Requests that were sent before the elements asked for them. */
export interface Preloader {
  /** Requests what the page shows, once: in one request where the customer's proxy answers it. */
  preload(profile: string, parts: readonly PagePart[]): void;
  /** The request of this call, once; `undefined` where there is none. */
  consume<E extends ListedEndpoint>(endpoint: E, parameters: Parameters): Promise<ReplyOf<E>> | undefined;
  clear(): void;
}

export function createPreloader({ send, http, tokens, cache, signal, baseUrl }: PreloaderOptions): Preloader {
  const requests = new Map<string, Promise<unknown>>();
  let isDone = false;
  const keyOf = (endpoint: ListedEndpoint, parameters: Parameters) =>
    endpoint.id + addressOf(endpoint, parameters);

  /** The parts of the page by address, in one request to the proxy; none where it fails. */
  async function fetchPage(parts: readonly PagePart[]): Promise<Readonly<Record<string, unknown>>> {
    try {
      const authorization = `Bearer ${await tokens.token()}`;
      const url = `${baseUrl}/page?show=${parts.join()}`;
      return record(record(await http({ method: 'GET', url, authorization, signal })).parts);
    } catch {
      return {};
    }
  }

  return {
    preload(profile, wanted) {
      if (isDone) return; // a second copy of the script
      isDone = true;
      const { page: hasPage, noWishlist } = cache.read() ?? {};
      const parts = wanted.filter((part) => part !== 'wishlist' || !noWishlist);
      const page = hasPage && parts.length > 0 ? fetchPage(parts) : undefined;
      for (const part of parts.flatMap((name) => PAGE_PARTS[name])) {
        const { endpoint } = part;
        const parameters = parametersOf(part, profile);
        const alone = () => send(endpoint, { signal, body: undefined, ...parameters });
        const request = page
          ? page.then((answers) => {
              const { status, body } = record(answers[addressOf(endpoint, parameters)]);
              // A part that is missing or failed is requested alone, which also decides about retries and errors.
              return status === 200 ? body : alone();
            })
          : alone();
        request.catch(() => {}); // the element that takes it shows the error
        requests.set(keyOf(endpoint, parameters), request);
      }
      setTimeout(() => requests.clear(), LIFETIME_MS);
    },
    consume(endpoint, parameters) {
      if (!requests.size) return undefined; // addresses of invalid ids are refused where they are sent
      const key = keyOf(endpoint, parameters);
      const request = requests.get(key);
      requests.delete(key);
      // It was sent for the same endpoint, so it has its reply.
      return request as Promise<never> | undefined;
    },
    clear: () => requests.clear(),
  };
}
