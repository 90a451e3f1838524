import type { Data, Page } from '../../shapes/envelope.ts';
import type { ActionHistory } from '../../shapes/records/platform.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses actions that were run (spec 4.6 Settings). */
export const actionHistory = endpoint(
  'GET',
  '/v3/action-history',
  'action-history.index',
  of<Page<ActionHistory>>,
);

/** Reads an action that was run (spec 4.6 Settings). */
export const readActionHistory = endpoint(
  'GET',
  '/v3/action-history/{action_history}',
  'action-history.show',
  of<Data<ActionHistory>>,
);
