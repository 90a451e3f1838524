import { sql } from 'kysely';
import { reminderShape } from '../../../../src/services/contract/platform.ts';
import type { Database } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import type { Resource } from '../../crud/resource.ts';
import { type Values, fromRow } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';

/** Notes of what is to be done until when (spec 4.6 Settings). One that is moved to a later time is due again then. */
export const reminderResource: Resource = {
  id: 'reminders',
  model: 'reminder',
  shape: reminderShape,
  defaults: { is_done: false },
  editing: async ({ db }, record, values: Values) => {
    const moved = typeof values['due_at'] === 'string' && values['due_at'] !== record['due_at'];
    if (moved) await sql`update records set fields = fields - 'told_at' where id = ${record.id}`.execute(db);
    return values;
  },
};

/**
 * Raises `reminder.due` for reminders whose time has come and that are not done, so many at once, each once however many
 * processes look; answers how many were looked at.
 */
export async function publishDueReminders(work: Database, atOnce: number, now = new Date()): Promise<number> {
  const { rows } = await sql<Record<string, unknown>>`
    update records set fields = fields || jsonb_build_object('told_at', ${timestamp(now)}::text)
    where id in (
      select id from records
      where resource = 'reminder' and not fields ? 'told_at' and fields ->> 'due_at' <= ${timestamp(now)}
      order by fields ->> 'due_at' limit ${atOnce} for update skip locked)
    returning *`.execute(work);
  for (const { id, subject, note, due_at, is_done, profile_id } of rows.map(fromRow)) {
    if (is_done === true) continue;
    await publish(work, {
      trigger: 'reminder.due',
      namespace: 'loyalty',
      profileId: (profile_id ?? null) as string | null,
      payload: { id, subject, note: note ?? null, due_at },
    });
  }
  return rows.length;
}
