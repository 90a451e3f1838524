import { sql, type RawBuilder } from 'kysely';
import { dayOf } from '../programme/time-zone.ts';
import { type Attribute, type AttributeKind, type Attributes } from '../api/query/attribute.ts';
import { aggregationHandles, presentValue } from '../profiles/aggregations.ts';
import { lastPurchase, profileAttributesOfStaff } from '../profiles/profile-views.ts';
import type { ProgrammeSettings } from '../programme/programme.ts';

/** The birthday of a profile: its date with the handle `birthday`, or else with that name. */
export const isBirthday = sql<boolean>`(
  fields ->> 'handle' = 'birthday' or (fields ->> 'handle' is null and lower(fields ->> 'name') = 'birthday'))`;

/** The same of a date that is not stored yet. */
export const isNamedBirthday = (name: unknown, handle: unknown): boolean =>
  handle === 'birthday' ||
  ((handle ?? null) === null && typeof name === 'string' && name.toLowerCase() === 'birthday');

export interface AsOf {
  readonly now: Date;
  readonly settings: ProgrammeSettings;
}

/** The calendar day at that time, in the time zone of the programme. */
export const today = ({ now, settings }: AsOf): string => dayOf(now, settings['programme.timezone']);

/** Attributes that the birthday of a profile decides. */
export const birthdayAttributes: readonly string[] = ['birthday_in_days', 'is_birthday_month'];

/**
 * Attributes for the query of an automation, in addition to those of the list of profiles: ASSUMPTION.
 */
export function profileAttributes(at: AsOf): Attributes {
  const day = sql`${today(at)}::date`;
  const leapDay = sql`${at.settings['dates.leap-day']}::text`;
  const birthday = sql`(
    select (fields ->> 'date')::date from records
    where resource = 'profile-date' and profile_id = profiles.id and ${isBirthday} order by id limit 1)`;
  const named: Readonly<Record<string, Attribute>> = {
    days_since_last_purchase: one(
      'number',
      sql`(
      ${day} - (${lastPurchase} at time zone ${at.settings['programme.timezone']})::date)`,
    ),
    birthday_in_days: one('number', sql`(next_anniversary(${birthday}, ${day}, ${leapDay}) - ${day})`),
    is_birthday_month: one(
      'boolean',
      sql`coalesce(extract(month from ${birthday}) = extract(month from ${day}), false)`,
    ),
    ...Object.fromEntries(
      ['email_opt_in', 'sms_opt_in', 'push_opt_in', 'post_opt_in'].map((name) => [name, optIn(name)]),
    ),
  };
  return new Map([...profileAttributesOfStaff, ...Object.entries(named)]);
}

const one = (kind: AttributeKind, expression: RawBuilder<unknown>): Attribute => ({ kind, sql: expression });

const optIn = (name: string) =>
  one(
    'boolean',
    sql`coalesce((
    select (fields ->> ${name})::boolean from records where resource = 'comms' and profile_id = profiles.id limit 1), false)`,
  );

const DYNAMIC = /^(custom_field|aggregation|achievement)\.([a-z0-9][a-z0-9_-]{0,79})$/;

/**
 * The attributes `custom_field.<handle>` (as a number if it is compared with one), `aggregation.<handle>` and `achievement.<handle>`
 * (whether it is complete); undefined for other names.
 */
export function namedAttribute(name: string, isNumber: boolean): Attribute | undefined {
  const [, family = '', handle = ''] = DYNAMIC.exec(name) ?? [];
  const found = attributeOf(family, handle, isNumber);
  const known = families.get(family);
  return found && known && { ...found, among: { ...known, handle } };
}

/** What the handle of such an attribute names, and the handles that there are. */
const families: ReadonlyMap<string, Omit<NonNullable<Attribute['among']>, 'handle'>> = new Map([
  [
    'custom_field',
    {
      what: 'custom field of a profile',
      handles: sql<{ readonly handle: string }>`
        select distinct fields ->> 'handle' as handle from records
        where resource = 'custom-field' and fields @> '{"custom_fieldable_type": "profile"}'`,
    },
  ],
  ['aggregation', { what: 'aggregation', handles: aggregationHandles }],
  [
    'achievement',
    {
      what: 'achievement',
      handles: sql<{ readonly handle: string }>`
        select fields ->> 'handle' as handle from records where resource = 'achievement-definition'`,
    },
  ],
]);

function attributeOf(family: string, handle: string, isNumber: boolean): Attribute | undefined {
  switch (family) {
    case 'custom_field': {
      const value = sql`(
        select fields ->> 'value' from records
        where resource = 'custom-field' and parent = 'profile:' || profiles.id and fields ->> 'handle' = ${handle} limit 1)`;
      return isNumber
        ? one('number', sql`(case when ${value} ~ '^-?\\d{1,15}(\\.\\d{1,6})?$' then ${value}::numeric end)`)
        : one('text', value);
    }
    case 'aggregation':
      return one(
        'number',
        presentValue(handle, sql`profiles.id`) ??
          sql`(
        select (fields ->> 'value')::numeric from records
        where resource = 'aggregation' and profile_id = profiles.id and fields ->> 'handle' = ${handle} limit 1)`,
      );
    case 'achievement':
      return one(
        'boolean',
        sql`exists (
        select from achievements join records as definition on definition.id = achievement_definition_id
        where achievements.profile_id = profiles.id and completed_at is not null and definition.fields ->> 'handle' = ${handle})`,
      );
    default:
      return undefined;
  }
}
