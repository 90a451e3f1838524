import type { Data, Page } from '../shapes/envelope.ts';
import type { Organisation, organisationShape } from '../shapes/records/organisations.ts';
import type { Adding, Editing } from '../shapes/shape.ts';
import { endpoint, of } from './endpoint.ts';

/** Browses organisations (spec 4.6 Business). Path: ASSUMPTION G12. */
export const organisations = endpoint(
  'GET',
  '/v3/organisations',
  'organisations.index',
  of<Page<Organisation>>,
);

/** Adds an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const addOrganisation = endpoint(
  'POST',
  '/v3/organisations',
  'organisations.store',
  of<Data<Organisation>>,
  of<Adding<typeof organisationShape>>,
);

/** Reads an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readOrganisation = endpoint(
  'GET',
  '/v3/organisations/{organisation}',
  'organisations.show',
  of<Data<Organisation>>,
);

/** Edits an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const editOrganisation = endpoint(
  'PUT',
  '/v3/organisations/{organisation}',
  'organisations.update',
  of<Data<Organisation>>,
  of<Editing<typeof organisationShape>>,
);

/** Deletes an organisation (spec 4.6 Business). Path: ASSUMPTION G12. */
export const deleteOrganisation = endpoint(
  'DELETE',
  '/v3/organisations/{organisation}',
  'organisations.destroy',
);
