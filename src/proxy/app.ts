import { Hono } from 'hono';
import { allowedEndpoints, CATALOGUE } from './allow-list/allow-list.ts';
import { createFieldTable } from './allow-list/fields.ts';
import { createMatcher } from './allow-list/matcher.ts';
import { createInStep } from './directory/in-step.ts';
import { malformed, notFound, Refusal, unavailable, tooSlow } from './guard/answer.ts';
import { edgeArrival, limitKeyOf, type ReadArrival } from './guard/arrival.ts';
import { checkOrigin, crossOriginHeaders, preflight } from './guard/browser.ts';
import { createDeadline } from './guard/deadline.ts';
import { reportOnce } from './guard/refused-origins.ts';
import { readTarget, type Target } from './guard/target.ts';
import type { LogEntry } from './log.ts';
import { create } from './routes/create.ts';
import { forward, wrongMethod } from './routes/forward.ts';
import { login } from './routes/login.ts';
import { createLoginLimits } from './routes/login-limits.ts';
import { logout } from './routes/logout.ts';
import type { Parts, Visit } from './routes/parts.ts';
import { readSettings } from './settings/read.ts';
import type { ProxyConfig, ProxySettings } from './settings/settings.ts';
import { createSessions } from './storage/sessions.ts';
import { customerTokens } from './upstream/customer-token.ts';
import { createExchange, fetchSend, type Send } from './upstream/exchange.ts';
import { createService } from './upstream/service.ts';
import { serviceToken } from './upstream/service-token.ts';
import { warnAtStart } from './warnings.ts';

interface Environment {
  Bindings: object;
  Variables: { visit: Visit; target: Target };
}

/** What differs from runtime to runtime. */
export interface Runtime {
  /** How a client's address is known, and whether it came over https. Default: as edge runtimes tell. */
  readonly readArrival?: ReadArrival;
  /** How requests are sent. Default: `fetch`. */
  readonly send?: Send;
}

/** The proxy as a fetch handler: `proxy.fetch(request, env)`, on any runtime with web-standard requests. */
export type Proxy = Pick<Hono<Environment>, 'fetch'>;

/**
 * Makes a proxy (spec 5.4) out of a shop's settings.
 *
 * @param runtime what a runtime does in its own way; the entry for Node brings its
 * @throws SettingsError with everything that has to change
 */
export function createProxy(settings: ProxySettings, runtime: Runtime = {}): Proxy {
  const config = readSettings(settings);
  const { readArrival, send } = runtime;
  warnAtStart(config, settings, readArrival === undefined);
  const parts = createParts(config, settings.fetch || !send ? fetchSend(config.fetch) : send);
  return createApp(parts, readArrival ?? edgeArrival(config));
}

const HOUR = 60 * 60;

function createParts(config: ProxyConfig, send: Send): Parts {
  const { storage, limits, log, now } = config;
  const exchange = createExchange(send, log);
  const allowed = allowedEndpoints(config.allow, config.upstream);
  const ownToken = serviceToken({ ...config, exchange });
  const service = createService(config, ownToken, exchange);
  const { shopSecret } = config;
  const tokenOf =
    config.upstream === 'customer' && shopSecret
      ? customerTokens({ ...config, shopSecret, exchange })
      : () => ownToken;
  return {
    config,
    exchange,
    tokenOf,
    directory: typeof config.directory === 'function' ? config.directory(service) : config.directory,
    inStep: createInStep({ service, texts: storage.texts, platform: config.platform, log }),
    sessions: createSessions(storage.texts, config.sessionLifetimeMs, now),
    match: createMatcher(CATALOGUE, new Set(allowed)),
    fieldsOf: createFieldTable(allowed, config.fields),
    reportPaging: oncePerOperation((operation) => log(unknownPaging(operation))),
    loginLimits: createLoginLimits(config),
    creations: storage.counter({ name: 'create', tries: limits.createPerAddress, perSeconds: HOUR }),
  };
}

function createApp(parts: Parts, readArrival: ReadArrival): Proxy {
  const { config } = parts;
  const logRefused = reportOnce((origin) => config.log(refusedOrigin(origin)));
  const app = new Hono<Environment>();

  app.use(async (context, next) => {
    const request = context.req.raw;
    const origin = request.headers.get('Origin');
    const permission = crossOriginHeaders(origin, config.origins);
    if (origin !== null && !config.origins.has(origin)) logRefused(origin);
    const target = readTarget(rawTarget(request.url));
    if (!target) throw malformed();
    if (request.method === 'OPTIONS') return preflight(permission);
    checkOrigin(request, config.origins);
    const { address, secure } = readArrival(request, context.env);
    if (!secure) throw insecure(config);
    const deadline = createDeadline(config.deadlineMs, request.signal);
    context.set('visit', { request, signal: deadline.signal, address: limitKeyOf(address) });
    context.set('target', withoutPrefix(target, config.pathPrefix));
    try {
      await next();
    } finally {
      deadline.clear();
    }
  });

  const at = app.basePath(config.pathPrefix);
  at.post('/login', ({ var: { visit } }) => login(parts, visit));
  at.post('/create', ({ var: { visit } }) => create(parts, visit));
  at.post('/logout', ({ var: { visit } }) => logout(parts, visit));
  for (const path of ['/login', '/create', '/logout']) {
    at.all(path, () => {
      throw wrongMethod(['POST']);
    });
  }
  at.all('/v3/*', ({ var: { visit, target } }) => forward(parts, visit, target));
  app.notFound(() => notFound().toAnswer());

  app.onError((error, { var: { visit } }) => {
    if (error instanceof Refusal) return error.toAnswer();
    if (visit?.signal.aborted) return tooSlow().toAnswer();
    config.log({ level: 'error', event: 'unexpected' });
    return unavailable().toAnswer();
  });

  return {
    // Around everything, refusals too: a page of the shop may read why it was refused.
    async fetch(request, env, execution) {
      const answer = await app.fetch(request, env, execution);
      const permission = crossOriginHeaders(request.headers.get('Origin'), config.origins);
      for (const [name, value] of Object.entries(permission)) answer.headers.set(name, value);
      return answer;
    },
  };
}

/** Path and query as they came: without the scheme and host, which say nothing about what is asked. */
function rawTarget(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}

function withoutPrefix(target: Target, prefix: string): Target {
  const count = prefix === '' ? 0 : prefix.split('/').length - 1;
  return { ...target, segments: target.segments.slice(count) };
}

/** The page sees a CORS error without a reason: this is where the operator finds it. */
const refusedOrigin = (origin: string): LogEntry => ({
  level: 'warn',
  event: 'origin_refused',
  origin,
  advice:
    origin === 'null'
      ? 'A page without an origin, such as a file opened from the disk, was refused: serve it over http or https.'
      : 'A page of this origin was refused. To allow it, add it to origins (LOYALTY_ORIGINS).',
});

function oncePerOperation(report: (operation: string) => void): (operation: string) => void {
  const reported = new Set<string>();
  return (operation) => {
    if (reported.has(operation)) return;
    reported.add(operation);
    report(operation);
  };
}

const unknownPaging = (operation: string): LogEntry => ({
  level: 'warn',
  event: 'paging_refused',
  operation,
  advice:
    'The service links its pages by a parameter that the proxy does not take, so the link was left out. Name the parameters in paging (LOYALTY_PAGING), or in fields.',
});

function insecure({ log }: ProxyConfig): Refusal {
  log({
    level: 'warn',
    event: 'insecure_request',
    advice:
      'A request did not come over https. If TLS ends at a server in front, name that server as a trusted hop.',
  });
  return new Refusal(403, 'Please use https.');
}
