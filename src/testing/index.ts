import { ANSWERS, type TestAnswer } from './answers.ts';
import { addMissingPlatform } from './missing-platform.ts';

// For tests of a shop's own app: the service in memory. It imports nothing of the elements.

// When it is imported: the elements look at some of it when they are defined.
addMissingPlatform();

/** A request that the test service has answered. */
export interface TestCall {
  /** Operation id, such as `profiles.balances.show`; `undefined` for an address that no element asks. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly body: unknown;
}

/** The body of an answer, or a function that makes it; with another status than 200 a `Response`. */
export type TestReply = object | ((call: TestCall) => object | Promise<object>);

export interface TestServiceOptions {
  /** The `base-url`, or the `proxy-url`, of the page. Default: `https://loyalty.test/api`. */
  readonly baseUrl?: string;
  /** Answers that differ, by operation id. */
  readonly answers?: Readonly<Record<string, TestReply>>;
}

export interface TestService {
  readonly baseUrl: string;
  /** Answers requests below the base address. Others go to the `fetch` that was there when the service was created. */
  readonly fetch: typeof fetch;
  /** The requests so far, oldest first. */
  readonly calls: readonly TestCall[];
  /**
   * Sets the answer of an operation from now on.
   * @throws TypeError for an operation that the elements do not call
   */
  answer(operation: string, reply: TestReply): void;
}

const TOKEN = 'storefront.auth.token.store';
const LOGIN = 'proxy.login';
const SEARCH = 'identities.search-profile';
const SAVE = 'profiles.lists.items.store';
const HOUR_MS = 3_600_000;

/** For a page of another origin, as the service would: its scripts may read the answer. */
const HEADERS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };

/**
 * The loyalty service in memory. It answers what elements ask with the examples of the interface: one member with points, a tier, rewards and
 * lists. It changes nothing: what a test changes, it sets by `answer`.
 *
 * ```ts
 * const service = createTestService();
 * globalThis.fetch = service.fetch;
 * ```
 *
 * A request below the base address that no element sends gets status 501, and one line in the console names it.
 */
export function createTestService({
  baseUrl = 'https://loyalty.test/api',
  answers = {},
}: TestServiceOptions = {}): TestService {
  const base = baseUrl.replace(/\/$/, '');
  const elsewhere = globalThis.fetch;
  const calls: TestCall[] = [];
  const replies = new Map<string, TestReply>();
  /** The platform of the page, which the search for its profile compares. */
  let platform = 'shop';

  /** The example, with what depends on the request. */
  function exampleOf({ id, reply }: TestAnswer, names: Readonly<Record<string, string>>, body: unknown) {
    const expiry = new Date(Date.now() + HOUR_MS).toISOString();
    if (id === LOGIN) return { token: 'test-token', expiry };
    if (id === TOKEN) {
      platform = names['storefront_platform'] ?? platform;
      return { data: { token: 'test-token', expiry } };
    }
    const { data } = { ...(reply as { readonly data?: object }) };
    if (id === SEARCH)
      return { data: { ...data, identities: [{ namespace: platform, value: names['identifier'] }] } };
    return id === SAVE ? { data: { ...data, ...(body as object) } } : reply;
  }

  const service: TestService = {
    baseUrl: base,
    calls,
    async fetch(input, init) {
      const request = input instanceof Request ? input : undefined;
      const url = request?.url ?? String(input);
      if (!url.startsWith(`${base}/`)) return elsewhere(input, init);
      (init?.signal ?? request?.signal)?.throwIfAborted();
      const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
      const path = url.slice(base.length);
      const text = await new Response(init?.body ?? request?.clone().body ?? null).text();
      const found = operationOf(method, path.split(/[?#]/)[0]!);
      const body = text ? (JSON.parse(text) as unknown) : undefined;
      const call = { operation: found?.answer.id, method, path, body };
      calls.push(call);
      if (!found) {
        const message = `createTestService has no answer to ${method} ${path}: no element sends it.`;
        console.error(message);
        return new Response(JSON.stringify({ message }), { status: 501, headers: HEADERS });
      }
      const { answer, names } = found;
      const set = replies.get(answer.id);
      const reply = set ? await settled(set, call) : exampleOf(answer, names, body);
      if (reply instanceof Response) return reply.clone();
      return reply === undefined
        ? new Response(null, { status: 204, headers: HEADERS })
        : new Response(JSON.stringify(reply), { headers: HEADERS });
    },
    answer(operation, reply) {
      if (!ANSWERS.some(({ id }) => id === operation))
        throw new TypeError(
          `createTestService: elements call no ${operation}. They call: ${ANSWERS.map(({ id }) => id).join(', ')}.`,
        );
      replies.set(operation, reply);
    },
  };
  for (const [operation, reply] of Object.entries(answers)) service.answer(operation, reply);
  return service;
}

/**
 * What a test has set as the answer to a call.
 * @throws TypeError for a function that returns nothing
 */
async function settled(set: TestReply, call: TestCall): Promise<object> {
  const reply = typeof set === 'function' ? await (set as (call: TestCall) => unknown)(call) : set;
  if (typeof reply === 'object' && reply) return reply;
  throw new TypeError(
    `createTestService: the answer to ${call.operation} is ${reply}, not an object or a Response.`,
  );
}

/** The operation at an address, and the values of the names in its path. */
function operationOf(method: string, path: string) {
  for (const answer of ANSWERS) {
    const pattern = new RegExp(`^${answer.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = answer.method === method && pattern.exec(path);
    if (!match) continue;
    const names = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { answer, names: Object.fromEntries(names) as Readonly<Record<string, string>> };
  }
  return undefined;
}
