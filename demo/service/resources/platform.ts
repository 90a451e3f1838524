import * as of from '../../../src/services/shapes/records/platform.ts';
import { reminderResource } from '../automation/reminders.ts';
import type { Resource } from '../records/resource.ts';
import { checkSetting } from '../tenant-settings.ts';

/** Plain resources of the section Platform. */
export const platformResources: readonly Resource[] = [
  {
    id: 'settings',
    model: 'setting',
    shape: of.settingShape,
    unique: ['key'],
    adding: async (_, values) => {
      checkSetting(String(values['key']), values['value']);
      return values;
    },
    editing: async (_, before, values) => {
      checkSetting(String(before['key']), 'value' in values ? values['value'] : before['value']);
      return values;
    },
  },
  reminderResource,
  // Every write leaves one; what is added by hand is beside them.
  { id: 'audits', model: 'audit', shape: of.auditShape, administrators: true },
  { id: 'action-history', model: 'action-history', shape: of.actionHistoryShape },
];
