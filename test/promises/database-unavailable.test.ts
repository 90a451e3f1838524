import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../demo/service/api/route.ts';
import { connect, poolOptions } from '../../demo/service/database/connect.ts';
import { withNamedStatements } from '../../demo/service/database/named-statements.ts';
import type { Database, Tables } from '../../demo/service/database/tables.ts';
import { routes } from '../../demo/service/routes.ts';
import type { Input } from '../demo/service/api/openapi/conformance-fixtures.ts';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { freshDatabase, type FreshDatabase } from '../support/database-fresh.ts';
import { openDatabaseRelay, type DatabaseRelay } from '../support/service-database-relay.ts';
import { serveEveryRoute, type EveryRoute, type RouteAnswer } from '../support/service-every-route.ts';

/** Faults of each kind in each route: all of them in the full run, otherwise one that differs by route. */
const FAULTS = countOf('DATABASE_FAULTS', { share: 1, full: 1_000 });
/** Every so many routes has faults during its requests; which ones, depends on the seed. */
const ROUTE_EVERY = countOf('FAULTY_ROUTE_EVERY', { share: 10, full: 1 });
const SEED = seedOf();

/** Routes outside of the interface that need no database, and answer as always. */
const WITHOUT_DATABASE: ReadonlySet<string> = new Set([
  'GET /api/openapi.json',
  'GET /docs',
  'GET /docs/start.js',
  'GET /docs/page.css',
  'GET /docs/swagger-ui.css',
  'GET /docs/swagger-ui-bundle.js',
  'GET /docs/favicon-32x32.png',
  'GET /dashboard/dashboard.css',
  // The form; sending it needs the database.
  'GET /dashboard/sign-in',
]);

/** A path as the service mounts it. */
const mounted = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** Query of a request with a link: the share of a list, and the secret of a reservation. */
const LINK = `?share=${'s'.repeat(32)}&secret=${'s'.repeat(43)}`;

/** Requests at the same time while connections are ended. */
const SIDE_BY_SIDE = 20;

const isUnavailable = ({ status, retryAfter }: RouteAnswer) =>
  status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '');
const line = (what: string, { status, retryAfter, text }: RouteAnswer) =>
  `${what}: ${status}, Retry-After ${retryAfter}: ${text.slice(0, 200)}`;

/** Makes the `at`-th next step fail, counted from 1, or none; and whether the step was reached. */
interface Faults {
  failAt(at: number): void;
  wasReached(): boolean;
  /** Whether no statement is under way. */
  isIdle(): boolean;
}

/** Statements that a request sent side by side may be under way after its answer; the next fault is not for them. */
async function untilIdle({ isIdle }: Faults): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 1));
  while (!isIdle());
}

/** Requests every route with a fault at each step until a request has no more steps, and its answers that are not 503. */
async function sweep({ inputs, requestOf, inputFor }: EveryRoute, faults: Faults) {
  const wrong: string[] = [];
  let count = 0;
  for (const [index, route] of routes.entries()) {
    if ((index + SEED) % ROUTE_EVERY) continue;
    const { id } = route.endpoint;
    // The first steps check the token; all routes have them.
    const steps = FAULTS > 1 ? Array.from({ length: FAULTS }, (_, at) => at + 1) : [2 + (index % 4)];
    const attempt = async (input: Input): Promise<RouteAnswer> => {
      for (const at of steps) {
        faults.failAt(at);
        const answer = await requestOf(route, input);
        const failed = faults.wasReached();
        faults.failAt(Infinity);
        await untilIdle(faults);
        if (!failed) return answer;
        count++;
        if (!isUnavailable(answer)) wrong.push(line(`${id}, step ${at}`, answer));
      }
      return await requestOf(route, input);
    };
    let answer = await attempt(inputs.get(route)!);
    // All optional fields together can contradict each other.
    if (answer.status === 409 || answer.status === 422) answer = await attempt(await inputFor(route, false));
    if (answer.status >= 500) wrong.push(line(`${id} without a fault`, answer));
  }
  return { wrong, count };
}

