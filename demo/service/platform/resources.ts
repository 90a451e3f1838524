import * as of from '../../../src/services/contract/platform.ts';
import { mayUse, type Principal } from '../auth/principal.ts';
import { scopeOfOperation } from '../auth/record-scopes.ts';
import { reminderResource } from '../automation/reminders.ts';
import { rescheduleAutomations } from '../automation/run.ts';
import type { Database } from '../database/tables.ts';
import { lastAttemptsOf } from '../events/delivery-log.ts';
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
  defineResource({
    id: 'audits',
    model: 'audit',
    shape: of.auditShape,
    administrators: true,
    withRelated: async ({ principal }, entries) => entries.map((entry) => readableBy(principal, entry)),
  }),
  defineResource({
    id: 'action-history',
    model: 'action-history',
    shape: of.actionHistoryShape,
    withRelated: async ({ db }, entries) => {
      const attempts = await lastAttemptsOf(
        db,
        entries.flatMap(({ delivery_id: delivery }) => (delivery ? [delivery] : [])),
      );
      return entries.map((entry) => ({
        ...entry,
        answer: attempts.get(entry.delivery_id ?? 0)?.answer ?? null,
      }));
    },
  }),
];

/** An audit entry, without the values of records whose section the principal may not read: they have names and e-mail addresses. */
function readableBy<Entry extends { readonly action: string; readonly changes?: unknown }>(
  principal: Principal,
  entry: Entry,
): Entry {
  return mayUse(principal, scopeOfOperation(entry.action)) ? entry : { ...entry, changes: null };
}

const TIMEZONE = 'programme.timezone';

/** Checks a new value of a setting. It takes effect at once: a changed time zone moves the schedules. */
async function applySetting(work: Database, key: unknown, value: unknown): Promise<void> {
  checkSetting(String(key), value);
  if (key === TIMEZONE) await rescheduleAutomations(work, String(value));
}
