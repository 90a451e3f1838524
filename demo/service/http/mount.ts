import type { Context, Hono } from 'hono';
import { principalOf } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { publicAddress, type ServiceSettings } from '../settings.ts';
import { readBody } from './body.ts';
import { once, type Answer } from './idempotency.ts';
import { notFound, Problem } from './problem.ts';
import type { Call, CustomerCall, Route } from './route.ts';

export interface Service {
  readonly db: Database;
  readonly settings: ServiceSettings;
}

/** Puts routes on an app: method and path come from the catalogue, everything all routes share happens here. */
export function mount(app: Hono, routes: readonly Route[], service: Service): void {
  const address = publicAddress(service.settings.baseUrl).replace(/\/api$/, '');
  for (const route of [...routes].sort(staticFirst)) {
    const path = `/api${route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(route.endpoint.method, path, async (context) =>
      toResponse(await answer(context, route, { ...service, address })),
    );
  }
}

interface Mounted extends Service {
  /** Where the outside finds what is under `/`. */
  readonly address: string;
}

/** Hono takes the first route that fits, and a static segment wins over a parameter. */
function staticFirst(a: Route, b: Route): number {
  const rank = ({ endpoint }: Route) => endpoint.path.replace(/\{\w+\}/g, '\uffff');
  return rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b));
}

/** 401 before 403 before 404 before 415, 400 and 422 (spec 7, ASSUMPTION G21). */
async function answer(context: Context, route: Route, { db, settings, address }: Mounted): Promise<Answer> {
  const principal = route.scope ? await principalOf(db, context.req.header('Authorization')) : undefined;
  if (principal && route.scope && !principal.scopes.includes(route.scope)) {
    throw new Problem(403, `This token lacks the scope ${route.scope}.`);
  }
  const path = context.req.param() as Record<string, string>;
  if (Object.values(path).some((value) => value.includes('\0'))) throw notFound();
  if (principal && !isOwn(route, path, principal.profileId)) throw notFound();
  const text = route.body ? await context.req.text() : '';
  const body = route.body && readBody(route.body, context.req.header('Content-Type') ?? null, text);

  const url = new URL(context.req.url);
  const origin = context.req.header('Origin');
  const call: Omit<Call & Partial<CustomerCall>, 'db'> = {
    path,
    body,
    url: new URL(address + url.pathname + url.search),
    // A shop may answer on several hosts: links lead to the one the page is on.
    shopOrigin: settings.shopOrigins.find((one) => one === origin) ?? settings.shopOrigins[0],
    // Without a principal the route is an open one, and its handler knows neither.
    ...(principal && { principal, profileId: principal.profileId }),
  };
  const run = async (work: Database) => toAnswer(await route.handle({ ...call, db: work } as never));
  if (!principal || route.endpoint.method === 'GET') return await run(db);

  const key = context.req.header('Idempotency-Key');
  return await db.transaction().execute((work) => {
    if (key === undefined) return run(work);
    const request = [route.endpoint.method, url.pathname, text];
    return once(work, { profileId: principal.profileId, key, request }, () => run(work));
  });
}

/**
 * Whether the profile in the path is the token's. What stands after `/v3/profiles/` is a profile whatever its
 * parameter is called: `{profile}`, `{profileId}` or `{id}` (rule R52).
 */
function isOwn(route: Route, path: Record<string, string>, profileId: string): boolean {
  const parameter = /^\/v3\/profiles\/\{(\w+)\}/.exec(route.endpoint.path)?.[1];
  return parameter === undefined || path[parameter] === profileId;
}

/** Success is 200, also for what was created; 204 where there is nothing to say: ASSUMPTION G11. */
const toAnswer = (reply: unknown): Answer =>
  reply === undefined ? { status: 204, text: null } : { status: 200, text: JSON.stringify(reply) };

const toResponse = ({ status, text }: Answer): Response =>
  new Response(text, { status, headers: text === null ? {} : { 'Content-Type': 'application/json' } });
