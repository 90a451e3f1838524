import type { Data, Page } from '../../shapes/envelope.ts';
import type { OrganisationProfile, organisationProfileShape } from '../../shapes/records/organisations.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses profiles of an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const organisationProfiles = endpoint(
  'GET',
  '/v3/organisations/{organisation}/profiles',
  'organisations.profiles.index',
  of<Page<OrganisationProfile>>,
);

/** Adds a profile of an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addOrganisationProfile = endpoint(
  'POST',
  '/v3/organisations/{organisation}/profiles',
  'organisations.profiles.store',
  of<Data<OrganisationProfile>>,
  of<Adding<typeof organisationProfileShape>>,
);

/** Reads a profile of an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readOrganisationProfile = endpoint(
  'GET',
  '/v3/organisations/{organisation}/profiles/{profile}',
  'organisations.profiles.show',
  of<Data<OrganisationProfile>>,
);

/** Edits a profile of an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editOrganisationProfile = endpoint(
  'PUT',
  '/v3/organisations/{organisation}/profiles/{profile}',
  'organisations.profiles.update',
  of<Data<OrganisationProfile>>,
  of<Editing<typeof organisationProfileShape>>,
);

/** Deletes a profile of an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteOrganisationProfile = endpoint(
  'DELETE',
  '/v3/organisations/{organisation}/profiles/{profile}',
  'organisations.profiles.destroy',
);
