import { fillPath } from '../../../src/services/transport/paths.ts';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { checkRights, profileInReach } from '../api/access.ts';
import { MAX_BODY_BYTES, readBody } from '../api/body.ts';
import { invalid, notFound } from '../api/problem.ts';
import type { Service } from '../api/mount.ts';
import type { KnownCall, Origin, Route } from '../api/route.ts';
import { lockProfile } from '../profiles/profile-rows.ts';
import { publicRoot } from '../settings.ts';
import { recordOf } from '../api/record-operation.ts';
import { refuseUnknownAmounts } from '../api/unknown-amounts.ts';
import { withUnknownFields } from '../api/unknown-fields.ts';

/** What jobs need: the service and its routes, so that records of batches, imports and actions use the same handlers. */
export interface Runtime extends Service {
  readonly routes: readonly Route[];
}

export interface JobOperation {
  /** The operation id of an endpoint: `profiles.store`. */
  readonly endpointId: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly principal: Machine;
  /** The batch, import or event, for the audit entry. */
  readonly cause: string;
  readonly origin?: Origin;
  /** Replaces the handler of the endpoint; rights and checks stay the same. */
  readonly instead?: (call: KnownCall) => Promise<unknown>;
}

/**
 * Performs in a job what an endpoint does for a request: the same rights, checks, handler, events and audit entry. Throws the
 * `Problem` of a refused request. `work` has to be a transaction, which the caller rolls back then.
 */
export async function perform(runtime: Runtime, work: Database, operation: JobOperation): Promise<unknown> {
  const { settings, routes } = runtime;
  const { endpointId, path = {}, principal, cause, origin } = operation;
  const route = routes.find(({ endpoint }) => endpoint.id === endpointId);
  if (!route) throw invalid({ body: [`There is no endpoint ${endpointId}.`] });
  checkRights(principal, route);
  if (Object.values(path).some((value) => value === '' || value.includes('\0'))) throw notFound();
  const profileId = await profileInReach(work, route, path, principal);
  if (profileId !== undefined && !route.locksProfiles) await lockProfile(work, profileId);
  const text = JSON.stringify(operation.body ?? {});
  const body =
    route.body &&
    readBody(route.body, 'application/json', text, {
      maxBytes: route.maxBytes ?? MAX_BODY_BYTES,
      needsValue: route.needsValue ?? false,
      needsKnownField: route.needsKnownField ?? false,
    });
  const address = publicRoot(settings.baseUrl);
  const filled = fillPath(route.endpoint, path);
  const noted: Record<string, unknown> = {};
  const call: KnownCall = {
    path,
    body,
    text,
    settings,
    principal,
    profileId,
    cause,
    ...(origin && { origin }),
    db: work,
    header: () => undefined,
    url: new URL(`${address}/api${filled}`),
    shopOrigin: settings.shopOrigins[0],
    note: (facts) => Object.assign(noted, facts),
  };
  const answered = await (operation.instead ? operation.instead(call) : route.handle(call));
  refuseUnknownAmounts(route, operation.body, answered);
  const reply = withUnknownFields(route.body, operation.body, answered);
  const performed = { principal, route, path, body, reply, profileId, requestId: cause, noted };
  await work.executeQuery(recordOf(work, performed));
  return reply;
}

/** The warnings of a reply. */
export function warningsOf(reply: unknown): readonly string[] {
  const warnings: unknown = Reflect.get(Object(reply), 'warnings');
  return Array.isArray(warnings) ? warnings.map(String) : [];
}
