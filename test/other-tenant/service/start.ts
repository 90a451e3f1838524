/**
 * A loyalty service that nobody wrote for these elements: it knows the interface's text, and chooses what that leaves open by the habits
 * of its framework. It keeps everything in memory. Differences between the three are data in `laravel.ts`, `rails.ts` and `dotnet.ts`:
 *
 * | | laravel | rails | dotnet |
 * |---|---|---|---|
 * | names | snake_case, `is_` 0/1 | snake_case, a root key for each record | camelCase |
 * | ids | whole numbers, UUIDs for profiles | whole numbers | GUIDs |
 * | tokens | `9001\|…`, profile id beside it | Base64, profile id by `auth/verify` only | three parts like a JWT, profile id inside only |
 * | signature | hex | hex | Base64 |
 * | pages | `?page=`, `data/links/meta`, 15 | `?page=&per=`, root key and `meta.count`, 20 | `?pageNumber=&pageSize=`, `items/total`, 10 |
 * | money | whole cents | decimals as strings | `{ amount, currencyCode }` |
 * | moments | `2026-11-20 10:00:00` | ISO with an offset | ISO with seven decimals |
 * | refusals | `message`, `errors`; 405; 400 for unknown sort keys | `error`, 404 for everything else | problem details; 400 for unknown parameters |
 * | idempotency keys | ignored | honoured | ignored, and the header is not allowed by CORS |
 * | claim of a reward | answers the instance | answers the instance | 202 without it |
 * | wishlist | handle `favourites` | handle `saved-items` | no handle |
 * | definitions for customers | allowed | allowed | forbidden; `rewards/available` instead |
 * | what a cart earns | `incentives/estimate` | `rates/calculate` | does not exist |
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refused, valueAt, type Answer, type Ask } from './answers.ts';
import type { Dialect, Kind, Seen, Tenant } from './dialect.ts';
import { agreeing } from './agreeing.ts';
import { dotnet } from './dotnet.ts';
import { laravel } from './laravel.ts';
import type { Operation } from './operation-names.ts';
import { OPERATIONS } from './operations.ts';
import { rails } from './rails.ts';
import { isSame, type Member } from './records.ts';
import { World } from './world.ts';

const DIALECTS = { laravel, rails, dotnet, agreeing };
export type { Seen, Tenant } from './dialect.ts';

export type DialectName = keyof typeof DIALECTS;
/** Those that differ. `agreeing` is the control: it speaks as the elements expect. */
export const DIALECT_NAMES = ['laravel', 'rails', 'dotnet'] as const satisfies DialectName[];

const TOKEN_LIFETIME_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface TenantOptions {
  /** Origins of pages that CORS lets in. */
  origins?: string[];
  /** Requests for each token (or address, without one) in a minute. Default 60; `Infinity` switches the limit off. */
  requestsPerMinute?: number;
  /** Default: the real time. */
  now?: () => Date;
  secret?: string;
  /** Tokens and signatures of letters and digits, so that a test sees more than a sign-in that fails. */
  plainSignIn?: boolean;
  /** Milliseconds after which a read shows what a write has changed. Default 0. */
  lagMs?: number;
}

interface Caller {
  member: Member | undefined;
}

interface Route {
  operation: Operation;
  method: string;
  pattern: RegExp;
}

