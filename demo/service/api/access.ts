import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { isAdministrator, mayUse, type Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { forbidden, notFound } from './problem.ts';
import type { Route } from './route.ts';

/** The parameter of a profile: the one after `/v3/profiles/`, called `{profile}`, `{profileId}` or `{id}`. */
export const profileParameter = ({ path }: Pick<Endpoint, 'path'>): string | undefined =>
  /^\/v3\/profiles\/\{(\w+)\}/.exec(path)?.[1];

/** Whether customers may call a route at all. */
export const isOpenToCustomers = ({ customers, endpoint, acts }: Route): boolean =>
  customers ?? (profileParameter(endpoint) !== undefined && endpoint.method === 'GET' && !acts);

/** Throws 403 if the token lacks the scope, or the principal may not call the route. */
export function checkRights(principal: Principal, route: Route): void {
  if (route.scope && !mayUse(principal, route.scope)) {
    throw forbidden(`This token lacks the scope ${route.scope}.`);
  }
  if (principal.kind === 'customer' && !isOpenToCustomers(route)) throw forbidden();
  if (route.administrators && !isAdministrator(principal))
    throw forbidden('Only administrators may do that.');
}

/**
 * The profile that a call is limited to: the customer's own or, for a user, the one in the path. A profile that was merged is the one
 * that it was merged into, so that a late order with its old id arrives; but a late deletion of it must not delete the survivor. Throws
 * 404 for a profile that does not exist and for one of another customer, so that the answer does not reveal which.
 */
export async function profileInReach(
  db: Database,
  route: Route,
  path: Readonly<Record<string, string>>,
  principal: Principal,
): Promise<string | undefined> {
  const named = path[profileParameter(route.endpoint) ?? ''];
  if (principal.kind === 'customer') {
    if (named !== undefined && named !== principal.profileId) throw notFound();
    return principal.profileId;
  }
  if (named === undefined) return undefined;
  const find = async (id: string) =>
    await db
      .selectFrom('profiles')
      .select('id')
      .where('id', '=', id)
      .$if(!route.evenDeleted, (query) => query.where('deleted_at', 'is', null))
      .executeTakeFirst();
  let profile = await find(named);
  if (!profile && route.endpoint.method !== 'DELETE') profile = await find(await survivorOf(db, named));
  if (!profile) throw notFound();
  return profile.id;
}
