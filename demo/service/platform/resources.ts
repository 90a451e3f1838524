import * as of from '../../../src/services/contract/platform.ts';
import { reminderResource } from './automation/reminders.ts';
import { rescheduleAutomations } from './automation/run.ts';
import type { Database } from './database/tables.ts';
import { defineResource, type Resource } from '../crud/resource.ts';
import { checkSetting } from '../tenant-settings.ts';

/** Plain resources of the section Platform. */
export const platformResources: readonly Resource[] = [
  defineResource({
    id: 'settings',
    model: 'setting',
    shape: of.settingShape,
    unique: ['key'],
    adding: async ({ db }, values) => {
      await applySetting(db, values.key, values.value);
      return values;
    },
    editing: async ({ db }, record, values) => {
      await applySetting(db, record.key, 'value' in values ? values.value : record.value);
      return values;
    },
    removing: async ({ db }, { key }) => {
      if (key === TIMEZONE) await rescheduleAutomations(db, 'UTC');
    },
  }),
  reminderResource,
  // The service adds an entry for each write; this endpoint adds entries by hand.
  { id: 'audits', model: 'audit', shape: of.auditShape, administrators: true },
  { id: 'action-history', model: 'action-history', shape: of.actionHistoryShape },
];

const TIMEZONE = 'programme.timezone';

/** Checks a new value of a setting. It takes effect at once: a changed time zone moves the schedules. */
async function applySetting(work: Database, key: unknown, value: unknown): Promise<void> {
  checkSetting(String(key), value);
  if (key === TIMEZONE) await rescheduleAutomations(work, String(value));
}
