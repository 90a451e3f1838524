import * as of from '../../../src/services/contract/organisations.ts';
import { notFound } from '../api/problem.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import type { Resource } from '../crud/resource.ts';
import { accessResources } from '../auth/resources.ts';

/** Resources of the section Organisations and access. */
export const organisationResources: readonly Resource[] = [
  {
    id: 'organisations',
    model: 'organisation',
    shape: of.organisationShape,
    hierarchyField: 'parent_id',
  },
  {
    id: 'organisations.profiles',
    model: 'organisation-profile',
    shape: of.organisationProfileShape,
    key: 'profile_id',
    idOf: ({ db }, named) => survivorOf(db, named),
    removing: async ({ path }, { profile_id: profileId }) => {
      // A late deletion of a merged profile must not take its survivor out.
      if (!Object.values(path).includes(String(profileId))) throw notFound();
    },
    parent: { model: 'organisation', field: 'organisation_id' },
    unique: ['profile_id'],
  },
  {
    id: 'staff',
    model: 'staff',
    shape: of.staffShape,
    key: 'identifier',
    unique: ['identifier'],
    defaults: { is_active: true },
  },
  ...accessResources,
];
