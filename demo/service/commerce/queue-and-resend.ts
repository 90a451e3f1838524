import { forbidden } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { acceptRecords } from '../platform/batches/accept.ts';
import type { Database } from '../database/tables.ts';
import { publish, type NewEvent } from '../events/publish.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

// Requests about orders and transactions that are answered with 202.

/** Accepts an array of records and writes them later (spec 1 rule 8). */
export const queueing =
  (endpointId: string) =>
  async ({ db, body: records, principal }: KnownCall<string, readonly unknown[]>) => {
    if (principal.kind !== 'machine') throw forbidden();
    return { data: await acceptRecords(db, { endpointId, records, principal }) };
  };

/**
 * Publishes an event that a user requested, such as one that is sent again, and adds it to the action history. The reply has
 * the id of the history record.
 */
export async function publishWithHistory(
  db: Database,
  event: NewEvent,
): Promise<{ readonly id: string; readonly status: string }> {
  const { trigger, profileId, payload } = event;
  await publish(db, event);
  const { id } = await addRecord(db, tableOf('action-history'), {
    type: trigger,
    profile_id: profileId,
    status: 'accepted',
    message: `${trigger} ${String(payload['id'])}`,
  });
  return { id: String(id), status: 'accepted' };
}
