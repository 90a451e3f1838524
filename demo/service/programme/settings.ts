import { sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../database/tables.ts';
import { isTimeZone } from './zoned-time.ts';

const clockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const channel = v.picklist(['email', 'sms', 'push']);

/** Settings of the programme, as records of `/v3/settings` by their key (G57), with what counts where there is none: ASSUMPTION G69. */
export const programmeTable = {
  'programme.timezone': {
    changes: 'Days, hours and schedules are those of this time zone.',
    fallback: 'UTC',
    schema: v.pipe(v.string(), v.check(isTimeZone)),
    hint: 'an IANA time zone, such as Europe/Amsterdam',
  },
  'notices.hour': {
    changes: 'From this hour of the day on, events of that day are raised.',
    fallback: 9,
    schema: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
    hint: 'a whole hour from 0 to 23',
  },
  'notices.days': {
    changes: 'How many days before an end it is announced, each once.',
    fallback: [30, 7, 1],
    schema: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365))),
      v.minLength(1),
      v.maxLength(10),
    ),
    hint: 'a list of days from 1 to 365, such as [30, 7, 1]',
  },
  'dates.leap-day': {
    changes:
      'When a date of 29 February comes in other years: on 28 February (`before`) or 1 March (`after`).',
    fallback: 'before',
    schema: v.picklist(['before', 'after']),
    hint: '"before" for 28 February or "after" for 1 March',
  },
  'messages.quiet-hours': {
    changes: 'Messages of these channels wait for the end of these hours.',
    fallback: { from: '21:00', until: '08:00', channels: ['sms', 'push'] },
    schema: v.object({
      from: clockTime,
      until: clockTime,
      channels: v.optional(v.array(channel), ['sms', 'push']),
    }),
    hint: 'such as {"from": "21:00", "until": "08:00", "channels": ["sms", "push"]}',
  },
} as const;

type Known = typeof programmeTable;
type Value<Key extends keyof Known> = v.InferOutput<Known[Key]['schema']>;
export type ProgrammeSettings = { readonly [Key in keyof Known]: Value<Key> };

/** The settings as they are now. */
export async function programmeSettings(db: Database): Promise<ProgrammeSettings> {
  const rows = await db
    .selectFrom('records')
    .select('fields')
    .where('resource', '=', 'setting')
    .where(sql<boolean>`fields ->> 'key' = any(${Object.keys(programmeTable)}::text[])`)
    .execute();
  const stored = new Map(rows.map(({ fields }) => [String(fields['key']), fields['value']]));
  return Object.fromEntries(
    Object.entries(programmeTable).map(([key, { schema, fallback }]) => {
      const parsed = v.safeParse(schema, stored.get(key));
      return [key, parsed.success ? parsed.output : fallback];
    }),
  ) as ProgrammeSettings;
}
