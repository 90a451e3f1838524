import {
  json,
  matcherOf,
  refuse,
  type Answer,
  type AnyEndpoint,
  type SeenRequest,
} from './component-answers.ts';
import { sampleMember, type Member } from './component-member.ts';
import { ownAnswers } from './component-own-answers.ts';

interface Route {
  readonly endpoint: AnyEndpoint;
  readonly namesOf: ReturnType<typeof matcherOf>;
  readonly own: Answer;
  readonly once: Answer[];
  always: Answer | undefined;
  gate: Promise<void> | undefined;
  readonly seen: SeenRequest[];
}

const routeOf = (endpoint: AnyEndpoint, own: Answer): Route => ({
  endpoint,
  own,
  namesOf: matcherOf(endpoint),
  once: [],
  always: undefined,
  gate: undefined,
  seen: [],
});

/** Base address of the providers in tests. */
export const BASE_URL = 'https://api.acme.example.com/api';

/**
 * The service in the page: the real routes of the catalogue over members in memory, behind `window.fetch`. Answers can be
 * replaced, held back and counted; nothing else of the page is replaced.
 */
export class ComponentService {
  readonly members = new Map<string, Member>();
  /** Every request, also those without a route. */
  readonly requests: string[] = [];
  readonly #tokens = new Map<string, Member>();
  readonly #routes: Route[];
  readonly #pageFetch = window.fetch;

  constructor(...members: Member[]) {
    for (const member of members.length ? members : [sampleMember()]) this.members.set(member.id, member);
    this.#routes = ownAnswers(this.members, this.#tokens).map(([endpoint, own]) => routeOf(endpoint, own));
    window.fetch = (url, init) => this.#answer(String(url), init ?? {});
  }

  /** Restores the page's own `fetch`. */
  close(): void {
    window.fetch = this.#pageFetch;
  }

  /** Requests to this endpoint. */
  seen(endpoint: AnyEndpoint): readonly SeenRequest[] {
    return this.#route(endpoint).seen;
  }

  /** Replaces the response of this endpoint; `undefined` restores the endpoint's own. */
  answer(endpoint: AnyEndpoint, answer: Answer | undefined): void {
    this.#route(endpoint).always = answer;
  }

  /** Changes each response of this endpoint, parsed; returns a function that stops it. */
  alter(endpoint: AnyEndpoint, change: (body: unknown) => unknown): () => void {
    const route = this.#route(endpoint);
    route.always = async (request) => {
      const reply = await route.own(request);
      return json(change(await reply.json()), reply.status);
    };
    return () => (route.always = undefined);
  }

  /** Replaces the response to the next request to this endpoint. */
  answerOnce(endpoint: AnyEndpoint, answer: Answer): void {
    this.#route(endpoint).once.push(answer);
  }

  /** Does the next request to this endpoint, and loses its response. */
  loseAnswer(endpoint: AnyEndpoint): void {
    const { own } = this.#route(endpoint);
    this.answerOnce(endpoint, async (request) => {
      await own(request);
      throw new TypeError('Failed to fetch');
    });
  }

  /** Delays the responses of this endpoint. Returns a function that releases them. */
  hold(endpoint: AnyEndpoint): () => void {
    const route = this.#route(endpoint);
    let open = () => {};
    route.gate = new Promise((resolve) => (open = resolve));
    return () => {
      route.gate = undefined;
      open();
    };
  }

  /** Revokes every issued token: requests with one of them are answered with 401. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  /** The route of an endpoint; one that the service does not answer by itself is added. */
  #route(endpoint: AnyEndpoint): Route {
    const known = this.#routes.find((route) => route.endpoint === endpoint);
    if (known) return known;
    const added = routeOf(endpoint, () => refuse(404, 'Not found.'));
    this.#routes.push(added);
    return added;
  }

  async #answer(address: string, init: RequestInit): Promise<Response> {
    const { method = 'GET', body, headers, signal } = init;
    signal?.throwIfAborted(); // as `fetch`: a request of an epoch that is over is never sent
    const url = new URL(address);
    this.requests.push(`${method} ${url.pathname}`);
    for (const route of this.#routes) {
      const names = route.namesOf(method, url.pathname);
      if (!names) continue;
      const request: SeenRequest = {
        method,
        url,
        names,
        body: body ? JSON.parse(String(body)) : undefined,
        headers: new Headers(headers),
        signal: signal ?? undefined,
      };
      route.seen.push(request);
      const answer = route.once.shift() ?? route.always ?? route.own;
      await abortable(route.gate ?? Promise.resolve(), request.signal);
      return answer(request);
    }
    return refuse(404, 'No such route.');
  }
}

/** Waits as a network request does: an aborted one ends at once. */
function abortable(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    void wait.then(resolve);
  });
}
