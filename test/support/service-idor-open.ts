import { serviceEndpoints } from '../../src/services/contract/catalogue.ts';
import { sql } from 'kysely';
import { isOpenToCustomers, profileParameter } from '../../demo/service/api/access.ts';
import type { Route } from '../../demo/service/api/route.ts';
import type { ServiceSettings } from '../../demo/service/settings.ts';
import { settle } from '../../demo/service/points/settle.ts';
import { routes } from '../../demo/service/routes.ts';
import type { Endpoint } from '../../src/services/contract/endpoints/index.ts';
import {
  absentIds,
  parametersOf,
  recordsOf,
  addDistinctRecords,
  sharedParameters,
  parametersByRoute,
  type Ids,
} from './service-idor-matrix.ts';
import { openService, type Answered, type OpenService, type Sent } from './service-open.ts';

export const own = 'profile-1002';
export const foreign = 'profile-1003';
export const absentProfile = 'profile-0000';

/** Every route below a profile. */
export const scoped = serviceEndpoints
  .filter((endpoint) => profileParameter(endpoint) !== undefined)
  .flatMap((endpoint) => routes.filter((route) => route.endpoint === endpoint));
/** Routes that customers may call. */
export const open = scoped.filter(isOpenToCustomers);
export const writing = open.filter(({ body }) => body !== undefined);
export const reading = open.filter(({ endpoint }) => endpoint.method === 'GET');

/** Rows for `it.each`: routes with their endpoint's id. */
export const named = (these: readonly Route[]) => these.map((route) => [route.endpoint.id, route] as const);

/** Parameters of a route that identify a record of a profile. */
export const recordsIn = (route: Route): string[] =>
  parametersOf(route).filter((name) => !sharedParameters.has(name));

export const endpointNamed = (id: string): Endpoint => {
  const found = serviceEndpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`The catalogue has no ${id}.`);
  return found;
};

/** Values for a route's path: a profile, and records of the same or another one. */
export const pathOf = ({ endpoint }: Route, profile: string, ids: Ids) => ({
  ...ids,
  ...parametersByRoute[endpoint.id],
  [profileParameter(endpoint) ?? '']: profile,
});

/** Two customers with a record of each kind, and the token of the first. */
export interface TwoCustomers {
  readonly service: OpenService;
  readonly token: string;
  readonly mine: Ids;
  readonly theirs: Ids;
  readonly absent: Ids;
  /** Calls a route as the first customer. */
  ask(route: Route, profile: string, ids: Ids, sent?: Pick<Sent, 'body' | 'query'>): Promise<Answered>;
}

export async function openTwoCustomers(settings: Partial<ServiceSettings> = {}): Promise<TwoCustomers> {
  const service = await openService(settings);
  const token = await service.tokenOf('1002');
  // Enough for every claim of the test.
  for (const profile of [own, foreign]) {
    await sql`insert into pending_points (profile_id, amount, reason, releases_at)
      values (${profile}, 100000, 'Test', now())`.execute(service.db);
    await service.db.transaction().execute((work) => settle(work, profile));
  }
  const mine = await recordsOf(service, own);
  const theirs = await recordsOf(service, foreign);
  await addDistinctRecords(service, foreign);
  return {
    service,
    token,
    mine,
    theirs,
    absent: absentIds(mine),
    ask: (route, profile, ids, sent = {}) =>
      service.call(route.endpoint, { token, ...sent, path: pathOf(route, profile, ids) }),
  };
}
