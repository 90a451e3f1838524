import { fileURLToPath } from 'node:url';
import { users } from '../../../../../demo/sample/users.ts';
import { tenantSettings } from '../../../../../demo/service/tenant-settings.ts';
import { sign } from '../../../../support/service-open.ts';
import type { Endpoint } from '../../../../../src/services/contract/endpoints/index.ts';

export type Values = Readonly<Record<string, unknown>>;
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Creates the input of calls, with the records in path and body, by requests of the client. */
export interface RecordFactory {
  /** Path and body for an endpoint: with all fields of the body, or only the required ones. */
  inputFor(endpoint: Endpoint, whole?: boolean): Promise<Input>;
  /** A record of a collection: a shared one, or with `fresh` a new one. */
  record(
    collection: string,
    options?: { readonly fresh?: boolean; readonly path?: Input['path'] },
  ): Promise<Values>;
  /** The `data` of the answer of an endpoint. */
  ask(operationId: string, given: Input): Promise<unknown>;
  /** The same with a generated path and body, in which `fields` replace values. */
  create(operationId: string, fields?: Values): Promise<Values>;
  /** A unique number. */
  number(): number;
}

/** Input that a call needs to succeed and that its schema does not determine. */
export interface Fixture {
  readonly path?: (factory: RecordFactory) => Promise<Input['path']>;
  readonly body?: (factory: RecordFactory, path: Input['path']) => Promise<unknown>;
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
async function boughtItem(factory: RecordFactory): Promise<Values> {
  const item = { product_id: 'hp-1001', name: 'Lamp', quantity: 1, price: '89.00' };
  const fields = { profile_id: CUSTOMER.profile, total: 89, items: [item] };
  const { items } = await factory.create('transactions.store', fields);
  return (items as Values[])[0] ?? {};
}

async function ofBrand(factory: RecordFactory) {
  return { model: 'brand', id: idOf(await factory.record('/v3/brands')) };
}
async function customField(factory: RecordFactory, path: Input['path']): Promise<Values> {
  const body = { name: 'Note', handle: `note-${factory.number()}`, value: 'sample', namespace: 'till' };
  return (await factory.ask('custom-fields.store', { path, body })) as Values;
}

async function wishedItem(factory: RecordFactory): Promise<string> {
  const profile = CUSTOMER.profile;
  const path = {
    profile,
    list: idOf(await factory.record('/v3/profiles/{profile}/lists', { path: { profile } })),
  };
  return idOf(await factory.record('/v3/profiles/{profile}/lists/{list}/items', { path }));
}

async function shared(factory: RecordFactory) {
  return { handle: String((await factory.create('profiles.lists.shares.store'))['handle']) };
}

/** Adds a target of messages about issued rewards or benefits. */
const addTarget = async (factory: RecordFactory, model: string) => {
  await factory.create('targets.store', { handle: `${model}-issue` });
  return { type: 'issue' };
};

/** Model, attributes and sort keys have to exist. */
const savedFilter = async (factory: RecordFactory) => ({
  name: `Filter ${factory.number()}`,
  model: 'brand',
  filter: { name: 'Harbour' },
  sort: '-name',
});

/** The definition has settings; none of them is required. */
async function connectionBody(factory: RecordFactory, type = 'till') {
  const body = { name: `Definition ${factory.number()}`, type, settings: ['folder'] };
  const definition = (await factory.ask('connections.definitions.store', { path: {}, body })) as Values;
  const settings = type === 'till' ? {} : { folder: EMPTY_EXPORT };
  return { name: `Connection ${factory.number()}`, connection_definition_id: definition['id'], settings };
}

/** A shop platform with an empty export. */
async function exportedShop(factory: RecordFactory): Promise<void> {
  await factory.ask('connections.store', { path: {}, body: await connectionBody(factory, 'shop-export') });
}

/** A setting without a record, with its default value. */
async function freeSetting(factory: RecordFactory) {
  const stored = (await factory.ask('settings.index', { path: {} })) as Values[];
  const free = Object.entries(tenantSettings).find(
    ([key, { fallback }]) => fallback !== null && stored.every((one) => one['key'] !== key),
  );
  if (!free) throw new Error('Every setting has a record.');
  return { key: free[0], value: free[1].fallback };
}

const birthday = (factory: RecordFactory) => ({
  date: '1990-02-28',
  name: 'Birthday',
  handle: `birthday-${factory.number()}`,
});

/** Fixtures by operation id. */
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
  // A profile can be in an organisation only once.
  'organisations.profiles.store': {
    body: async (factory) => {
      const { id } = await factory.record('/v3/profiles', { fresh: true });
      return { profile_id: id, role: 'member' };
    },
  },
  'profiles.attributes.dates.update': { body: async (factory) => [birthday(factory)] },
  'profiles.attributes.dates.destroy': {
    path: async (factory) => {
      const path = { profile: CUSTOMER.profile };
      const dates = await factory.ask('profiles.attributes.dates.update', {
        path,
        body: [birthday(factory)],
      });
      return { ...path, date: String((dates as Values[]).at(-1)?.['id']) };
    },
  },
  'profiles.rewards.store': { body: always({ reward_definition_id: 2 }) },
  'locations.show-by-external-id': {
    path: async (factory) => {
      const external_id = `place-${factory.number()}`;
      await factory.create('locations.store', { external_id });
      return { external_id };
    },
  },
  'transactions.items.list-item.store': {
    path: async (factory) => ({ transactionitem: idOf(await boughtItem(factory)) }),
    body: always({ list: 'wishlist', profile_id: CUSTOMER.profile }),
  },
  'profiles.transactions.items.list-item.store': {
    path: async (factory) => ({
      profile: CUSTOMER.profile,
      transactionitem: idOf(await boughtItem(factory)),
    }),
    body: always({ list: 'wishlist' }),
  },
  'profiles.transactions.unattach': {
    path: async (factory) => {
      const bought = await factory.create('transactions.store', { profile_id: CUSTOMER.profile });
      return { profile: CUSTOMER.profile, transaction: idOf(bought) };
    },
  },
  'custom-fields.index': { path: ofBrand },
  'custom-fields.store': { path: ofBrand },
  'custom-fields.batch.destroy': {
    path: ofBrand,
    body: async (factory, path) => [(await customField(factory, path))['handle']],
  },
  'custom-fields.destroy': {
    path: async (factory) => {
      const path = await ofBrand(factory);
      const field = await customField(factory, path);
      return { ...path, customField: String(field['id'] ?? field['handle']) };
    },
  },
  'rates.calculate': {
    body: async (factory) => ({ rate: (await factory.record('/v3/rates'))['id'], amount: '10.00' }),
  },
  'campaigns.store': {
    body: async (factory) => ({
      name: `Double points ${factory.number()}`,
      multiplier: '2',
      categories: ['Lighting'],
      excluded_products: ['GIFT-CARD'],
      starts_at: '2026-05-01T00:00:00Z',
      ends_at: '2099-01-01T00:00:00Z',
      max_points: 500,
      translations: { de: { name: 'Doppelte Punkte' } },
    }),
  },
  'campaigns.preview': {
    body: always({
      campaign: { name: 'Double points', multiplier: '2', categories: ['Lighting'] },
      from: '2026-05-01T00:00:00Z',
      until: '2026-05-02T00:00:00Z',
    }),
  },
  'rates.searchAttributes': { path: always({ attribute: 'name' }) },
  'lists.show': {
    path: async (factory) => ({
      list: idOf(
        await factory.record('/v3/profiles/{profile}/lists', { path: { profile: CUSTOMER.profile } }),
      ),
    }),
  },
  ...Object.fromEntries(
    ['index', 'store', 'show', 'update', 'destroy'].map((verb) => [
      `list.items.reservations.${verb}`,
      {
        path: async (factory: RecordFactory) => ({ itemId: await wishedItem(factory) }),
        ...((verb === 'store' || verb === 'update') && { body: always({ name: 'Ann', quantity: 1 }) }),
      },
    ]),
  ),
  // A list contains a product only once: each call adds another one.
  'profiles.lists.items.store': {
    body: async (factory) => {
      const product = await factory.record('/v3/products', { fresh: true }).catch(() => ({ id: 'hp-1001' }));
      return { product_id: idOf(product), quantity: 500 };
    },
  },
  'connections.store': { body: (factory) => connectionBody(factory) },
  'connections.update': { body: always({ name: 'Till' }) },
  'profiles.connections.update': { body: always({ external_id: 'crm-7' }) },
  'profiles.sync': {
    body: async (factory) => {
      await exportedShop(factory);
      return {};
    },
  },
  'settings.store': { body: freeSetting },
  'settings.update': {
    body: async (factory, path) => ({
      value: ((await factory.ask('settings.show', { path })) as Values)['value'],
    }),
  },
  'lists.shares.show': { path: shared },
  'lists.shares.no_profile': { path: shared },
  'lists.shares.claim': { path: shared, asCustomer: true },
  'profiles.exists': { body: always({ email: 'somebody@example.com' }) },
  'profiles.availability': { body: always({ email: 'somebody@example.com' }) },
  'profiles.merge': {
    body: async (factory) => ({ profiles: [(await factory.record('/v3/profiles', { fresh: true }))['id']] }),
  },
  'triggers.actions.store': { body: always({ type: 'add-tag', settings: { tag: 'regular' } }) },
  'triggers.actions.update': { body: always({ type: 'remove-tag', settings: { tag: 'regular' } }) },
  'automations.actions.store': { body: always({ type: 'add-tag', settings: { tag: 'regular' } }) },
  'automations.actions.update': { body: always({ type: 'remove-tag', settings: { tag: 'regular' } }) },
  'automations.queries.samples': { body: always({ query: { last_name: 'Visser' } }) },
  'allocations.count': {
    path: async (factory) => ({ benefitdefinition: idOf(await factory.record('/v3/benefits/definitions')) }),
  },
  'benefits.trigger-target.show': { path: (factory) => addTarget(factory, 'benefit') },
  'rewards.trigger-target.show': { path: (factory) => addTarget(factory, 'reward') },
  'benefits.extend': {
    body: async (factory) => ({ ids: [(await factory.record('/v3/benefits'))['id']], days: 30 }),
  },
  'rewards.extend': {
    body: async (factory) => ({ ids: [(await factory.record('/v3/rewards'))['id']], days: 30 }),
  },
  'credits.extend': {
    body: async (factory) => ({ ids: [(await factory.record('/v3/credits'))['id']], days: 30 }),
  },
  // A value, because a point definition would be needed without it.
  'points.store': { body: always({ profile_id: CUSTOMER.profile, value: 5 }) },
  'profiles.points.store': { body: always({ value: 5 }) },
  'profiles.redemptions.point.store': { body: always({ points: 1 }) },
  'profiles.redemptions.reward.store': {
    body: async (factory) => ({ reward_id: (await factory.create('profiles.rewards.store'))['id'] }),
  },
  'profiles.redemptions.benefit.store': {
    body: async (factory) => ({ benefit_id: (await factory.create('profiles.benefits.claim'))['id'] }),
  },
  'profiles.redemptions.credit.store': {
    body: async (factory) => ({
      credit_id: (await factory.record('/v3/credits', { fresh: true }))['id'],
      value: '1',
    }),
  },
  'credits.redeem': { body: always({ value: '1' }) },
  'profiles.redemptions.reversals.store': {
    path: async (factory) => ({ redemption: idOf(await factory.create('profiles.redemptions.point.store')) }),
  },
  'profiles.tiers.assign': {
    body: async (factory) => ({ tier_definition_id: (await factory.record('/v3/tiers/definitions'))['id'] }),
  },
  'profiles.redemptions.count': { path: always({ type: 'reward', id: '2' }) },
  'redemptions.group': { path: always({ attribute: 'type' }) },
  'profiles.achievements.achievement-points.index': {
    path: async (factory) => ({ definition: idOf(await factory.record('/v3/achievements/definitions')) }),
  },
  'extensions.webhook.receive': { path: always({ extension: 'till' }) },
  'imports.upload': { body: always({ model: 'brand', format: 'csv', content: 'name\nFjord\n' }) },
  'imports.manual': { body: always({ model: 'brand', records: [{ name: 'Fjord' }] }) },
  'imports.mapping': { body: always({ model: 'brand', mapping: { Brand: 'name' } }) },
};

