import type { Database } from '../platform/database/tables.ts';
import { raise, type Happening } from '../platform/events/raise.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

/**
 * Tells whoever listens that something happened, once more or for the first time. It leaves a trace in the action history, whose number names what was accepted.
 */
export async function tell(
  db: Database,
  happening: Happening,
): Promise<{ readonly id: string; readonly status: string }> {
  const { trigger, profileId, payload } = happening;
  await raise(db, happening);
  const { id } = await addRecord(db, tableOf('action-history'), {
    ...{ type: trigger, profile_id: profileId, status: 'accepted' },
    message: `${trigger} ${String(payload['id'])}`,
  });
  return { id: String(id), status: 'accepted' };
}
