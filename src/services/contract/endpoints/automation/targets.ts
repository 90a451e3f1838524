import type { Data, Page } from '../../shapes/envelope.ts';
import type { Target, targetShape } from '../../shapes/records/automation.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses targets (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const targets = endpoint('GET', '/v3/targets', 'targets.index', of<Page<Target>>);

/** Adds a target (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addTarget = endpoint(
  'POST',
  '/v3/targets',
  'targets.store',
  of<Data<Target>>,
  of<Adding<typeof targetShape>>,
);

/** Reads a target (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readTarget = endpoint('GET', '/v3/targets/{target}', 'targets.show', of<Data<Target>>);

/** Edits a target (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editTarget = endpoint(
  'PUT',
  '/v3/targets/{target}',
  'targets.update',
  of<Data<Target>>,
  of<Editing<typeof targetShape>>,
);

/** Deletes a target (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteTarget = endpoint('DELETE', '/v3/targets/{target}', 'targets.destroy');
