import type { Context, Hono } from 'hono';
import { IDEMPOTENCY_KEY } from '../../../src/services/transport/http.ts';
import { countedPrincipalOf, noteUse, type Principal } from '../auth/principal.ts';
import { sendBeforeCommit } from '../database/pipeline.ts';
import { inTransaction } from '../database/transactions.ts';
import type { Database } from '../database/tables.ts';
import { inLanguage } from '../languages/in-language.ts';
import { withLockedProfile } from '../profiles/profile-rows.ts';
import { publicRoot, type ServiceSettings } from '../settings.ts';
import { settingOf } from '../tenant-settings.ts';
import { checkRights, profileInReach } from './access.ts';
import { readBody, textOfBody } from './body.ts';
import { limitFailedLookups } from './failed-lookups.ts';
import { once, type Answer } from './idempotency.ts';
import { notFound, Problem, unauthenticated } from './problem.ts';
import { countRequest, refuseExcess, REQUESTS_PER_MINUTE } from './rate-limit.ts';
import { type AnyCall, type ByLink, type Route, success } from './route.ts';
import { refuseUnknownAmounts } from './unknown-amounts.ts';
import { withUnknownFields } from './unknown-fields.ts';
import { recordOf } from './record-operation.ts';

export interface Service {
  readonly db: Database;
  readonly settings: ServiceSettings;
}

