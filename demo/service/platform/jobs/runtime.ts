import type { Route } from '../../api/route.ts';
import type { Service } from '../../api/mount.ts';

/** What jobs work with. */
export interface Runtime extends Service {
  /** What the service answers: records of batches, imports and actions go through the very same handlers. */
  readonly routes: readonly Route[];
}
