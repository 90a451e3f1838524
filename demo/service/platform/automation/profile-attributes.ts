import { sql, type RawBuilder } from 'kysely';
import { profileShape } from '../../../../src/services/contract/profiles.ts';
import { CURRENCY } from '../../commerce/amounts.ts';
import { dayOf } from '../../programme/time-zone.ts';
import { column, type Attribute, type AttributeKind, type Attributes } from '../../api/query/attribute.ts';
import { attributesOf } from '../../crud/fields.ts';
import { tableOf } from '../../crud/tables.ts';
import type { ProgrammeSettings } from '../../programme/programme.ts';

/** The birthday of a profile: its date with the handle `birthday`, or else with that name (G70). */
export const isBirthday = sql<boolean>`(
  fields ->> 'handle' = 'birthday' or (fields ->> 'handle' is null and lower(fields ->> 'name') = 'birthday'))`;

export interface AsOf {
  readonly now: Date;
  readonly settings: ProgrammeSettings;
}

/** The calendar day at that time, in the time zone of the programme. */
export const today = ({ now, settings }: AsOf): string => dayOf(now, settings['programme.timezone']);

/**
 * Attributes for the query of an automation, in addition to the fields of a profile: ASSUMPTION G70. Amounts are purchases less
 * refunds, in the currency of the programme.
 */
export function profileAttributes(at: AsOf): Attributes {
  const day = sql`${today(at)}::date`;
  const leapDay = sql`${at.settings['dates.leap-day']}::text`;
  const birthday = sql`(
    select (fields ->> 'date')::date from records
    where resource = 'profile-date' and profile_id = profiles.id and ${isBirthday} order by id limit 1)`;
  const lastPurchase = sql`(
    select max(transacted_at) from transactions where profile_id = profiles.id and total > 0)`;
  const named: Readonly<Record<string, Attribute>> = {
    tier: one(
      'text',
      sql`(
      select handle from tier_definitions join profile_tiers on tier_definition_id = tier_definitions.id
      where profile_id = profiles.id)`,
    ),
    points_available: one(
      'number',
      sql`coalesce((select available from point_balances where profile_id = profiles.id), 0)`,
    ),
    points_earned: one(
      'number',
      sql`coalesce((select earned from point_balances where profile_id = profiles.id), 0)`,
    ),
    spend: one(
      'number',
      sql`(
      select coalesce(sum(total), 0) from transactions
      where profile_id = profiles.id and coalesce(currency, ${CURRENCY}) = ${CURRENCY})`,
    ),
    purchases: one(
      'number',
      sql`(select count(*) from transactions where profile_id = profiles.id and total > 0)`,
    ),
    last_purchase_at: one('moment', lastPurchase),
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
  const table = tableOf('profile');
  // Ids of profiles are text.
  return new Map([
    ...attributesOf(profileShape, table),
    ['id', column('text', 'profiles.id')],
    ...Object.entries(named),
  ]);
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
  const [, family, handle] = DYNAMIC.exec(name) ?? [];
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
