import * as of from '../../../src/services/contract/platform.ts';
import { reminderResource } from './automation/reminders.ts';
import { rescheduleAutomations } from './automation/run.ts';
import type { Database } from './database/tables.ts';
import type { Resource } from '../crud/resource.ts';
import type { Values } from '../crud/tables.ts';
import { checkSetting } from '../tenant-settings.ts';

/** Plain resources of the section Platform. */
export const platformResources: readonly Resource[] = [
  {
    id: 'settings',
    model: 'setting',
    shape: of.settingShape,
    unique: ['key'],
    adding: async ({ db }, values) => applied(db, values['key'], values),
    editing: async ({ db }, record, values) => applied(db, record['key'], values, record['value']),
    removing: async ({ db }, { key }) => {
      if (key === TIMEZONE) await rescheduleAutomations(db, 'UTC');
    },
  },
  reminderResource,
  // Every write leaves one; what is added by hand is beside them.
  { id: 'audits', model: 'audit', shape: of.auditShape, administrators: true },
  { id: 'action-history', model: 'action-history', shape: of.actionHistoryShape },
];

const TIMEZONE = 'programme.timezone';

/** A setting has effect at once: schedules move with the time zone. */
async function applied(work: Database, key: unknown, values: Values, before?: unknown): Promise<Values> {
  const value = 'value' in values ? values['value'] : before;
  checkSetting(String(key), value);
  if (key === TIMEZONE) await rescheduleAutomations(work, String(value));
  return values;
}
