import type { Data, Page } from '../../shapes/envelope.ts';
import type { Accepted, Automation, automationShape, SampleQuery } from '../../shapes/records/automation.ts';
import type { Profile } from '../../shapes/records/profiles.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses automations (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const automations = endpoint('GET', '/v3/automations', 'automations.index', of<Page<Automation>>);

/** Adds an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addAutomation = endpoint(
  'POST',
  '/v3/automations',
  'automations.store',
  of<Data<Automation>>,
  of<Adding<typeof automationShape>>,
);

/** Reads an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readAutomation = endpoint(
  'GET',
  '/v3/automations/{automation}',
  'automations.show',
  of<Data<Automation>>,
);

/** Edits an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editAutomation = endpoint(
  'PUT',
  '/v3/automations/{automation}',
  'automations.update',
  of<Data<Automation>>,
  of<Editing<typeof automationShape>>,
);

/** Deletes an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteAutomation = endpoint('DELETE', '/v3/automations/{automation}', 'automations.destroy');

/** Shows some of the profiles that a query would find (spec 4.6 Settings). */
export const sampleAutomationQuery = endpoint(
  'POST',
  '/v3/automations/queries/samples',
  'automations.queries.samples',
  of<Page<Profile>>,
  of<SampleQuery>,
);

/** Runs an automation by hand (spec 4.6 Settings). */
export const triggerAutomation = endpoint(
  'POST',
  '/v3/automations/{automation}/trigger',
  'automations.trigger',
  of<Data<Accepted>>,
);
