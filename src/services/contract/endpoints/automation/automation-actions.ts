import type { Data, Page } from '../../shapes/envelope.ts';
import type { AutomationAction, automationActionShape } from '../../shapes/records/automation.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses actions of an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const automationActions = endpoint(
  'GET',
  '/v3/automations/{automation}/actions',
  'automations.actions.index',
  of<Page<AutomationAction>>,
);

/** Adds an action of an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addAutomationAction = endpoint(
  'POST',
  '/v3/automations/{automation}/actions',
  'automations.actions.store',
  of<Data<AutomationAction>>,
  of<Adding<typeof automationActionShape>>,
);

/** Reads an action of an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readAutomationAction = endpoint(
  'GET',
  '/v3/automations/{automation}/actions/{action}',
  'automations.actions.show',
  of<Data<AutomationAction>>,
);

/** Edits an action of an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editAutomationAction = endpoint(
  'PUT',
  '/v3/automations/{automation}/actions/{action}',
  'automations.actions.update',
  of<Data<AutomationAction>>,
  of<Editing<typeof automationActionShape>>,
);

/** Deletes an action of an automation (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteAutomationAction = endpoint(
  'DELETE',
  '/v3/automations/{automation}/actions/{action}',
  'automations.actions.destroy',
);
