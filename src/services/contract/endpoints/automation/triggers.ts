import type { Data, Page } from '../../shapes/envelope.ts';
import type { Trigger, triggerShape } from '../../shapes/records/automation.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses triggers (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const triggers = endpoint('GET', '/v3/triggers', 'triggers.index', of<Page<Trigger>>);

/** Adds a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addTrigger = endpoint(
  'POST',
  '/v3/triggers',
  'triggers.store',
  of<Data<Trigger>>,
  of<Adding<typeof triggerShape>>,
);

/** Reads a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readTrigger = endpoint('GET', '/v3/triggers/{triggerId}', 'triggers.show', of<Data<Trigger>>);

/** Edits a trigger (spec 4.6 Settings). */
export const editTrigger = endpoint(
  'PUT',
  '/v3/triggers/{triggerId}',
  'triggers.update',
  of<Data<Trigger>>,
  of<Editing<typeof triggerShape>>,
);

/** Deletes a trigger (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteTrigger = endpoint('DELETE', '/v3/triggers/{triggerId}', 'triggers.destroy');
