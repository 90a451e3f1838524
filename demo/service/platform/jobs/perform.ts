import { fillPath } from '../../../../src/services/transport/paths.ts';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { checkRights, profileInReach } from '../../api/access.ts';
import { MAX_BODY_BYTES, readBody } from '../../api/body.ts';
import { invalid, notFound } from '../../api/problem.ts';
import type { KnownCall, Origin, Route } from '../../api/route.ts';
import { lockProfile } from '../../profiles/profile-rows.ts';
import { publicAddress } from '../../settings.ts';
import type { Runtime } from './runtime.ts';
import { recordOperation } from '../../api/record-operation.ts';

export interface Operation {
  /** The operation id of an endpoint: `profiles.store`. */
  readonly endpointId: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly principal: Machine;
  /** Names the batch, import or event in the audit. */
  readonly cause: string;
  readonly origin?: Origin;
  /** Done in place of what the endpoint does, under the same rights and checks. */
  readonly instead?: (call: KnownCall) => Promise<unknown>;
}

/**
 * Does in a job what an endpoint does in a request: the same rights, checks, handler, events and audit. Throws the
 * `Problem` the request would have been answered with; `work` has to be a transaction, which that undoes.
 */
export async function perform(runtime: Runtime, work: Database, deed: Operation): Promise<unknown> {
  const { settings, routes } = runtime;
  const { endpointId, path = {}, principal, cause, origin } = deed;
  const route = routes.find(({ endpoint }) => endpoint.id === endpointId);
  if (!route) throw invalid({ body: [`Nothing answers ${endpointId}.`] });
  checkRights(principal, route);
  if (Object.values(path).some((value) => value === '' || value.includes('\0'))) throw notFound();
  const profileId = await profileInReach(work, route, path, principal);
  if (profileId !== undefined && !route.locksProfiles) await lockProfile(work, profileId);
  const text = JSON.stringify(deed.body ?? {});
  const body =
    route.body &&
    readBody(route.body, 'application/json', text, { maxBytes: route.maxBytes ?? MAX_BODY_BYTES });
  const address = publicAddress(settings.baseUrl).replace(/\/api$/, '');
  const filled = fillPath(route.endpoint, path);
  const noted: Record<string, unknown> = {};
  const handle = (deed.instead ?? route.handle) as Route['handle'];
  const reply = await handle({
    path,
    body,
    text,
    settings,
    principal,
    profileId,
    cause,
    origin,
    db: work,
    header: () => undefined,
    url: new URL(`${address}/api${filled}`),
    shopOrigin: settings.shopOrigins[0],
    note: (facts: object) => Object.assign(noted, facts),
  } as never);
  await recordOperation(work, { principal, route, path, body, reply, profileId, requestId: cause, noted });
  return reply;
}
