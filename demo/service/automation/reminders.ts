import { sql } from 'kysely';
import { reminderShape } from '../../../src/services/contract/platform.ts';
import type { Database } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { defineResource } from '../crud/resource.ts';
import { fromRow, type RowOf, type Stored } from '../crud/tables.ts';
import { timestamp } from '../api/formats.ts';

/** Reminders (spec 4.6 Settings). One that is moved to another time becomes due again. */
export const reminderResource = defineResource({
  id: 'reminders',
  model: 'reminder',
  shape: reminderShape,
  defaults: { is_done: false },
  editing: async ({ db }, record, values) => {
    const isMoved = values.due_at && values.due_at !== record.due_at;
    if (isMoved)
      await sql`update records set fields = fields - 'told_at' where id = ${record.id}`.execute(db);
    return values;
  },
});

/**
 * Publishes `reminder.due` for due reminders that are not done, at most `atOnce`; each once, even with several processes. Returns
 * how many reminders were due.
 */
export async function publishDueReminders(work: Database, atOnce: number, now = new Date()): Promise<number> {
  const { rows } = await sql<RowOf<Stored<typeof reminderShape, 'reminder'>>>`
    update records set fields = fields || jsonb_build_object('told_at', ${timestamp(now)}::text)
    where id in (
      select id from records
      where resource = 'reminder' and not fields ? 'told_at' and fields ->> 'due_at' <= ${timestamp(now)}
      order by fields ->> 'due_at' limit ${atOnce} for update skip locked)
    returning *`.execute(work);
  for (const { id, subject, note, due_at, is_done, profile_id } of rows.map(fromRow)) {
    if (is_done) continue;
    await publish(work, {
      trigger: 'reminder.due',
      namespace: 'loyalty',
      profileId: profile_id,
      payload: { id, subject, note: note ?? null, due_at },
    });
  }
  return rows.length;
}
