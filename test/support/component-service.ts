import type { Endpoint } from '../../src/services/endpoints/index.ts';
import {
  addList,
  addListItem,
  claimReward,
  listItems,
  profileBalances,
  profileRewards,
  profileTier,
  proxyCreate,
  proxyLogin,
  removeListItem,
  rewardDefinitions,
  searchProfile,
  storefrontToken,
} from '../../src/services/endpoints/index.ts';
import { json, refuse, type Answer, type SeenRequest } from './component-answers.ts';
import { Member, sampleMember } from './component-member.ts';

type AnyEndpoint = Pick<Endpoint, 'method' | 'path'>;

interface Route {
  readonly endpoint: AnyEndpoint;
  readonly pattern: RegExp;
  readonly own: Answer;
  readonly once: Answer[];
  always: Answer | undefined;
  gate: Promise<void> | undefined;
  readonly seen: SeenRequest[];
}

/** Base address that the tests' providers are given. */
export const BASE_URL = 'https://api.acme.example.com/api';

/**
 * The service in the page: the real routes of the catalogue over members in memory, behind `window.fetch`. Answers can be
 * replaced, held back and counted; nothing else of the page is replaced.
 */
export class ComponentService {
  readonly members = new Map<string, Member>();
  /** Every request, also those that no route takes. */
  readonly requests: string[] = [];
  readonly #tokens = new Map<string, Member>();
  readonly #routes: Route[];
  readonly #pageFetch = window.fetch;
  #tokensGiven = 0;

  constructor(...members: Member[]) {
    for (const member of members.length ? members : [sampleMember()]) this.members.set(member.id, member);
    this.#routes = this.#ownAnswers().map(([endpoint, own]) => ({
      endpoint,
      own,
      pattern: new RegExp(`^/api${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      once: [],
      always: undefined,
      gate: undefined,
      seen: [],
    }));
    window.fetch = (url, init) => this.#answer(String(url), init ?? {});
  }

  /** Gives the page its own `fetch` back. */
  close(): void {
    window.fetch = this.#pageFetch;
  }

  /** Requests that reached an endpoint. */
  seen(endpoint: AnyEndpoint): readonly SeenRequest[] {
    return this.#route(endpoint).seen;
  }

  /** Answers this endpoint from now on; `undefined` brings back the endpoint's own answer. */
  answer(endpoint: AnyEndpoint, answer: Answer | undefined): void {
    this.#route(endpoint).always = answer;
  }

  /** Answers the next request to this endpoint. */
  answerOnce(endpoint: AnyEndpoint, answer: Answer): void {
    this.#route(endpoint).once.push(answer);
  }

  /** Holds answers of this endpoint back. Returns how to let them go. */
  hold(endpoint: AnyEndpoint): () => void {
    const route = this.#route(endpoint);
    let open = () => {};
    route.gate = new Promise((resolve) => (open = resolve));
    return () => {
      route.gate = undefined;
      open();
    };
  }

  /** Ends every token that was given: what comes with one of them is answered 401. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  #route(endpoint: AnyEndpoint): Route {
    return this.#routes.find((route) => route.endpoint === endpoint)!;
  }

  async #answer(address: string, init: RequestInit): Promise<Response> {
    const { method = 'GET', body, headers, signal } = init;
    const url = new URL(address);
    this.requests.push(`${method} ${url.pathname}`);
    for (const route of this.#routes) {
      const match = route.endpoint.method === method && route.pattern.exec(url.pathname);
      if (!match) continue;
      const names = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
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

  /** Binds an answer to the member whose token the request carries (spec 5, 7). */
  #forMember(answer: (member: Member, request: SeenRequest) => Response): Answer {
    return (request) => {
      const member = this.#tokens.get(request.headers.get('Authorization')?.replace('Bearer ', '') ?? '');
      if (!member) return refuse(401, 'Unauthenticated.');
      const asked = request.names.profile ?? request.names.id ?? request.names.profileId;
      if (asked && asked !== member.profileId) return refuse(404, 'No such profile.');
      return answer(member, request);
    };
  }

  #ownAnswers(): [AnyEndpoint, Answer][] {
    const paged = (records: readonly unknown[], { url }: SeenRequest): Response => {
      const size = Number(url.searchParams.get('page[size]') ?? 100);
      const page = Number(url.searchParams.get('page[number]') ?? 1);
      const meta = {
        current_page: page,
        last_page: Math.max(1, Math.ceil(records.length / size)),
        per_page: size,
        total: records.length,
      };
      return json({ data: records.slice((page - 1) * size, page * size), meta });
    };
    return [
      [
        storefrontToken,
        ({ body }) => {
          const { id, signature } = body as { id: string; signature: string };
          const member = this.members.get(id);
          if (!member || member.signature !== signature) return refuse(401, 'Unauthenticated.');
          const token = `token-${member.id}-${++this.#tokensGiven}`;
          this.#tokens.set(token, member);
          return json({ data: { token } });
        },
      ],
      [
        proxyLogin,
        ({ headers }) => {
          const [, encoded = ''] = headers.get('Authorization')!.split(' ');
          const [email = '', password] = new TextDecoder()
            .decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
            .split(':');
          const member = [...this.members.values()].find(({ id }) => `${id}@example.com` === email);
          if (!member || password !== `pässword-${member.id}`) return refuse(401, 'Unauthenticated.');
          const token = `session-${member.id}-${++this.#tokensGiven}`;
          this.#tokens.set(token, member);
          return json({ token, expiry: new Date(Date.now() + 3_600_000).toISOString() });
        },
      ],
      [
        proxyCreate,
        ({ body }) => {
          const { email } = body as { email: string };
          const [id = ''] = email.split('@');
          if (this.members.has(id)) {
            return refuse(422, 'Some fields are not right.', { email: ['This e-mail address is taken.'] });
          }
          this.members.set(id, new Member(id, 'c'.repeat(64)));
          return json({ data: { profile_id: `profile-${id}` } });
        },
      ],
      [searchProfile, this.#forMember((member) => json({ data: { id: member.profileId } }))],
      [profileBalances, this.#forMember(({ points }) => json({ data: { points } }))],
      [profileTier, this.#forMember(({ tier }) => json({ data: tier }))],
      [profileRewards, this.#forMember(({ rewards }, request) => paged(rewards, request))],
      [rewardDefinitions, this.#forMember(({ definitions }, request) => paged(definitions, request))],
      [claimReward, this.#forMember((member, request) => member.claim(request.body, request.headers))],
      [
        listItems,
        this.#forMember(({ items }, request) =>
          items ? paged(items, request) : refuse(404, 'No such list.'),
        ),
      ],
      [addList, this.#forMember((member) => json({ data: member.addList() }))],
      [
        addListItem,
        this.#forMember((member, { body }) => {
          const { product_id } = body as { product_id: string };
          return member.items ? json({ data: member.addItem(product_id) }) : refuse(404, 'No such list.');
        }),
      ],
      [
        removeListItem,
        this.#forMember((member, { names }) => {
          const found = member.items?.some(({ id }) => String(id) === names.item);
          member.items = member.items?.filter(({ id }) => String(id) !== names.item);
          return found ? new Response(null, { status: 204 }) : refuse(404, 'No such item.');
        }),
      ],
    ];
  }
}

/** Waits like the network does: an aborted request ends at once. */
function abortable(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    void wait.then(resolve);
  });
}