/** Adds routes to an app: method and path are those of the catalogue, and the common checks of all routes are here. */
export function mount(app: Hono, routes: readonly Route[], service: Service): void {
  const address = publicRoot(service.settings.baseUrl);
  for (const route of [...routes].sort(staticFirst)) {
    const path = `/api${route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(route.endpoint.method, path, async (context) =>
      toResponse(await answer(context, route, { ...service, address })),
    );
  }
}

interface Mounted extends Service {
  /** The public address of `/`. */
  readonly address: string;
}

/** Sorts static segments before parameters, because Hono uses the first route that matches. */
function staticFirst(a: Route, b: Route): number {
  const rank = ({ endpoint }: Route) => endpoint.path.replace(/\{\w+\}/g, '\uffff');
  return rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b));
}

/** 401 before 429 before 403 before 404 before 413, 415, 400 and 422 (spec 7). */
async function answer(context: Context, route: Route, mounted: Mounted): Promise<Answer> {
  const { db } = mounted;
  if (route.acts && context.req.raw.method === 'HEAD') {
    throw new Problem(405, 'This endpoint changes data, so it does not accept HEAD.', {
      headers: { Allow: 'GET' },
    });
  }
  const link = context.req.header('Authorization') === undefined ? route.byLink : undefined;
  if (link?.opens(new URL(context.req.url))) return await answerByLink(context, route, link, mounted);
  const principal = route.scope && (await identify(context, mounted));
  if (principal) checkRights(principal, route);
  const work = () => answerTo(principal, context, route, mounted);
  return principal && route.limitsFailedLookups ? limitFailedLookups(db, principal, work) : work();
}

/** Answers a request with a link instead of a token. Its limits are counted by the address that it comes from. */
async function answerByLink(context: Context, route: Route, link: ByLink, mounted: Mounted): Promise<Answer> {
  const { db, settings } = mounted;
  if ((await settingOf(db, 'lists.shares_need_token')) === true) throw unauthenticated();
  const from = context.get('address') ?? '';
  const { linkRequestsPerMinute, wrongLinksPerMinute, requestsPerMinute = REQUESTS_PER_MINUTE } = settings;
  refuseExcess(await countRequest(db, `link:${from}`, linkRequestsPerMinute ?? requestsPerMinute));
  return await limitFailedLookups(
    db,
    { kind: 'guest', from },
    () => answerTo(undefined, context, { ...route, handle: link.handle }, mounted),
    wrongLinksPerMinute,
  );
}

async function answerTo(
  principal: Principal | undefined,
  context: Context,
  route: Route,
  { db, settings, address }: Mounted,
): Promise<Answer> {
  const path: Record<string, string> = context.req.param();
  if (Object.values(path).some((value) => value.includes('\0'))) throw notFound();
  const profileId = principal && (await profileInReach(db, route, path, principal));
  const text = route.body ? textOfBody(await context.req.arrayBuffer()) : '';
  const body = route.body && readBody(route.body, context.req.header('Content-Type') ?? null, text, route);

  const url = new URL(context.req.url);
  const origin = context.req.header('Origin');
  const noted: Record<string, unknown> = {};
  const call: Omit<AnyCall, 'db'> = {
    path,
    body,
    text,
    settings,
    header: (name) => context.req.header(name),
    from: context.get('address'),
    url: new URL(address + url.pathname + url.search),
    // A shop may have several hosts: links lead to the host of the page.
    shopOrigin: settings.shopOrigins.find((one) => one === origin) ?? settings.shopOrigins[0],
    note: (facts) => Object.assign(noted, facts),
    // An open route has no principal, and its handler gets neither.
    ...(principal && { principal, profileId }),
  };
  const answerFor = async (work: Database, reply: unknown): Promise<Answer> => {
    // Staff get the texts as they are stored, and the translations. A server that reads the data of a customer gets the customer's language.
    if (principal?.kind === 'machine' && profileId === undefined) return toAnswer(route, reply);
    const { reply: local, languages } = await inLanguage(work, call.header?.('Accept-Language'), reply);
    return {
      ...toAnswer(route, local),
      ...(languages.length > 0 && { language: languages.join(', ') }),
    };
  };
  const handle = (work: Database) => route.handle({ ...call, db: work });
  if (!principal || (route.endpoint.method === 'GET' && !route.acts))
    return await answerFor(db, await handle(db));

  const requestId = context.get('requestId') ?? '';
  const perform = async (work: Database) => {
    const given: unknown = text === '' || route.form ? undefined : JSON.parse(text);
    const answered = await handle(work);
    if (given !== undefined) refuseUnknownAmounts(route, given, answered);
    const reply = withUnknownFields(route.body, given, answered);
    const operation = { principal, route, path, body, reply, profileId, requestId, noted };
    await sendBeforeCommit(work, recordOf(work, operation));
    return await answerFor(work, reply);
  };
  const key = route.secretAnswer ? undefined : context.req.header(IDEMPOTENCY_KEY);
  return await inTransaction(db, async (work) => {
    for (const fact of Object.keys(noted)) delete noted[fact];
    const performOnce = () =>
      key === undefined
        ? perform(work)
        : once(
            work,
            { owner: ownerOf(principal), key, request: [route.endpoint.method, url.pathname, text] },
            () => perform(work),
          );
    return profileId === undefined || route.locksProfiles
      ? await performOnce()
      : await withLockedProfile(work, profileId, performOnce);
  });
}

/** The principal of a request, which is counted against the limit of its token. */
async function identify(context: Context, { db, settings }: Mounted): Promise<Principal> {
  const limit = settings.requestsPerMinute ?? REQUESTS_PER_MINUTE;
  const { principal, rate } = await countedPrincipalOf(db, context.req.header('Authorization'), limit);
  context.set('rate', rate);
  refuseExcess(rate);
  // One update per window is enough.
  if (rate.remaining === limit - 1) await noteUse(db, principal.tokenId);
  return principal;
}

/** The owner of an idempotency key: two owners may use the same key. */
const ownerOf = (principal: Principal): string =>
  principal.kind === 'customer' ? `profile:${principal.profileId}` : `user:${principal.userId}`;

const toAnswer = ({ status = success.body, secretField }: Route, reply: unknown): Answer =>
  reply === undefined
    ? { status: success.nothing, text: null }
    : {
        status,
        text: JSON.stringify(reply),
        ...(secretField && {
          storedText: JSON.stringify(reply, (name, value: unknown) => (name === secretField ? null : value)),
        }),
      };

const toResponse = ({ status, text, language }: Answer): Response =>
  new Response(text, {
    status,
    headers: {
      Vary: 'Accept-Language',
      ...(text !== null && { 'Content-Type': 'application/json' }),
      ...(language !== undefined && { 'Content-Language': language }),
    },
  });