export async function startTenant(name: DialectName | Dialect, options: TenantOptions = {}): Promise<Tenant> {
  const {
    origins = [],
    requestsPerMinute = 60,
    now = () => new Date(),
    secret = 'a-secret-of-the-other-shop',
    lagMs = 0,
  } = options;
  const own = typeof name === 'string' ? DIALECTS[name] : name;
  const dialect: Dialect = options.plainSignIn
    ? { ...own, signatureEncoding: 'hex', newToken: (number) => `token${String(number)}` }
    : own;
  const world = new World(dialect, now);
  const callers = new Map<string, Caller & { expires: Date }>();
  const windows = new Map<string, { until: number; count: number }>();
  const answers = new Map<string, { status: number; body: string | undefined }>();
  const lost = new Set<Operation>();
  const failed = new Set<Operation>();
  const garbled = new Set<Operation>();
  const refused = new Map<Operation, { status: number; body: unknown }>();
  const accepted = new Map<Operation, 'done' | 'failed' | 'lost'>();
  const jobs: { outcome: 'done' | 'failed' | 'lost'; result: unknown; asked: number }[] = [];
  /** What the service knew before each write: reads see the oldest of these that is not older than the lag. */
  const past: { readonly until: number; readonly world: World }[] = [];
  let issued = 9_000;

  const issueToken = (member: Member | undefined): { token: string; expires: Date } => {
    const token = dialect.newToken((issued += 1), member?.id);
    const expires = new Date(now().getTime() + TOKEN_LIFETIME_MS);
    callers.set(token, { member, expires });
    return { token, expires };
  };
  const routes = Object.entries(dialect.routes).map(([operation, route]): Route => {
    const [method = '', path = ''] = route.split(' ');
    const pattern = path
      .replace('{platform}', 'acme-shop')
      .replace(/[.]/g, '\\.')
      .replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return { operation: operation as Operation, method, pattern: new RegExp(`^/api${pattern}$`) };
  });

  const tenant: Tenant = {
    baseUrl: '',
    dialect,
    platform: 'acme-shop',
    version: 'v1',
    secret,
    apiToken: '',
    machine: {
      clientId: '7',
      clientSecret: 'client-secret',
      username: 'storefront',
      password: 'machine-password',
    },
    world,
    charges: world.charges,
    seen: [],
    sign: (customerId) => createHmac('sha256', secret).update(customerId).digest(dialect.signatureEncoding),
    issueToken,
    loseNext: (operation) => lost.add(operation),
    failNext: (operation) => failed.add(operation),
    garbleNext: (operation) => garbled.add(operation),
    refuseNext: (operation, status, body) => refused.set(operation, { status, body }),
    acceptNext: (operation, outcome) => accepted.set(operation, outcome),
    revokeTokens: () => callers.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  tenant.apiToken = issueToken(undefined).token;

  /** Counts a request of this token; answers the seconds to wait where the limit is reached. */
  function waitFor(key: string): { wait: number; left: number } {
    const time = now().getTime();
    let window = windows.get(key);
    if (!window || window.until <= time) windows.set(key, (window = { until: time + MINUTE_MS, count: 0 }));
    window.count += 1;
    const left = requestsPerMinute - window.count;
    return { wait: left < 0 ? Math.ceil((window.until - time) / 1000) : 0, left: Math.max(left, 0) };
  }

  function authenticate(request: IncomingMessage): Caller {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const caller = callers.get(token);
    if (!caller || caller.expires < now()) throw new Refused({ status: 401, message: 'Unauthenticated.' });
    return caller;
  }

  /** The operation of a request, or why there is none. */
  function routeOf(method: string, path: string): Route & { params: Record<string, string> } {
    const atPath = routes.flatMap((route) => {
      const found = route.pattern.exec(path);
      return found ? [{ ...route, params: decoded(found.groups) }] : [];
    });
    const route = atPath.find((candidate) => candidate.method === method);
    if (route) return route;
    if (atPath.length > 0 && dialect.name !== 'rails') {
      const allowed = atPath.map((candidate) => candidate.method).join(', ');
      throw new Refused({
        status: 405,
        message: `The ${method} method is not supported here. Supported: ${allowed}.`,
      });
    }
    throw new Refused({ status: 404, message: `No route matches [${method}] ${path}` });
  }

  /** The world that a request sees: with a lag, reads see what was before the latest writes. */
  function seenBy(method: string): World {
    if (lagMs === 0) return world;
    if (method === 'GET') {
      const shown = past.find(({ until }) => until > now().getTime() - lagMs);
      return shown?.world ?? world;
    }
    past.push({ until: now().getTime(), world: world.copy() });
    return world;
  }

  function memberOf(id: string, caller: Caller, members: readonly Member[] = world.members): Member {
    const member = members.find((candidate) => isSame(candidate.id, id));
    if (caller.member && !(member && isSame(member.id, caller.member.id)))
      throw new Refused({ status: 403, message: 'This action is unauthorized.' });
    if (!member) throw new Refused({ status: 404, message: 'Profile not found.' });
    return member;
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', tenant.baseUrl);
    const body = await bodyOf(request);
    allowOrigin(request, response);
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const key =
      dialect.idempotencyHeader === undefined
        ? undefined
        : (headers[dialect.idempotencyHeader] as string | undefined);
    const seen: Seen = {
      operation: undefined,
      method,
      path: url.pathname.replace(/^\/api/, ''),
      query: url.search,
      status: 0,
      body,
      idempotencyKey: headers['idempotency-key'] as string | undefined,
    };
    tenant.seen.push(seen);
    const send = (status: number, text: string | undefined, type = 'application/json'): void => {
      seen.status = status;
      if (seen.operation && lost.delete(seen.operation)) {
        // After the head: a browser sends a request again by itself where a connection that it used before ends without one.
        response.writeHead(status, { 'content-type': type, 'content-length': 1_000 }).flushHeaders();
        request.socket.end(() => request.socket.destroy());
        return;
      }
      if (seen.operation && failed.delete(seen.operation)) {
        response.writeHead(502).end();
        return;
      }
      response.writeHead(status, text === undefined ? {} : { 'content-type': type }).end(text);
    };
    let names: Record<string, string> = {};
    try {
      const { wait, left } = waitFor(headers.authorization ?? request.socket.remoteAddress ?? '');
      for (const [header, value] of Object.entries(dialect.limitHeaders?.(requestsPerMinute, left) ?? {}))
        response.setHeader(header, value!);
      if (wait > 0) {
        response.setHeader('retry-after', wait);
        throw new Refused({ status: 429, message: 'Too Many Attempts.' });
      }
      const job = jobs[Number(/^\/api\/v3\/jobs\/(\d+)$/.exec(url.pathname)?.[1] ?? NaN)];
      if (job) {
        authenticate(request);
        if (job.outcome === 'lost') return request.socket.destroy() as never;
        if (job.asked++ === 0) return send(200, JSON.stringify({ state: 'running' }));
        const { outcome: state, result } = job;
        const message = state === 'failed' && { message: 'This reward is sold out.' };
        return send(200, JSON.stringify({ state, result, ...message }));
      }
      const { operation, params } = routeOf(method, url.pathname);
      seen.operation = operation;
      names = dialect.bodies[operation] ?? {};
      const isTokenRequest = operation === 'token.storefront' || operation === 'token.machine';
      const isOpen =
        (dialect.openToGuests?.includes(operation) ?? false) && headers.authorization === undefined;
      const caller = isTokenRequest || isOpen ? { member: undefined } : authenticate(request);
      if (caller.member && (dialect.forbiddenToCustomers?.includes(operation) ?? false))
        throw new Refused({ status: 403, message: 'This action is unauthorized.' });
      const refusedQuery = dialect.refuseQuery?.(operation, url.searchParams);
      if (refusedQuery !== undefined) throw new Refused({ status: 400, message: refusedQuery });
      const known = key === undefined ? undefined : answers.get(`${operation} ${key}`);
      if (known) {
        send(known.status, known.body);
        return;
      }
      const seenWorld = isTokenRequest ? world : seenBy(method);
      const ask: Ask = {
        tenant: seenWorld === world ? tenant : { ...tenant, world: seenWorld },
        world: seenWorld,
        dialect,
        caller: caller.member,
        params,
        query: url.searchParams,
        body,
        input: Object.fromEntries(
          Object.entries(names).map(([field, place]) => [field, valueAt(body, place)]),
        ),
        get member() {
          if (params.profile === undefined) throw new Error(`${operation} has no {profile}`);
          return memberOf(params.profile, caller, seenWorld.members);
        },
      };
      const refusal = refused.get(operation);
      if (refusal) {
        refused.delete(operation);
        return send(refusal.status, JSON.stringify(refusal.body));
      }
      const outcome = accepted.get(operation);
      if (outcome) {
        accepted.delete(operation);
        const answer =
          outcome === 'failed' ? undefined : written(OPERATIONS[operation](ask), operation, url, ask.tenant);
        jobs.push({ outcome, result: answer?.body && (JSON.parse(answer.body) as unknown), asked: 0 });
        response.setHeader('location', `${tenant.baseUrl}/v3/jobs/${String(jobs.length - 1)}`);
        response.setHeader('access-control-expose-headers', 'Location');
        return send(202, undefined);
      }
      // Every path with a profile is the profile's own, also where the handler reads nothing of it.
      if (params.profile !== undefined) memberOf(params.profile, caller);
      const { status, body: text } = written(OPERATIONS[operation](ask), operation, url, ask.tenant);
      if (garbled.delete(operation)) return send(status, '{"done":true}');
      if (key !== undefined && method !== 'GET') answers.set(`${operation} ${key}`, { status, body: text });
      send(status, text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { type, body: refusal } = dialect.refuse(error.refusal, names);
      const { status } = error.refusal;
      send(dialect.statusOf?.(status) ?? status, JSON.stringify(refusal), type);
    }
  }

  function written(
    answered: Answer,
    operation: Operation,
    url: URL,
    seen: Tenant,
  ): { status: number; body: string | undefined } {
    const usual = dialect.statuses?.[operation] ?? 200;
    if ('raw' in answered) return { status: answered.status ?? usual, body: JSON.stringify(answered.raw) };
    if (dialect.bare && operation in dialect.bare) {
      const bare = dialect.bare[operation];
      return { status: usual, body: bare && JSON.stringify(bare) };
    }
    if ('empty' in answered) return { status: 204, body: undefined };
    const write = (kind: Kind, record: unknown): object =>
      (dialect.write[kind] as (record: unknown, tenant: Tenant) => object)(record, seen);
    if ('one' in answered)
      return {
        status: usual,
        body: JSON.stringify(dialect.one(answered.one, write(answered.one, answered.record), operation)),
      };
    const { number, size } = askedPage(url.searchParams, answered.records.length);
    const records = answered.records
      .slice((number - 1) * size, number * size)
      .map((record) => write(answered.many, record));
    const { length: total } = answered.records;
    const path = `${url.origin}${url.pathname}`;
    return {
      status: usual,
      body: JSON.stringify(dialect.many(answered.many, records, { number, size, total, path }, operation)),
    };
  }

  function askedPage(query: URLSearchParams, total: number): { number: number; size: number } {
    const { number, size: sizeName, defaultSize, largestSize, kind = 'number', first = 1 } = dialect.page;
    if (kind === 'none') return { number: 1, size: Math.max(total, 1) };
    const size = Math.min(wholeNumber(query.get(sizeName), defaultSize), largestSize);
    const asked = query.get(number);
    if (kind === 'number') return { number: wholeNumber(asked, first, first) - first + 1, size };
    const skipped = kind === 'offset' ? asked : (/^after-(\d+)$/.exec(asked ?? '')?.[1] ?? null);
    return { number: Math.floor(wholeNumber(skipped, 0, 0) / size) + 1, size };
  }

  function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers;
    response.setHeader('vary', 'origin');
    if (origin === undefined || !origins.includes(origin)) return;
    response.setHeader('access-control-allow-origin', origin);
    const { methods, headers, exposed } = dialect.cors;
    response.setHeader('access-control-allow-methods', methods);
    response.setHeader(
      'access-control-allow-headers',
      headers(request.headers['access-control-request-headers']),
    );
    if (exposed !== undefined) response.setHeader('access-control-expose-headers', exposed);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  tenant.baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api`;
  return tenant;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false)
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const decoded = (groups: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));

function wholeNumber(text: string | null, fallback: number, least = 1): number {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= least ? number : fallback;
}
