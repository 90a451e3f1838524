import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { settingsBy, settingsOf, storedSettings, type Settings } from '../tenant-settings.ts';

/**
 * Rules of the programme that the interface does not name: ASSUMPTION. Each is a setting of the tenant
 * (`POST /v3/settings`).
 */
export interface Programme {
  /** IANA time zone of its days. */
  readonly timezone: string;
  /** Days until points of a purchase expire; null: they do not. */
  readonly purchasePeriod: number | null;
  /** Days until points of a purchase are released; null: at once. */
  readonly purchaseReleasePeriod: number | null;
  /** Members keep the reward of an achievement that a refund makes incomplete again. */
  readonly keepsRewards: boolean;
  /** Points of a refunded purchase that were spent are owed, and paid by the next points. */
  readonly owesSpentPoints: boolean;
}

const programmeKeys = [
  'programme.timezone',
  'points.purchase.period',
  'points.purchase.release_period',
  'refunds.keep_rewards',
  'refunds.spent_points_are_owed',
] as const;

/** The programme with its current settings. */
export const programmeOf = async (db: Database): Promise<Programme> =>
  programmeBy(await settingsOf(db, programmeKeys));

/** Its settings as an object of key and value, for a larger statement. */
export const programmeValues = storedSettings(programmeKeys);

/** The programme by these. */
export const programmeOfValues = (stored: Readonly<Record<string, unknown>>): Programme =>
  programmeBy(settingsBy(programmeKeys, stored));

function programmeBy(values: Settings<(typeof programmeKeys)[number]>): Programme {
  return {
    timezone: values['programme.timezone'],
    purchasePeriod: values['points.purchase.period'],
    purchaseReleasePeriod: values['points.purchase.release_period'],
    keepsRewards: values['refunds.keep_rewards'],
    owesSpentPoints: values['refunds.spent_points_are_owed'],
  };
}

/** Settings of notices and messages, by their key: ASSUMPTION. */
const noticeKeys = [
  'programme.timezone',
  'notices.hour',
  'notices.days',
  'dates.leap-day',
  'dates.customer-schedule',
  'messages.quiet-hours',
] as const;

export type ProgrammeSettings = Settings<(typeof noticeKeys)[number]>;

/** The settings as they are now. */
export const programmeSettings = (db: Database): Promise<ProgrammeSettings> => settingsOf(db, noticeKeys);

/** Only the time zone, as an expression for a larger statement. The setting is checked when it is written. */
export const programmeZone = sql<string>`coalesce((
  select fields ->> 'value' from records
  where resource = 'setting' and fields @> '{"key": "programme.timezone"}' limit 1), 'UTC')`;
