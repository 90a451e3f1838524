import { Hono, type ExecutionContext } from 'hono';
import { createDependencies, type Dependencies, type ProxyRequest } from './dependencies.ts';
import { answerTo, malformed, notFound, Refusal } from './guard/answer.ts';
import { edgeArrival, limitKeyOf, type ReadArrival } from './guard/arrival.ts';
import { createDeadline } from './guard/deadline.ts';
import { checkOrigin, checkSameOrigin, crossOriginHeaders, preflight, reportOnce } from './guard/origins.ts';
import { readTarget, type Target } from './guard/target.ts';
import { describeRequest } from './handled.ts';
import { INSECURE_REQUEST, NO_CLIENT_ADDRESS, NO_SHARED_STORE, refusedOrigin, weakProof } from './log.ts';
import { proveEveryRequest } from './proofs/prove.ts';
import type { CustomerProof } from './proofs/proof.ts';
import { requestCode } from './routes/code.ts';
import { create } from './routes/create.ts';
import { forward, wrongMethod } from './routes/forward.ts';
import { forwardGuest } from './routes/forward-guest.ts';
import { login } from './routes/login.ts';
import { logout } from './routes/logout.ts';
import { page } from './routes/page.ts';
import type { PairOf } from './sealed-text.ts';
import { readSettings } from './settings/read.ts';
import type { ProxySettings } from './settings/settings.ts';
import { WRITES_HEADER, type WriteRules } from '../services/transport/tenant/guarantees.ts';
import { fetchSend, type Send } from './upstream/exchange.ts';

interface Environment {
  Bindings: object;
  Variables: { incoming: ProxyRequest; target: Target };
}

/** Functions that differ by runtime. */
export interface Runtime {
  /** Reads a client's address, and whether the request came over https. Default: as edge runtimes report them. */
  readonly readArrival?: ReadArrival;
  /** How requests are sent. Default: `fetch`. */
  readonly send?: Send;
  /** How sessions are encrypted for the storage, in the form of `sealed-text.ts`. Default: with functions of every runtime. */
  readonly pairOf?: PairOf;
}

/** The proxy as a fetch handler: `proxy.fetch(request, env)`, on any runtime with web-standard requests. */
export type Proxy = Pick<Hono<Environment>, 'fetch'>;

/**
 * Creates a proxy (spec 5.4) from a shop's settings.
 *
 * @param runtime functions that differ by runtime; the entry for Node passes them
 * @throws SettingsError with everything that has to change
 */
export function createProxy(settings: ProxySettings, runtime: Runtime = {}): Proxy {
  const config = readSettings(settings);
  const { readArrival, send, pairOf } = runtime;
  if (settings.stateless && !config.storage.shared) config.log(NO_SHARED_STORE);
  if (!readArrival && !config.addressHeader) config.log(NO_CLIENT_ADDRESS);
  for (const { warning } of config.proofs) if (warning) config.log(weakProof(warning));
  const sends = settings.fetch || !send ? fetchSend(config.fetch) : send;
  const dependencies = createDependencies(config, sends, pairOf);
  return createApp(dependencies, readArrival ?? edgeArrival(config));
}

function createApp(dependencies: Dependencies, readArrival: ReadArrival): Proxy {
  const { config } = dependencies;
  const writeRules = writeRulesOf(config.mapping?.file);
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
    if (config.session === 'cookie') checkSameOrigin(request);
    const { address, secure } = readArrival(request, context.env);
    if (!secure) {
      config.log(INSECURE_REQUEST);
      throw new Refusal(403, 'Please use https.');
    }
    const deadline = createDeadline(config.deadlineMs, request.signal);
    const own = withoutPrefix(target, config.pathPrefix);
    try {
      const { signal } = deadline;
      const signsIn = request.method === 'POST' && own.segments.join('/') === 'login';
      const proof = { headers: request.headers, query: target.query, signsIn, signal };
      const limitKey = limitKeyOf(address);
      const proven = await proveEveryRequest(dependencies, proof, limitKey);
      context.set('incoming', {
        request,
        signal,
        address: limitKey,
        clientAddress: address,
        proven,
        background: (work) => context.executionCtx.waitUntil(work),
      });
      context.set('target', withoutProofs(own, config.proofs));
      await next();
    } finally {
      deadline.clear();
    }
  });

  const at = app.basePath(config.pathPrefix);
  at.post('/login', ({ var: { incoming } }) => login(dependencies, incoming));
  at.post('/create', ({ var: { incoming } }) => create(dependencies, incoming));
  at.post('/code', ({ var: { incoming } }) => requestCode(dependencies, incoming));
  at.post('/logout', ({ var: { incoming } }) => logout(dependencies, incoming));
  for (const path of ['/login', '/code', '/create', '/logout']) {
    at.all(path, () => {
      throw wrongMethod(['POST']);
    });
  }
  at.all('/page', ({ var: { incoming, target } }) => page(dependencies, incoming, target));
  at.all(
    '/v3/*',
    async ({ var: { incoming, target } }) =>
      (await forwardGuest(dependencies, incoming, target)) ?? forward(dependencies, incoming, target),
  );
  app.notFound(() => notFound().toAnswer());

  app.onError((error, { var: { incoming } }) => answerTo(error, incoming?.signal, config.log));

  return {
    async fetch(request, env, execution) {
      const startedAt = performance.now();
      const answer = await app.fetch(request, env, execution ?? NO_EXECUTION);
      if (config.onRequest) {
        const target = readTarget(rawTarget(request.url));
        config.onRequest({
          ...describeRequest(request.method, target && withoutPrefix(target, config.pathPrefix)),
          status: answer.status,
          durationMs: performance.now() - startedAt,
        });
      }
      // Added to refusals too: a page of the shop may read why it was refused.
      const permission = crossOriginHeaders(request.headers.get('Origin'), config.origins);
      for (const [name, value] of Object.entries(permission)) answer.headers.set(name, value);
      if (writeRules) {
        answer.headers.set(WRITES_HEADER, writeRules);
        answer.headers.append('Access-Control-Expose-Headers', WRITES_HEADER);
      }
      return answer;
    },
  };
}

/** What pages have to know of the service's writes, as the value of a header; `undefined` where the tenant file does not say it. */
function writeRulesOf({ lag, idempotency }: WriteRules = {}): string | undefined {
  return lag === undefined && !idempotency ? undefined : JSON.stringify({ lag, idempotency });
}

/** Path and query exactly as received, without scheme and host. */
function rawTarget(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}

/** Where the runtime has none, as Node: the process goes on after an answer. */
const NO_EXECUTION: ExecutionContext = {
  waitUntil: () => undefined,
  passThroughOnException: () => undefined,
  props: undefined,
};

function withoutProofs(target: Target, proofs: readonly CustomerProof[]): Target {
  const query = proofs.reduce((rest, proof) => proof.withoutProof?.(rest) ?? rest, target.query);
  return { ...target, query };
}

function withoutPrefix(target: Target, prefix: string): Target {
  const count = prefix === '' ? 0 : prefix.split('/').length - 1;
  return { ...target, segments: target.segments.slice(count) };
}
