import type { Data, Page } from '../../shapes/envelope.ts';
import type { TriggerAction, triggerActionShape } from '../../shapes/records/automation.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses actions of a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const triggerActions = endpoint(
  'GET',
  '/v3/triggers/{triggerId}/actions',
  'triggers.actions.index',
  of<Page<TriggerAction>>,
);

/** Adds an action of a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addTriggerAction = endpoint(
  'POST',
  '/v3/triggers/{triggerId}/actions',
  'triggers.actions.store',
  of<Data<TriggerAction>>,
  of<Adding<typeof triggerActionShape>>,
);

/** Reads an action of a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readTriggerAction = endpoint(
  'GET',
  '/v3/triggers/{triggerId}/actions/{action}',
  'triggers.actions.show',
  of<Data<TriggerAction>>,
);

/** Edits an action of a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editTriggerAction = endpoint(
  'PUT',
  '/v3/triggers/{triggerId}/actions/{action}',
  'triggers.actions.update',
  of<Data<TriggerAction>>,
  of<Editing<typeof triggerActionShape>>,
);

/** Deletes an action of a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteTriggerAction = endpoint(
  'DELETE',
  '/v3/triggers/{triggerId}/actions/{action}',
  'triggers.actions.destroy',
);
