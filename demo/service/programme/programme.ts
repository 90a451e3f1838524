import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { settingsOf, type SettingKey } from '../tenant-settings.ts';

/**
 * What the programme says where the interface is silent: ASSUMPTION G65. Each is a setting of the tenant
 * (`POST /v3/settings`).
 */
export interface Programme {
  /** IANA time zone of its days. */
  readonly timezone: string;
  /** Days until points of a purchase expire; null: they do not. */
  readonly purchasePeriod: number | null;
  /** Days until points of a purchase are released; null: at once. */
  readonly purchaseReleasePeriod: number | null;
  /** Members keep the reward of an achievement that a refund opens again. */
  readonly keepsRewards: boolean;
}

const keys = {
  timezone: 'programme.timezone',
  purchasePeriod: 'points.purchase.period',
  purchaseReleasePeriod: 'points.purchase.release_period',
  keepsRewards: 'refunds.keep_rewards',
} as const satisfies Readonly<Record<keyof Programme, SettingKey>>;

/** The programme as its settings say now. */
export async function programmeOf(db: Database): Promise<Programme> {
  const values = await settingsOf(db, Object.values(keys));
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, values[key]]),
  ) as unknown as Programme;
}

/** The time zone alone, for a statement that asks for more. The setting is checked when it is written. */
export const programmeZone = sql<string>`coalesce((
  select fields ->> 'value' from records
  where resource = 'setting' and fields @> '{"key": "programme.timezone"}' limit 1), 'UTC')`;
