import type { Database } from '../platform/database/tables.ts';
import { settingsOf, type Settings } from '../tenant-settings.ts';

/** Settings of the programme, by their key (G57): ASSUMPTION G69. */
const keys = [
  'programme.timezone',
  'notices.hour',
  'notices.days',
  'dates.leap-day',
  'messages.quiet-hours',
] as const;

export type ProgrammeSettings = Settings<(typeof keys)[number]>;

/** The settings as they are now. */
export const programmeSettings = (db: Database): Promise<ProgrammeSettings> => settingsOf(db, keys);