/** Creates records of collections without an endpoint that adds them. */
export const recordCreators: Readonly<
  Record<string, (factory: RecordFactory, path: Input['path']) => Promise<Values | undefined>>
> = {
  '/v3/benefits': (factory) => factory.create('profiles.benefits.claim'),
  '/v3/profiles/{profile}/benefits': (factory) => factory.create('profiles.benefits.claim'),
  '/v3/redemptions': (factory) => factory.create('profiles.redemptions.point.store'),
  '/v3/profiles/{profile}/redemptions': (factory) => factory.create('profiles.redemptions.point.store'),
  '/v3/redemptions/items': async (factory) => {
    const { items } = await factory.create('profiles.redemptions.point.store');
    return (items as Values[])[0];
  },
  '/v3/transactions/items': boughtItem,
  // Earned points create the progress of an achievement.
  '/v3/profiles/{profile}/achievements': async (factory) => {
    const counting = { criterion: 'points', is_published: true, is_archived: false };
    await factory.create('achievements.definitions.store', counting);
    await factory.create('profiles.points.store');
    return undefined;
  },
  '/v3/imports': (factory) => factory.create('imports.manual'),
  '/v3/batches': (factory) => factory.create('webhooks.batch.store'),
};

/** Values of fields whose kind does not determine a valid value; null leaves the field out. */
export const namedSamples: Readonly<Record<string, (number: number) => unknown>> = {
  profile_id: constant(CUSTOMER.profile),
  product_id: constant('hp-1001'),
  scopes: constant(['profiles.read']),
  password: (number) => `a long sample ${number}`,
  schedule: constant('0 6 * * *'),
  // Points count towards an achievement at any time.
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
  // Another customer claims the share.
  max_claims: constant(null),
  absolute_expiry: constant('2099-01-01T00:00:00Z'),
  // A range of one number allows one credit; a number in the body needs a definition that allows it.
  credit_number_range_start: constant(null),
  credit_number_range_end: constant(null),
  credit_number: constant(null),
  // Issued credits can be used at once and by any profile.
  require_creator: constant(false),
  require_assigned: constant(false),
  require_security_code: constant(false),
  release_period: constant(null),
  release_days: constant(null),
  release_period_absolute_expiry: constant(null),
  // Without a tier, so that all customers may claim it.
  tier_definition_id: constant(null),
  // A campaign has either a multiplier or a bonus, and excludes other products than it includes.
  bonus_points: constant(null),
  bonus_per: constant(null),
  excluded_products: constant(['GIFT-CARD']),
  excluded_categories: constant(['Gift cards']),
  ends_at: constant('2099-01-01T00:00:00Z'),
};

function constant<Value>(value: Value): () => Value {
  return () => value;
}