describe('every route while the database cannot be reached', { timeout: 3_600_000 }, () => {
  let database: FreshDatabase;
  let relay: DatabaseRelay;
  let db: Database;
  let service: EveryRoute;
  beforeAll(async () => {
    database = await freshDatabase();
    relay = await openDatabaseRelay(database.url);
    db = connect(relay.url);
    service = await serveEveryRoute(db);
  });
  afterAll(async () => {
    await service?.stop();
    await db?.destroy();
    await relay?.stop();
    await database?.drop();
  });

  it('answers 503 with Retry-After for a staff token, a customer token, a link and no token', async ({
    task,
  }) => {
    const { staff, customer, send, inputs } = service;
    await relay.stop();
    const wrong: string[] = [];
    let count = 0;
    try {
      for (const route of routes) {
        const { id } = route.endpoint;
        const askers = [
          ['a staff token', { token: staff }],
          ['a customer token', { token: customer }],
          ...(route.scope === undefined ? [['no token', {}] as const] : []),
          ...(route.byLink ? [['a link', { query: LINK }] as const] : []),
        ] as const;
        for (const [who, sent] of askers) {
          count++;
          const answer = await send(route, inputs.get(route)!, sent);
          if (!isUnavailable(answer)) wrong.push(line(`${id} with ${who}`, answer));
        }
        if (route.scope === undefined || route.byLink) continue;
        // The token is missing, whatever the database contains.
        const answer = await send(route, inputs.get(route)!, {});
        if (answer.status !== 401) wrong.push(line(`${id} without a token`, answer));
      }
    } finally {
      await relay.start();
    }
    measured(task, {
      tried: `${count} requests of ${routes.length} routes without a database`,
      result: `${wrong.length} answers other than 503 with Retry-After`,
    });
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(2 * routes.length);
  });

  it('answers 503 with Retry-After for other pages of the service, except those that need no database', async () => {
    const { app, origin, staff, request } = service;
    const ofInterface = new Set(routes.map(({ endpoint }) => `${endpoint.method} ${mounted(endpoint.path)}`));
    const others = new Set(
      app.routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`)
        .filter((one) => !ofInterface.has(one)),
    );
    const form = await fetch(`${origin}/dashboard/sign-in`);
    const visit = form.headers.get('set-cookie')?.split(';')[0] ?? '';
    const csrf = /name="form_token" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
    await relay.stop();
    const wrong: string[] = [];
    try {
      for (const one of others) {
        const [method = '', template = ''] = one.split(' ');
        const answer = await request(template.replace(/:\w+/g, '1'), {
          method,
          redirect: 'manual',
          headers: {
            Origin: origin,
            Cookie: template.endsWith('/sign-in') ? visit : `dashboard_session=${staff}`,
          },
          ...(method === 'POST' && {
            body: new URLSearchParams({ form_token: csrf, username: 'x', password: 'y' }),
          }),
        });
        const isRight = WITHOUT_DATABASE.has(one) ? answer.status === 200 : isUnavailable(answer);
        if (!isRight) wrong.push(line(one, answer));
      }
    } finally {
      await relay.start();
    }
    expect(wrong).toEqual([]);
    expect([...WITHOUT_DATABASE].filter((one) => !others.has(one))).toEqual([]);
  });

  it('answers normally, or 503 with Retry-After, while connections end during requests', async () => {
    const { inputs, requestOf } = service;
    const reading = routes.filter(({ endpoint, acts }) => endpoint.method === 'GET' && !acts);
    const expected = new Map<Route, number>();
    for (const route of reading) expected.set(route, (await requestOf(route, inputs.get(route)!)).status);
    const wrong: string[] = [];
    let refused = 0;
    let next = 0;
    const load = Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (let turn = next++; turn < reading.length; turn = next++) {
        const route = reading[turn]!;
        const answer = await requestOf(route, inputs.get(route)!);
        if (isUnavailable(answer)) refused++;
        else if (answer.status !== expected.get(route)) wrong.push(line(route.endpoint.id, answer));
      }
    });
    const ending = (async () => {
      while (next < reading.length)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    })();
    await Promise.all([...load, ending]);
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  it('answers 503 with Retry-After when the connection ends at a round trip of the request', async ({
    task,
  }) => {
    const { wrong, count } = await sweep(service, {
      failAt: (at) => relay.cutAt(at),
      wasReached: () => relay.cutWasReached(),
      isIdle: () => relay.isIdle(),
    });
    measured(task, {
      tried: `${count} connections cut, at ${FAULTS > 1 ? 'each round trip' : 'a round trip'} of ${ROUTE_EVERY > 1 ? `every ${ROUTE_EVERY}th route (seed ${SEED})` : 'each route'}`,
      result: `${wrong.length} answers other than 503 with Retry-After`,
    });
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(routes.length / ROUTE_EVERY / 2);
  });
});

describe('every route while statements of the database time out', { timeout: 3_600_000 }, () => {
  /** What PostgreSQL answers to a statement that exceeds its time limit. */
  const TIMED_OUT = `do $$ begin raise exception using errcode = '57014', message = 'canceling statement'; end $$`;
  let database: FreshDatabase;
  let db: Database;
  let service: EveryRoute;
  let pool: pg.Pool;
  let remaining = Infinity;
  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, ...poolOptions });
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      Object.assign(client, {
        query(...given: unknown[]) {
          const [first] = given;
          const text = typeof first === 'string' ? first : (first as { text: string }).text;
          const isStep = !/^(begin|commit|rollback)/.test(text);
          return isStep && --remaining === 0 ? query(TIMED_OUT) : query(...given);
        },
      });
    });
    db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
    service = await serveEveryRoute(db);
  });
  afterAll(async () => {
    await service?.stop();
    await db?.destroy();
    await database?.drop();
  });

  it('answers 503 with Retry-After, whichever statement it is', async ({ task }) => {
    const { wrong, count } = await sweep(service, {
      failAt: (at) => (remaining = at),
      wasReached: () => remaining <= 0,
      isIdle: () => pool.idleCount === pool.totalCount && pool.waitingCount === 0,
    });
    measured(task, {
      tried: `${count} statements that time out, ${FAULTS > 1 ? 'each' : 'one'} of ${ROUTE_EVERY > 1 ? `every ${ROUTE_EVERY}th route (seed ${SEED})` : 'each route'}`,
      result: `${wrong.length} answers other than 503 with Retry-After`,
    });
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(routes.length / ROUTE_EVERY / 2);
  });
});
