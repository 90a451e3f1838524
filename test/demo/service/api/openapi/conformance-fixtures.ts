import { fileURLToPath } from 'node:url';
import { users } from '../../../../../demo/sample/users.ts';
import { tenantSettings } from '../../../../../demo/service/tenant-settings.ts';
import { sign } from '../../../../support/service-open.ts';
import type { Endpoint } from '../../../../../src/services/contract/endpoints/index.ts';

export type Values = Readonly<Record<string, unknown>>;
export interface Given {
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Creates what a call needs, the records in its path and its body, through the client as a user would. */
export interface World {
  /** Path and body for an endpoint: with all fields of the body, or only the required ones. */
  givenFor(endpoint: Endpoint, whole?: boolean): Promise<Given>;
  /** A record of a collection: a shared one, or with `fresh` a new one. */
  record(
    collection: string,
    options?: { readonly fresh?: boolean; readonly path?: Given['path'] },
  ): Promise<Values>;
  /** The `data` of the answer of an endpoint. */
  ask(operationId: string, given: Given): Promise<unknown>;
  /** The same with a generated path and body, in which `fields` replace values. */
  make(operationId: string, fields?: Values): Promise<Values>;
  /** A unique number. */
  number(): number;
}

/** What a call needs to succeed beyond the schema of its body and path. */
export interface Fixture {
  readonly path?: (world: World) => Promise<Given['path']>;
  readonly body?: (world: World, path: Given['path']) => Promise<unknown>;
  /** For calls of customers only: another customer than `CUSTOMER`. */
  readonly asCustomer?: boolean;
}

/** The folder of exports of a shop platform, and one in it with empty files. */
export const SYNC_DIRECTORY = fileURLToPath(new URL('sync-export', import.meta.url));
const EMPTY_EXPORT = 'empty-shop';

/** The second customer, for calls that need two. */
export const OTHER_CUSTOMER = { id: '1003', profile: 'profile-1003' };

/** A sample customer with points, purchases and a wishlist. */
export const CUSTOMER = { id: '1002', profile: 'profile-1002' };

const always =
  <Value>(value: Value) =>
  async () =>
    value;

const idOf = (record: Values): string => String(record['id']);

/** A line of a purchase of the customer. */
async function boughtItem(world: World): Promise<Values> {
  const item = { product_id: 'hp-1001', name: 'Lamp', quantity: 1, price: '89.00' };
  const fields = { profile_id: CUSTOMER.profile, total: 89, items: [item] };
  const { items } = await world.make('transactions.store', fields);
  return (items as Values[])[0] ?? {};
}

async function ofBrand(world: World) {
  return { model: 'brand', id: idOf(await world.record('/v3/brands')) };
}
async function customField(world: World, path: Given['path']): Promise<Values> {
  const body = { name: 'Note', handle: `note-${world.number()}`, value: 'sample', namespace: 'till' };
  return (await world.ask('custom-fields.store', { path, body })) as Values;
}

async function wishedItem(world: World): Promise<string> {
  const profile = CUSTOMER.profile;
  const path = {
    profile,
    list: idOf(await world.record('/v3/profiles/{profile}/lists', { path: { profile } })),
  };
  return idOf(await world.record('/v3/profiles/{profile}/lists/{list}/items', { path }));
}

async function shared(world: World) {
  return { handle: String((await world.make('profiles.lists.shares.store'))['handle']) };
}

/** A target of messages about rewards, or benefits, when they are issued. */
const targeted = async (world: World, model: string) => {
  await world.make('targets.store', { handle: `${model}-issue` });
  return { type: 'issue' };
};

/** Its model, attributes and keys have to exist. */
const savedFilter = async (world: World) => ({
  name: `Filter ${world.number()}`,
  model: 'brand',
  filter: { name: 'Harbour' },
  sort: '-name',
});

/** Its definition names settings; none of them is required. */
async function connectionBody(world: World, type = 'till') {
  const body = { name: `Definition ${world.number()}`, type, settings: ['folder'] };
  const definition = (await world.ask('connections.definitions.store', { path: {}, body })) as Values;
  const settings = type === 'till' ? {} : { folder: EMPTY_EXPORT };
  return { name: `Connection ${world.number()}`, connection_definition_id: definition['id'], settings };
}

/** A shop platform with an empty export. */
async function exportedShop(world: World): Promise<void> {
  await world.ask('connections.store', { path: {}, body: await connectionBody(world, 'shop-export') });
}

/** A setting without a record, with its default value. */
async function freeSetting(world: World) {
  const there = (await world.ask('settings.index', { path: {} })) as Values[];
  const free = Object.entries(tenantSettings).find(
    ([key, { fallback }]) => fallback !== null && there.every((one) => one['key'] !== key),
  );
  if (!free) throw new Error('Every setting has a record.');
  return { key: free[0], value: free[1].fallback };
}

const birthday = (world: World) => ({
  date: '1990-02-28',
  name: 'Birthday',
  handle: `birthday-${world.number()}`,
});

/** By operation id. */
export const fixtures: Readonly<Record<string, Fixture>> = {
  'saved-filters.store': { body: savedFilter },
  'saved-filters.update': { body: savedFilter },
  'auth.token.store': {
    body: async () => {
      const { clientId, clientSecret, username, password } = users.machine;
      const secrets = { client_id: clientId, client_secret: clientSecret, username, password };
      return { grant_type: 'client_credentials', ...secrets, scope: '*' };
    },
  },
  'storefront.auth.token.store': {
    path: always({ storefront_platform: 'harbour', version: 'v1' }),
    body: always({ id: CUSTOMER.id, signature: sign(CUSTOMER.id) }),
  },
  'identities.search-profile': { path: always({ identifier: CUSTOMER.id }) },
  'identities.profile.show': { path: always({ identifier: CUSTOMER.id }) },
  // A profile is once in an organisation.
  'organisations.profiles.store': {
    body: async (world) => ({ profile_id: `profile-${1001 + (world.number() % 5)}`, role: 'member' }),
  },
  'profiles.attributes.dates.update': { body: async (world) => [birthday(world)] },
  'profiles.attributes.dates.destroy': {
    path: async (world) => {
      const path = { profile: CUSTOMER.profile };
      const dates = await world.ask('profiles.attributes.dates.update', { path, body: [birthday(world)] });
      return { ...path, date: String((dates as Values[]).at(-1)?.['id']) };
    },
  },
  'profiles.rewards.store': { body: always({ reward_definition_id: 2 }) },
  'locations.show-by-external-id': {
    path: async (world) => {
      const external_id = `place-${world.number()}`;
      await world.make('locations.store', { external_id });
      return { external_id };
    },
  },
  'transactions.items.list-item.store': {
    path: async (world) => ({ transactionitem: idOf(await boughtItem(world)) }),
    body: always({ list: 'wishlist', profile_id: CUSTOMER.profile }),
  },
  'profiles.transactions.items.list-item.store': {
    path: async (world) => ({ profile: CUSTOMER.profile, transactionitem: idOf(await boughtItem(world)) }),
    body: always({ list: 'wishlist' }),
  },
  'profiles.transactions.unattach': {
    path: async (world) => {
      const bought = await world.make('transactions.store', { profile_id: CUSTOMER.profile });
      return { profile: CUSTOMER.profile, transaction: idOf(bought) };
    },
  },
  'custom-fields.index': { path: ofBrand },
  'custom-fields.store': { path: ofBrand },
  'custom-fields.batch.destroy': {
    path: ofBrand,
    body: async (world, path) => [(await customField(world, path))['handle']],
  },
  'custom-fields.destroy': {
    path: async (world) => {
      const path = await ofBrand(world);
      const field = await customField(world, path);
      return { ...path, customField: String(field['id'] ?? field['handle']) };
    },
  },
  'rates.calculate': {
    body: async (world) => ({ rate: (await world.record('/v3/rates'))['id'], amount: '10.00' }),
  },
  'rates.searchAttributes': { path: always({ attribute: 'name' }) },
  'lists.show': {
    path: async (world) => ({
      list: idOf(await world.record('/v3/profiles/{profile}/lists', { path: { profile: CUSTOMER.profile } })),
    }),
  },
  ...Object.fromEntries(
    ['index', 'store', 'show', 'update', 'destroy'].map((verb) => [
      `list.items.reservations.${verb}`,
      {
        path: async (world: World) => ({ itemId: await wishedItem(world) }),
        ...((verb === 'store' || verb === 'update') && { body: always({ name: 'Ann', quantity: 1 }) }),
      },
    ]),
  ),
  // A list has a product once: what is added is another one each time.
  'profiles.lists.items.store': {
    body: async (world) => {
      const product = await world.record('/v3/products', { fresh: true }).catch(() => ({ id: 'hp-1001' }));
      return { product_id: idOf(product), quantity: 500 };
    },
  },
  'connections.store': { body: (world) => connectionBody(world) },
  'connections.update': { body: always({ name: 'Till' }) },
  'profiles.sync': {
    body: async (world) => {
      await exportedShop(world);
      return {};
    },
  },
  'settings.store': { body: freeSetting },
  'settings.update': {
    body: async (world, path) => ({
      value: ((await world.ask('settings.show', { path })) as Values)['value'],
    }),
  },
  'lists.shares.show': { path: shared },
  'lists.shares.no_profile': { path: shared },
  'lists.shares.claim': { path: shared, asCustomer: true },
  'profiles.exists': { body: always({ email: 'somebody@example.com' }) },
  'profiles.availability': { body: always({ email: 'somebody@example.com' }) },
  'profiles.merge': {
    body: async (world) => ({ profiles: [(await world.record('/v3/profiles', { fresh: true }))['id']] }),
  },
  'triggers.actions.store': { body: always({ type: 'add-tag', settings: { tag: 'regular' } }) },
  'triggers.actions.update': { body: always({ type: 'remove-tag', settings: { tag: 'regular' } }) },
  'automations.actions.store': { body: always({ type: 'add-tag', settings: { tag: 'regular' } }) },
  'automations.actions.update': { body: always({ type: 'remove-tag', settings: { tag: 'regular' } }) },
  'automations.queries.samples': { body: always({ query: { last_name: 'Visser' } }) },
  'allocations.count': {
    path: async (world) => ({ benefitdefinition: idOf(await world.record('/v3/benefits/definitions')) }),
  },
  'benefits.trigger-target.show': { path: (world) => targeted(world, 'benefit') },
  'rewards.trigger-target.show': { path: (world) => targeted(world, 'reward') },
  'benefits.extend': {
    body: async (world) => ({ ids: [(await world.record('/v3/benefits'))['id']], days: 30 }),
  },
  'rewards.extend': {
    body: async (world) => ({ ids: [(await world.record('/v3/rewards'))['id']], days: 30 }),
  },
  'credits.extend': {
    body: async (world) => ({ ids: [(await world.record('/v3/credits'))['id']], days: 30 }),
  },
  // Without a value a definition says how many.
  'points.store': { body: always({ profile_id: CUSTOMER.profile, value: 5 }) },
  'profiles.points.store': { body: always({ value: 5 }) },
  'profiles.redemptions.point.store': { body: always({ points: 1 }) },
  'profiles.redemptions.reward.store': {
    body: async (world) => ({ reward_id: (await world.make('profiles.rewards.store'))['id'] }),
  },
  'profiles.redemptions.benefit.store': {
    body: async (world) => ({ benefit_id: (await world.make('profiles.benefits.claim'))['id'] }),
  },
  'profiles.redemptions.credit.store': {
    body: async (world) => ({
      credit_id: (await world.record('/v3/credits', { fresh: true }))['id'],
      value: '1',
    }),
  },
  'credits.redeem': { body: always({ value: '1' }) },
  'profiles.redemptions.reversals.store': {
    path: async (world) => ({ redemption: idOf(await world.make('profiles.redemptions.point.store')) }),
  },
  'profiles.tiers.assign': {
    body: async (world) => ({ tier_definition_id: (await world.record('/v3/tiers/definitions'))['id'] }),
  },
  'profiles.redemptions.count': { path: always({ type: 'reward', id: '2' }) },
  'redemptions.group': { path: always({ attribute: 'type' }) },
  'profiles.achievements.achievement-points.index': {
    path: async (world) => ({ definition: idOf(await world.record('/v3/achievements/definitions')) }),
  },
  'extensions.webhook.receive': { path: always({ extension: 'till' }) },
  'imports.upload': { body: always({ model: 'brand', format: 'csv', content: 'name\nFjord\n' }) },
  'imports.manual': { body: always({ model: 'brand', records: [{ name: 'Fjord' }] }) },
  'imports.mapping': { body: always({ model: 'brand', mapping: { Brand: 'name' } }) },
};

/** How records come to be where nothing adds them directly: by what a customer or another system does. */
export const makers: Readonly<
  Record<string, (world: World, path: Given['path']) => Promise<Values | undefined>>
> = {
  '/v3/benefits': (world) => world.make('profiles.benefits.claim'),
  '/v3/profiles/{profile}/benefits': (world) => world.make('profiles.benefits.claim'),
  '/v3/redemptions': (world) => world.make('profiles.redemptions.point.store'),
  '/v3/profiles/{profile}/redemptions': (world) => world.make('profiles.redemptions.point.store'),
  '/v3/redemptions/items': async (world) => {
    const { items } = await world.make('profiles.redemptions.point.store');
    return (items as Values[])[0];
  },
  '/v3/transactions/items': boughtItem,
  // Points that are earned count towards an achievement, which exists from then on.
  '/v3/profiles/{profile}/achievements': async (world) => {
    const counting = { criterion: 'points', is_published: true, is_archived: false };
    await world.make('achievements.definitions.store', counting);
    await world.make('profiles.points.store');
    return undefined;
  },
  '/v3/imports': (world) => world.make('imports.manual'),
  '/v3/batches': (world) => world.make('webhooks.batch.store'),
};

/** Values of fields by their names: what a kind alone does not tell; null leaves the field out. */
export const namedSamples: Readonly<Record<string, (number: number) => unknown>> = {
  profile_id: constant(CUSTOMER.profile),
  product_id: constant('hp-1001'),
  scopes: constant(['profiles.read']),
  password: (number) => `a long sample ${number}`,
  schedule: constant('0 6 * * *'),
  // Points of the test count towards an achievement whenever they are given.
  counted_from: constant(null),
  counted_until: constant(null),
  query: constant({ last_name: 'Visser' }),
  is_published: constant(true),
  is_archived: constant(false),
  available_until: constant('2099-01-01T00:00:00Z'),
  expires_at: constant('2099-01-01T00:00:00Z'),
  points_cost: constant(1),
  is_extendable: constant(true),
  is_shareable: constant(true),
  max_items: constant(null),
  user_id: constant(null),
  // Another customer claims what is shared.
  max_claims: constant(null),
  absolute_expiry: constant('2099-01-01T00:00:00Z'),
  // A range of one number has one credit; a number of one's own needs a definition that takes it.
  credit_number_range_start: constant(null),
  credit_number_range_end: constant(null),
  credit_number: constant(null),
  // What is issued can be used at once, by whoever has it.
  require_creator: constant(false),
  require_assigned: constant(false),
  require_security_code: constant(false),
  release_period: constant(null),
  release_days: constant(null),
  release_period_absolute_expiry: constant(null),
  // What only some customers may have, these may not.
  tier_definition_id: constant(null),
};

function constant<Value>(value: Value): () => Value {
  return () => value;
}
