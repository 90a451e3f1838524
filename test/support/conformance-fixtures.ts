import { users } from '../../demo/sample/users.ts';
import { sign } from './service-open.ts';
import type { Given, Values, World } from './conformance-world.ts';

/** What makes a call succeed where the form of a body or a path does not tell it. */
export interface Fixture {
  readonly path?: (world: World) => Promise<Given['path']>;
  readonly body?: (world: World, path: Given['path']) => Promise<unknown>;
}

/** A sample customer with points, purchases and a wishlist. */
export const CUSTOMER = { id: '1002', profile: 'profile-1002' };

const always =
  <Value>(value: Value) =>
  async () =>
    value;

const birthday = (world: World) => ({
  date: '1990-02-28',
  name: 'Birthday',
  handle: `birthday-${world.number()}`,
});

/** By operation id. */
export const fixtures: Readonly<Record<string, Fixture>> = {
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
  'identities.profile': { path: always({ identifier: CUSTOMER.id }) },
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
};

/** Values of fields by their names: what a kind alone does not tell. */
export const namedSamples: Readonly<Record<string, (number: number) => unknown>> = {
  profile_id: constant(CUSTOMER.profile),
  product_id: constant('hp-1001'),
  scopes: constant(['profiles.read']),
  password: (number) => `a long sample ${number}`,
  schedule: constant('0 6 * * *'),
};

function constant<Value>(value: Value): () => Value {
  return () => value;
}
