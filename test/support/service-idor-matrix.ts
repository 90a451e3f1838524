import { sql } from 'kysely';
import { profileParameter } from '../../demo/service/http/access.ts';
import type { Route } from '../../demo/service/http/route.ts';
import { addRecord } from '../../demo/service/records/store.ts';
import { tableOf } from '../../demo/service/records/tables.ts';
import { resources } from '../../demo/service/resources/index.ts';
import type { OpenService } from './service-open.ts';
import { purchaseOf } from './service-purchases.ts';
import { referredIn } from './service-referred.ts';
import { bodyToAdd } from './service-samples.ts';

/** Ids of records, by the parameter of a path that names one. */
export type Ids = Readonly<Record<string, string>>;
type Make = (service: OpenService, profileId: string) => Promise<string>;

let number = 840_000;
/** Samples of numbers that are 840 apart choose the same of several words: only what has to differ does. */
const next = () => (number += 840);

/** A record of a plain resource. */
const plain =
  (resourceId: string, key = 'id'): Make =>
  async ({ db }, profileId) => {
    const resource = resources.find(({ id }) => id === resourceId);
    if (!resource) throw new Error(`There is no resource ${resourceId}.`);
    const { items: _, ...body } = await bodyToAdd(resource, next(), referredIn(db));
    const made = await addRecord(db, tableOf(resource.model), { ...body, profile_id: profileId });
    return String(made[key]);
  };

/** The first row of a table that is the profile's; the sample customers have one of each. */
const first =
  (table: string): Make =>
  async ({ db }, profileId) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where profile_id = ${profileId} order by id limit 1`.execute(db);
    if (!rows[0]) throw new Error(`${profileId} has no ${table}.`);
    return String(rows[0].id);
  };

/** A word and not a record: everyone has the same. */
const word =
  (text: string): Make =>
  async () =>
    text;

/** What the matrix knows: a record of a profile for each parameter. One that is missing here turns the test red. */
export const parameters: Readonly<Record<string, Make>> = {
  type: word('wishlist'),
  order: plain('profiles.orders'),
  transactionClaim: plain('profiles.transactions.claims'),
  transactionitem: purchaseOf,
  transaction: async (service, profileId) => {
    await purchaseOf(service, profileId);
    return await first('transactions')(service, profileId);
  },
  list: first('lists'),
  item: first('list_items'),
  rewardId: first('rewards'),
  point: first('point_entries'),
  address: plain('profiles.addresses'),
  date: plain('profiles.attributes.dates'),
  region: plain('profiles.regions'),
  connectionId: plain('profiles.connections'),
  identity: first('identities'),
  interaction: plain('profiles.interactions'),
};

/** Parameters whose value names no record of anybody. */
export const words: ReadonlySet<string> = new Set(['type']);

/** Bodies of what customers may write, beside those of plain resources; `ids` are records of someone. */
export const bodies: Readonly<Record<string, (ids: Ids) => Record<string, unknown>>> = {
  'profiles.rewards.store': () => ({ reward_definition_id: 2 }),
  'profiles.lists.store': () => ({ type: 'registry', handle: `idor-${next()}`, name: 'Idor' }),
  'profiles.lists.items.store': () => ({ product_id: 'hp-1001' }),
  'profiles.transactions.items.list-item.store': ({ list }) => ({ list: Number(list) }),
};

/** Names of the parameters of a route beside the profile. */
export function parametersOf({ endpoint }: Route): string[] {
  const profile = profileParameter(endpoint);
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== profile);
}

const resourceOf = ({ endpoint }: Route) =>
  resources.find(({ id }) => id === endpoint.id.replace(/\.\w+$/, ''));

/** What a route of the catalogue lacks in the matrix; empty where it is complete. */
export function lacks(route: Route): string[] {
  const missing = parametersOf(route).filter((name) => !parameters[name]);
  const hasBody = !route.body || bodies[route.endpoint.id] !== undefined || resourceOf(route) !== undefined;
  return [...missing, ...(hasBody ? [] : ['body'])];
}

/** One record of each kind, of a profile. */
export async function recordsOf(service: OpenService, profileId: string): Promise<Ids> {
  const ids: Record<string, string> = {};
  for (const [name, make] of Object.entries(parameters)) ids[name] = await make(service, profileId);
  return ids;
}

/** The same, of records that nobody has. */
export const absent: Ids = Object.fromEntries(
  Object.keys(parameters).map((name) => [name, words.has(name) ? 'wishlist' : '999999999']),
);

/** A body that the route takes. */
export async function bodyFor(route: Route, { db }: OpenService, ids: Ids) {
  if (!route.body) return {};
  const given = bodies[route.endpoint.id]?.(ids);
  if (given) return { body: given };
  const resource = resourceOf(route);
  return { body: resource ? await bodyToAdd(resource, next(), referredIn(db)) : {} };
}
