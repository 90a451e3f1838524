import { sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from './database/tables.ts';
import { invalid } from './http/problem.ts';
import { programmeTable } from './programme/settings.ts';
import { rowsWithin } from './records/store.ts';
import { recordsTable } from './records/table.ts';

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max));

const days = wholeNumber(0, 36_500);
const DAYS_HINT = 'a whole number of days, 0 to 36500';

/**
 * Every setting of a tenant, by the key of `/v3/settings`: its values, what holds without a record, and what it changes.
 * ASSUMPTION G57: the interface names no key, so these are ours, and a key that nothing reads is refused.
 */
export const tenantSettings = {
  'lists.shares_need_token': {
    schema: v.boolean(),
    hint: 'true or false',
    fallback: false,
    changes: 'Reading a shared list and reserving by its link need a token as well.',
  },
  'lists.owner_sees_givers': {
    schema: v.boolean(),
    hint: 'true or false',
    fallback: false,
    changes: 'The owner of a list sees who reserved before the day of the list (`event_at`).',
  },
  'machine_users.secret_overlap_hours': {
    schema: wholeNumber(0, 24 * 30),
    hint: 'a whole number of hours, 0 to 720',
    fallback: 24,
    changes: 'How long the old secret of a machine user is accepted beside the new one after a rotation.',
  },
  'imports.failed_rows_kept_days': {
    schema: wholeNumber(1, 3_650),
    hint: 'a whole number of days, 1 to 3650',
    fallback: 30,
    changes: 'How long rows of imports that failed are kept for another job.',
  },
  'points.purchase.period': {
    schema: days,
    hint: DAYS_HINT,
    fallback: null,
    changes: 'Days until points of a purchase expire.',
  },
  'points.purchase.release_period': {
    schema: days,
    hint: DAYS_HINT,
    fallback: null,
    changes: 'Days until points of a purchase can be spent; until then they are pending.',
  },
  'refunds.keep_rewards': {
    schema: v.boolean(),
    hint: 'true or false',
    fallback: false,
    changes: 'Members keep the reward of an achievement that a refund opens again.',
  },
  ...programmeTable,
} as const;

export type SettingKey = keyof typeof tenantSettings;
type Value<K extends SettingKey> =
  v.InferOutput<(typeof tenantSettings)[K]['schema']> | (typeof tenantSettings)[K]['fallback'];

const isKey = (key: string): key is SettingKey => Object.hasOwn(tenantSettings, key);

/** The value of a setting; the one that holds without a record where there is none. */
export async function settingOf<K extends SettingKey>(db: Database, key: K): Promise<Value<K>> {
  const row = await rowsWithin(db, recordsTable('setting'), {})
    .where(sql<boolean>`fields @> jsonb_build_object('key', ${key}::text)`)
    .executeTakeFirst();
  return settingFrom(key, row?.fields['value']);
}

/** The same of a value that was read with others. */
export function settingFrom<K extends SettingKey>(key: K, stored: unknown): Value<K> {
  const { schema, fallback } = tenantSettings[key];
  const read = v.safeParse(schema, stored);
  return (read.success ? read.output : fallback) as Value<K>;
}

/** Throws 422 for a key that nothing reads, and for a value that the setting does not take. */
export function checkSetting(key: string, value: unknown): void {
  if (!isKey(key))
    throw invalid({
      key: [`There is no setting ${key}. The settings are: ${Object.keys(tenantSettings).join(', ')}.`],
    });
  const { schema, hint } = tenantSettings[key];
  if (!v.is(schema, value)) throw invalid({ value: [`The setting ${key} has to be ${hint}.`] });
}
