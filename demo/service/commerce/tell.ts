import type { Database } from '../database/tables.ts';
import { addRecord } from '../records/store.ts';
import { tableOf } from '../records/tables.ts';

export interface Happening {
  /** Such as `transaction.triggered`: ASSUMPTION G17. */
  readonly trigger: string;
  readonly namespace: string;
  /** Null for what is about no profile. */
  readonly profileId: string | null;
  /** What is told about it, as JSON. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Tells whoever listens that something happened, once more or for the first time: work for a job, `(db, payload)`. It
 * leaves a trace in the action history, whose number names what was accepted.
 */
export async function tell(
  db: Database,
  { trigger, profileId, payload }: Happening,
): Promise<{ readonly id: string; readonly status: string }> {
  const { id } = await addRecord(db, tableOf('action-history'), {
    ...{ type: trigger, profile_id: profileId, status: 'accepted' },
    message: `${trigger} ${String(payload['id'])}`,
  });
  return { id: String(id), status: 'accepted' };
}
