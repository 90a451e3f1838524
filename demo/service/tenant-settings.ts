import { sql, type RawBuilder } from 'kysely';
import * as v from 'valibot';
import { isTimeZone, language } from '../../src/services/contract/kinds.ts';
import type { Database } from './database/tables.ts';
import { invalid } from './api/problem.ts';
import { DEFAULT_SCHEDULE, scheduleNames } from './platform/notices/schedules.ts';

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max));

const days = wholeNumber(0, 36_500);
const clockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const channel = v.picklist(['email', 'sms', 'push']);
const DAYS_HINT = 'a whole number of days, 0 to 36500';

/**
 * Every setting of a tenant, by the key of `/v3/settings`: its schema, its default and its effect.
 * ASSUMPTION: the interface names no key, so these are ours, and a key that nothing reads is refused.
 */
export const tenantSettings = {
  'lists.shares_need_token': {
    schema: v.boolean(),
    hint: 'true or false',
    fallback: false,
    changes: 'Opening a shared list by its link, and reserving its items, also require a token.',
  },
  'alerts.guests': {
    schema: v.boolean(),
    hint: 'true or false',
    fallback: false,
    changes:
      'Guests can ask for messages about a product with an e-mail address, which they confirm; it needs a server for e-mail.',
  },
  'machine_users.secret_overlap_hours': {
    schema: wholeNumber(0, 24 * 30),
    hint: 'a whole number of hours, 0 to 720',
    fallback: 24,
    changes: 'Hours for which the old secret of a machine user is accepted after a rotation.',
  },
  'imports.failed_rows_kept_days': {
    schema: wholeNumber(1, 3_650),
    hint: 'a whole number of days, 1 to 3650',
    fallback: 30,
    changes: 'Days for which failed rows of imports are stored, so that another job can process them.',
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
    changes: 'Members keep the reward of an achievement that a refund makes incomplete again.',
  },
  'refunds.spent_points_are_owed': {
    schema: v.boolean(),
    hint: 'true or false',
    fallback: false,
    changes:
      'Points of a refunded purchase that were spent are owed: the next points of the member pay them.',
  },
  'programme.timezone': {
    changes: 'Time zone in which days, hours and schedules are calculated.',
    fallback: 'UTC',
    schema: v.pipe(v.string(), v.check(isTimeZone)),
    hint: 'an IANA time zone, such as Europe/Amsterdam',
  },
  'programme.language': {
    changes:
      'Language of the texts of records and messages, without which it is not said which texts are in another language than a customer asked for.',
    fallback: null,
    schema: language.write,
    hint: 'a language, such as de or pt-BR',
  },
  'notices.hour': {
    changes: 'Hour of the day from which on the events of that day are published.',
    fallback: 9,
    schema: wholeNumber(0, 23),
    hint: 'a whole hour from 0 to 23',
  },
  'notices.days': {
    changes: 'Days before an expiry on which it is announced, once for each of them.',
    fallback: [30, 7, 1],
    schema: v.pipe(v.array(wholeNumber(1, 365)), v.minLength(1), v.maxLength(10)),
    hint: 'a list of days from 1 to 365, such as [30, 7, 1]',
  },
  'dates.leap-day': {
    changes:
      'Day on which a date of 29 February recurs in other years: 28 February (`before`) or 1 March (`after`).',
    fallback: 'before',
    schema: v.picklist(['before', 'after']),
    hint: '"before" for 28 February or "after" for 1 March',
  },
  'dates.customer-schedule': {
    changes:
      'Shortest schedule of dates that customers write about themselves: such a date is reached once in a period of it at most.',
    fallback: DEFAULT_SCHEDULE,
    schema: v.pipe(
      v.string(),
      v.check((value) => scheduleNames.includes(value)),
    ),
    hint: `one of ${scheduleNames.join(', ')}`,
  },
  'messages.quiet-hours': {
    changes: 'Messages of these channels are not sent in these hours, but after them.',
    fallback: { from: '21:00', until: '08:00', channels: ['sms', 'push'] },
    schema: v.object({
      from: clockTime,
      until: clockTime,
      channels: v.optional(v.array(channel), ['sms', 'push']),
    }),
    hint: 'such as {"from": "21:00", "until": "08:00", "channels": ["sms", "push"]}',
  },
} as const;

export type SettingKey = keyof typeof tenantSettings;
type Value<K extends SettingKey> =
  v.InferOutput<(typeof tenantSettings)[K]['schema']> | Extract<(typeof tenantSettings)[K]['fallback'], null>;

const isKey = (key: string): key is SettingKey => Object.hasOwn(tenantSettings, key);

export type Settings<K extends SettingKey> = { readonly [Key in K]: Value<Key> };

/** The values of settings, by key; the default for a setting without a valid record. */
export async function settingsOf<K extends SettingKey>(
  db: Database,
  keys: readonly K[],
): Promise<Settings<K>> {
  const { rows } = await sql<{
    stored: Record<string, unknown>;
  }>`select ${storedSettings(keys)} as stored`.execute(db);
  return settingsBy(keys, rows[0]?.stored ?? {});
}

/** What is stored of settings: an object of key and value, for a larger statement. */
export const storedSettings = (keys: readonly SettingKey[]): RawBuilder<Record<string, unknown>> => sql`(
    select coalesce(jsonb_object_agg(fields ->> 'key', fields -> 'value'), '{}') from records
    where resource = 'setting' and fields ->> 'key' in (${sql.join(keys.map((key) => sql.lit(key)))}))`;

/** The values of settings by what is stored. */
export const settingsBy = <K extends SettingKey>(
  keys: readonly K[],
  stored: Readonly<Record<string, unknown>>,
): Settings<K> =>
  // `Object.fromEntries` does not relate the type of a value to its key.
  Object.fromEntries(
    keys.map((key) => {
      const { schema, fallback } = tenantSettings[key];
      const read = v.safeParse(schema, stored[key]);
      return [key, read.success ? read.output : fallback];
    }),
  ) as Settings<K>;

/** The value of one setting. */
export const settingOf = async <K extends SettingKey>(db: Database, key: K): Promise<Value<K>> =>
  (await settingsOf(db, [key]))[key];

/** Throws 422 for an unknown key, and for an invalid value. */
export function checkSetting(key: string, value: unknown): void {
  if (!isKey(key))
    throw invalid({
      key: [`There is no setting ${key}. The settings are: ${Object.keys(tenantSettings).join(', ')}.`],
    });
  const { schema, hint } = tenantSettings[key];
  if (!v.is(schema, value)) throw invalid({ value: [`The setting ${key} has to be ${hint}.`] });
}
