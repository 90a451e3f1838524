import { profileDateShape } from '../../../src/services/contract/shapes/profile-date.ts';
import * as of from '../../../src/services/contract/shapes/records/profiles.ts';
import { oneDefault } from './default-address.ts';
import type { Resource } from '../crud/resource.ts';
import { timestamp } from '../api/views.ts';

const interaction: Omit<Resource, 'id'> = {
  model: 'interaction',
  shape: of.interactionShape,
  adding: async (_, values) => ({ occurred_at: timestamp(new Date()), ...values }),
};

/** Plain resources of the section Profiles; the profile itself has a module of its own. */
export const profileResources: readonly Resource[] = [
  {
    id: 'profiles.addresses',
    model: 'address',
    shape: of.addressShape,
    customers: 'write',
    defaults: { type: 'home', is_default: false },
    ...oneDefault,
  },
  { id: 'profiles.identities', model: 'identity', shape: of.identityShape },
  {
    id: 'profiles.connections',
    model: 'profile-connection',
    shape: of.profileConnectionShape,
  },
  // Spec 4.3: all of them, and always an array of links.
  {
    id: 'profiles.attributes.dates',
    model: 'profile-date',
    shape: profileDateShape,
    complete: true,
    customers: 'write',
    computed: { links: (record) => record['links'] ?? [] },
  },
  { id: 'interactions', ...interaction },
  { id: 'profiles.interactions', ...interaction },
];
