import { sql } from 'kysely';
import { profileParameter } from '../../demo/service/api/access.ts';
import type { Route } from '../../demo/service/api/route.ts';
import { calculate } from '../../demo/service/profiles/aggregations.ts';
import { addRecord } from '../../demo/service/crud/store.ts';
import { tableOf } from '../../demo/service/crud/tables.ts';
import { resources } from '../../demo/service/resources.ts';
import { definitionOf, incentivesOf } from './service-incentive-records.ts';
import { addTransaction } from '../../src/services/contract/endpoints/index.ts';
import type { OpenService } from './service-open.ts';
import { purchase, purchaseOf } from './service-purchases.ts';
import { referredIn } from './service-referred.ts';
import { bodyToAdd } from './service-samples.ts';

/** Ids of records by path parameter. */
export type Ids = Readonly<Record<string, string>>;
type Make = (service: OpenService, profileId: string) => Promise<string>;

let number = 840_000;
/** Samples choose options by the remainder of their number: with a step of 840 they choose the same ones, and only unique values differ. */
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

/** The first row of the profile in a table; the sample customers have one in each. */
const first =
  (table: string): Make =>
  async ({ db }, profileId) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where profile_id = ${profileId} order by id limit 1`.execute(db);
    if (!rows[0]) throw new Error(`${profileId} has no ${table}.`);
    return String(rows[0].id);
  };

const incentives = new WeakMap<OpenService, Map<string, ReturnType<typeof incentivesOf>>>();
/** One instance of each kind of incentive of a profile, created together once for each database. */
const incentive =
  (name: keyof Awaited<ReturnType<typeof incentivesOf>>): Make =>
  async (service, profileId) => {
    const made = incentives.get(service) ?? new Map<string, ReturnType<typeof incentivesOf>>();
    incentives.set(service, made);
    const all = made.get(profileId) ?? incentivesOf(service.db, profileId);
    made.set(profileId, all);
    return String((await all)[name]);
  };

/** The handle of a record below the profile or its first list. */
const part =
  (model: 'custom-field' | 'list-share', of: 'profile' | 'list', key = 'handle'): Make =>
  async (service, profileId) => {
    const id = of === 'profile' ? profileId : await first('lists')(service, profileId);
    const handle = `${model}-${next()}`;
    const made = await addRecord(service.db, tableOf(model), {
      profile_id: profileId,
      parent: `${of}:${id}`,
      handle,
      name: 'Size',
      value: 'M',
      ...(model === 'custom-field'
        ? { custom_fieldable_type: of, custom_fieldable_id: id }
        : { role: 'viewer', is_public: false }),
    });
    return String(made[key]);
  };

/** A text that identifies no record and is the same for every profile. */
const fixedText =
  (text: string): Make =>
  async () =>
    text;

/** A record of a profile for each parameter. The test fails for a parameter that is missing here. */
export const parameters: Readonly<Record<string, Make>> = {
  type: fixedText('wishlist'),
  order: plain('profiles.orders'),
  transactionClaim: plain('profiles.transactions.claims'),
  transactionitem: purchaseOf,
  transaction: async (service, profileId) => {
    await purchaseOf(service, profileId);
    return await first('transactions')(service, profileId);
  },
  list: first('lists'),
  item: first('list_items'),
  handle: fixedText('wishlist'),
  share: part('list-share', 'list', 'id'),
  custom_field: part('custom-field', 'list'),
  custom: part('custom-field', 'profile'),
  rewardId: incentive('reward'),
  point: incentive('point'),
  ledger: incentive('point'),
  achievement: incentive('achievement'),
  redemption: incentive('redemption'),
  // Definitions belong to no profile.
  definition: incentive('achievementDefinition'),
  id: incentive('creditDefinition'),
  address: plain('profiles.addresses'),
  date: plain('profiles.attributes.dates'),
  region: plain('profiles.regions'),
  connectionId: plain('profiles.connections'),
  identity: first('identities'),
  interaction: plain('profiles.interactions'),
};

/** Records whose ids are only in bodies. */
const bodyRecords: Readonly<Record<string, Make>> = {
  benefit: incentive('benefit'),
  credit: incentive('credit'),
  benefitDefinition: incentive('benefitDefinition'),
  purchase: async (service, profileId) => {
    await purchaseOf(service, profileId);
    const { rows } = await sql<{ external_id: string }>`
      select external_id from transactions where profile_id = ${profileId} order by id desc limit 1`.execute(
      service.db,
    );
    return rows[0]?.external_id ?? '';
  },
};

/** Parameters that identify no record of a profile. */
export const sharedParameters: ReadonlySet<string> = new Set([
  'type',
  'handle',
  'definition',
  'id',
  'benefitDefinition',
]);

/** Parameters whose name has another meaning on other routes. */
export const parametersByRoute: Readonly<Record<string, Ids>> = {
  'profiles.redemptions.count': { type: 'credit' },
};

type Body = (ids: Ids, service: OpenService) => unknown;
const claimed: Body = ({ benefitDefinition }) => ({ benefit_definition_id: Number(benefitDefinition) });

/** Bodies of endpoints, except those of plain resources. `ids` are records of one profile. */
export const bodies: Readonly<Record<string, Body>> = {
  'profiles.rewards.store': () => ({ reward_definition_id: 2 }),
  'profiles.lists.store': () => ({ type: 'registry', handle: `idor-${next()}`, name: 'Idor' }),
  'profiles.lists.items.store': () => ({ product_id: 'hp-1001' }),
  'profiles.lists.items.update': () => ({ quantity: 7 }),
  'profiles.lists.custom.store': () => ({ name: 'Idor' }),
  'profiles.transactions.items.list-item.store': ({ list }) => ({ list: Number(list) }),
  'profiles.benefits.claim': claimed,
  'profiles.benefits.claim-and-redeem': claimed,
  // Resets the benefit, so that each call is the first one.
  'profiles.redemptions.benefit.store': async ({ benefit }, { db }) => {
    await sql`update benefits set uses_left = 2 where id = ${benefit}::bigint and uses_left < 2`.execute(db);
    return { benefit_id: Number(benefit) };
  },
  'profiles.redemptions.reward.store': async ({ rewardId }, { db }) => {
    await sql`update rewards set redeemed_at = null where id = ${rewardId}::bigint and redeemed_at is not null`.execute(
      db,
    );
    return { reward_id: Number(rewardId) };
  },
  'profiles.redemptions.credit.store': ({ credit }) => ({ credit_id: Number(credit), value: '0.01' }),
  'profiles.redemptions.point.store': ({ purchase }) => ({ points: 1, transaction_external_id: purchase }),
  'profiles.redemptions.returns.store': () => ({ reason: 'Idor' }),
  'profiles.redemptions.reversals.store': () => ({ reason: 'Idor' }),
  'profiles.points.store': () => ({ value: 1 }),
  'profiles.tiers.assign': () => ({ tier_definition_id: 1 }),
  'profiles.type.update': () => ({ type: 'member' }),
  'profiles.merge': () => ({ profiles: ['profile-1004'] }),
  'profiles.aggregations.update': () => [{ handle: 'idor', value: '1' }],
  'profiles.update': () => ({ last_name: 'Idor' }),
  'profiles.custom-event.store': () => ({ name: 'visited' }),
  'profiles.addresses.upsert': () => ({ line_1: `Idor ${next()}`, country: 'NL' }),
  'profiles.attributes.appearance.update': () => ({ theme: 'dark' }),
  'profiles.attributes.comms.update': () => ({ email_opt_in: true }),
  'profiles.attributes.dates.update': ({ date }) => [{ id: date, name: 'Idor' }],
};

/** Endpoints whose body has the id of a record of a profile. */
export const bodiesWithIds: ReadonlySet<string> = new Set([
  ...['benefit', 'reward', 'credit', 'point'].map((model) => `profiles.redemptions.${model}.store`),
  'profiles.transactions.items.list-item.store',
  'profiles.attributes.dates.update',
]);

/** Names of the parameters of a route without the profile. */
export function parametersOf({ endpoint }: Route): string[] {
  const profile = profileParameter(endpoint);
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== profile);
}

const resourceOf = ({ endpoint }: Route) =>
  resources.find(({ id }) => id === endpoint.id.replace(/\.\w+$/, ''));

/** Parameters of a route that are missing in the matrix. */
export function missingIn(route: Route): string[] {
  const missing = parametersOf(route).filter((name) => !parameters[name]);
  const hasBody = !route.body || bodies[route.endpoint.id] !== undefined || resourceOf(route) !== undefined;
  return [...missing, ...(hasBody ? [] : ['body'])];
}

/** One record of each kind, of a profile. */
export async function recordsOf(service: OpenService, profileId: string): Promise<Ids> {
  const ids: Record<string, string> = {};
  for (const [name, make] of Object.entries({ ...parameters, ...bodyRecords }))
    ids[name] = await make(service, profileId);
  return ids;
}

/** Routes whose answer is the same for every profile. */
export const sameForAll: ReadonlySet<string> = new Set([
  'profiles.benefits.viewable',
  'profiles.attributes.validation-rules.show',
]);

/** Adds records to one profile only, so that the lists and totals of the two profiles differ. */
export async function addDistinctRecords(service: OpenService, profileId: string): Promise<void> {
  const { db } = service;
  const token = await service.machineToken();
  const items = [{ product_id: 'hp-1005', name: 'Apart', quantity: 1, price: '1.00' }];
  const bought = purchase({ profile_id: profileId, transacted_at: '2026-03-04T10:15:00Z', items });
  const added = await service.call(addTransaction, { token, body: bought });
  if (added.status !== 200) throw new Error(added.text);
  await sql`insert into tier_points (profile_id, value) values (${profileId}, 7)`.execute(db);
  await calculate(db, profileId);
  const dear = await definitionOf(db, 'benefit', { uses: 1, points_cost: 100_000_000 });
  await sql`insert into allocations (profile_id, benefit_definition_id) values (${profileId}, ${dear})`.execute(
    db,
  );
}

/** Ids of records that do not exist, and the same shared parameters. */
export const absentIds = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, sharedParameters.has(name) ? id : '999999999']),
  );

/** A body that the route accepts. */
export async function bodyFor(route: Route, service: OpenService, ids: Ids): Promise<{ body?: unknown }> {
  if (!route.body) return {};
  const given = bodies[route.endpoint.id];
  if (given) return { body: await given(ids, service) };
  const resource = resourceOf(route);
  return { body: resource ? await bodyToAdd(resource, next(), referredIn(service.db)) : {} };
}
