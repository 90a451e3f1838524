import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { searchProfile, storefrontToken } from '../../src/services/contract/endpoints/index.ts';
import { mountAll, pressAll } from '../support/cdn-mount.ts';
import { EVERY_ELEMENT } from '../support/every-element.ts';
import type { CdnReply } from '../support/cdn-page.ts';
import { ownAnswers } from '../support/component-own-answers.ts';
import { sampleMember, type Member } from '../support/component-member.ts';
import { countOf, measured, seedOf } from '../support/counts.ts';

const ANSWERS = countOf('HOSTILE_ANSWERS', { share: 100, full: 10_000 });
const SEED = seedOf();
/** Customers on the page at the same time, each with its own elements. */
const AT_ONCE = 6;
/** Upper limit of the endpoints of the test's service. */
const ENDPOINTS = 60;

const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src https:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types loyalty-elements`;
/** The origin of the pictures in the sample answers. */
const PICTURES = 'https://cdn.example.com/';

const text = fc.oneof(
  fc.constantFrom(
    '<img src=x onerror="hits=1">',
    '<img src=https://evil.example/x.png onerror=hits=1>',
    '"><script>hits=1</script>',
    "' onmouseover='hits=1' autofocus onfocus='hits=1",
    '<svg onload=hits=1><a xlink:href="javascript:hits=1">x</a></svg>',
    '</style></template><iframe srcdoc="<script>parent.hits=1</script>">',
    '<meta http-equiv=refresh content="0;url=https://evil.example/">',
    '<link rel=stylesheet href=https://evil.example/a.css>',
    '{{constructor.constructor("hits=1")()}}',
    '${hits=1}',
    'javascript:hits=1',
    ' JaVa\nScript:hits=1',
    'data:text/html,<script>parent.hits=1</script>',
    'vbscript:x',
    'blob:https://evil.example/1',
    'http://evil.example/',
    '//evil.example/',
    'https://',
    'url(https://evil.example/x)',
    'red;background:url(https://evil.example/x)',
    '\u202Eevil\u2066\u0000\uFEFF',
    '__proto__',
    'constructor',
    '2024-13-45',
    '9'.repeat(400),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 1, max: 4 }).map((size) => 'x'.repeat(10 ** size)),
);
const deep = (depth: number): unknown => (depth === 0 ? 'x' : { data: deep(depth - 1), name: [depth] });
const value = fc.oneof(
  { weight: 4, arbitrary: text as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      -1,
      -0,
      0.1,
      1e308,
      2 ** 60,
      [],
      {},
      [[]],
      { toString: 1, then: 1 },
      deep(60),
    ),
  },
);
const key = fc.constantFrom(
  '__proto__',
  'constructor',
  'then',
  'toJSON',
  'name',
  'id',
  'data',
  'style',
  'innerHTML',
);

/** How an answer differs from the usual one. */
type Change =
  | { readonly kind: 'places'; readonly places: readonly (readonly [number, unknown])[] }
  | { readonly kind: 'key'; readonly place: number; readonly key: string; readonly value: unknown }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'whole'; readonly status: number; readonly type: string; readonly body: string };
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('places' as const),
      places: fc.array(fc.tuple(fc.nat(200), value), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('key' as const), place: fc.nat(50), key, value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(400) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('whole' as const),
      status: fc.constantFrom(200, 302, 307, 400, 401, 403, 404, 422, 429, 500, 503),
      type: fc.constantFrom(
        'application/json',
        'text/html',
        'image/svg+xml',
        'application/json; charset=utf-7',
        '',
      ),
      body: fc.oneof(text, fc.json()),
    }),
  },
);

/** All values of a record, in order, each with a function that replaces it. */
function placesOf(record: unknown): { set(to: unknown): void; isObject: boolean; target: unknown }[] {
  if (typeof record !== 'object' || record === null) return [];
  return Object.entries(record).flatMap(([name, target]) => [
    {
      set: (to) => void Object.assign(record, { [name]: to }),
      isObject: typeof target === 'object' && target !== null,
      target,
    },
    ...placesOf(target),
  ]);
}

function hostile(usual: CdnReply, changed: Change): CdnReply {
  if (changed.kind !== 'whole')
    return { ...usual, status: usual.body ? usual.status : 200, body: bodyOf(usual.body, changed) };
  const { status, type, body } = changed;
  const location = status === 302 || status === 307 ? { Location: 'https://redirected.example/' } : {};
  return { status, headers: { 'Content-Type': type, ...location }, body };
}

/** An empty answer, as to a deletion, gets a record. */
function bodyOf(usual: string, changed: Exclude<Change, { kind: 'whole' }>): string {
  if (changed.kind === 'cut') return usual.slice(0, changed.at);
  const copy: unknown = JSON.parse(usual || '{"data": {}}');
  const places = placesOf(copy);
  if (changed.kind === 'places') for (const [at, to] of changed.places) places[at % places.length]!.set(to);
  if (changed.kind !== 'key') return JSON.stringify(copy);
  const objects = [copy, ...places.filter(({ isObject }) => isObject).map((place) => place.target)];
  const target = objects[changed.place % objects.length] as object;
  // `__proto__` must become an own property, as with JSON.parse.
  Object.defineProperty(target, changed.key, {
    value: changed.value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return JSON.stringify(copy);
}

/** Indexes of the endpoints without whose answers no other request is sent. */
const FIRST_ANSWERS = ownAnswers(new Map(), new Map()).flatMap(([endpoint], at) =>
  endpoint === storefrontToken || endpoint === searchProfile ? [at] : [],
);

describe('hostile answers', () => {
  const { open } = useCdnBrowser();

  it(`run no code, cause no errors and send no requests to other servers, ${ANSWERS} answers (seed ${SEED})`, async ({
    task,
  }) => {
    let served = 0;
    const endpoints = new Set<number>();
    const members = new Map<string, Member>();
    /** How the answers to each customer are changed, by the index of the endpoint. */
    const changes = new Map<string, readonly (Change | undefined)[]>();
    const opened = await open({
      body: '',
      policy: POLICY,
      members,
      alter(usual, { path, at }) {
        // The base URL of a customer ends with the customer's number.
        const customer = /^\/api\/(\d+)\//.exec(path)?.[1] ?? '';
        const changed = changes.get(customer)?.[at];
        if (!changed) return usual;
        served++;
        endpoints.add(at);
        return hostile(usual, changed);
      },
    });
    const { page, origin, errors, reports } = opened;
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (![`${origin}/`, PICTURES, 'data:'].some((known) => url.startsWith(known))) foreign.push(url);
    });
    await page.route(`${PICTURES}**`, (route) => route.abort());
    const stuck: string[] = [];
    const links: string[] = [];
    const words: string[] = [];
    let executions = 0;

    // Answers of token and profile are changed rarely: without them no other request is sent.
    const rarely = fc.option(change, { freq: 1, nil: undefined });
    const often = fc.option(change, { freq: 2, nil: undefined });
    const everyAnswer = fc.array(often, { minLength: ENDPOINTS, maxLength: ENDPOINTS });
    const answersOf = fc.tuple(fc.integer({ min: 0, max: 9 }), rarely, everyAnswer);
    const pages = fc.array(answersOf, { minLength: AT_ONCE, maxLength: AT_ONCE });
    for (let round = 0; served < ANSWERS; round++) {
      const property = fc.asyncProperty(pages, async (all) => {
        const mounts = all.map(([dice, first, others]) => {
          const customer = String(++customers);
          const own = sampleMember(customer);
          members.set(customer, own);
          const answers = [...others];
          for (const [at, needed] of FIRST_ANSWERS.entries())
            answers[needed] = dice === at ? first : undefined;
          changes.set(customer, answers);
          return { baseUrl: `${origin}/api/${customer}`, customer };
        });
        const { loading } = await page.evaluate(mountAll, { mounts, elements: EVERY_ELEMENT });
        const seen = await page.evaluate(pressAll, 4);
        executions = await page.evaluate(() => (window as unknown as { hits?: number }).hits ?? 0);
        await page.evaluate(() => document.body.replaceChildren());
        for (const { customer } of mounts) changes.delete(customer);
        for (const { customer } of mounts) members.delete(customer);
        stuck.push(...loading, ...seen.loading);
        links.push(
          ...seen.addresses.filter(
            (address) => !(/^(https:\/\/|#)/.test(address) || address.startsWith(`${origin}/`)),
          ),
        );
        words.push(...seen.programWords);
        const trouble = { executions, errors, reports, foreign, stuck, links, words };
        if (Object.values(trouble).some((one) => (Array.isArray(one) ? one.length : one)))
          throw new Error(JSON.stringify(trouble));
      });
      await fc.assert(property, { seed: SEED + round, numRuns: 1, endOnFailure: true });
    }
    measured(task, {
      tried: `${served} hostile answers of ${endpoints.size} endpoints to ${customers} customers with ${new Set(EVERY_ELEMENT.map(([tag]) => tag)).size} elements (seed ${SEED})`,
      result: `${executions} executions, ${errors.length} uncaught errors, ${reports.length} CSP reports, ${foreign.length} foreign requests, ${stuck.length} elements that stay loading, ${words.length} JavaScript words on screen`,
    });
    expect(served).toBeGreaterThanOrEqual(ANSWERS);
  });
  let customers = 0;

  it('run code and send requests on a page that inserts them as markup: the twin', async () => {
    const opened = await open({ body: '' });
    const { page } = opened;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.evaluate(() => {
      const host = document.createElement('div');
      host.setHTMLUnsafe('<img src=https://evil.example/x.png onerror=window.hits=1>');
      document.body.append(host);
    });
    await expect.poll(() => page.evaluate(() => 'hits' in window)).toBe(true);
    expect(requested).toContain('https://evil.example/x.png');
  });
});
