import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** Digits that make a telephone number or an id telling; a number alone needs more, for amounts are numbers, too. */
const TELLING_DIGITS = 6;
const TELLING_NUMBER = 8;

/** Values by which a profile is known, in lower case. */
export interface Traces {
  readonly all: readonly string[];
  /** Those that are nothing but this profile's, wherever they stand. */
  readonly telling: readonly string[];
}

/** A customer writes what it likes there, somebody else's e-mail address for one: only a number is a number. */
const phone = sql`case when fields ->> 'phone' ~ '^[-+0-9 ()./]+$' then fields ->> 'phone' end`;

/** Id, e-mail address, telephone, external id and identities of a profile. */
export async function tracesOf(work: Database, profileId: string): Promise<Traces> {
  const { rows } = await sql<{ trace: string }>`
    select distinct lower(trace) as trace from (
      select unnest(array[id, email, external_id, ${phone}]) as trace from profiles where id = ${profileId}
      union all select value from identities where profile_id = ${profileId}) as known
    where trace <> ''`.execute(work);
  const all = rows.map(({ trace }) => trace);
  return { all, telling: all.filter((trace) => trace === profileId.toLowerCase() || isTelling(trace)) };
}

/** A customer may call itself by a word that stands in everybody's records: a word or a date tells nothing. */
function isTelling(trace: string): boolean {
  if (/^\d{4}-\d\d-\d\d/.test(trace)) return false;
  const digits = trace.replace(/\D/g, '').length;
  return trace.includes('@') || digits >= (digits === trace.length ? TELLING_NUMBER : TELLING_DIGITS);
}

/** Whether a text of JSON holds one of the traces as a value of its own: a longer text with it inside is another's. */
export function mentions(text: RawBuilder<unknown>, traces: readonly string[]): RawBuilder<boolean> {
  const quoted = traces.map((trace) => JSON.stringify(trace));
  return sql<boolean>`exists (
    select from unnest(${quoted}::text[]) as trace where position(trace in lower(${text})) > 0)`;
}

/** Models whose rows are about people: a short name in them is a name, too. */
const PEOPLE = [
  ...['profile', 'profiles.batch.store'],
  ...['address', 'date', 'consent', 'identity', 'benefit', 'benefits.batch.store', 'sync'],
];

/**
 * Records and rows that still wait to be written: those about the profile are null from now on, and fail when their turn
 * comes. Rows that failed are blanked alike.
 */
export async function blankRawInput(work: Database, { all, telling }: Traces): Promise<void> {
  const named = (text: RawBuilder<unknown>, about: RawBuilder<unknown>) => sql<boolean>`
    (${mentions(text, telling)} or (${about} = any(${PEOPLE}) and ${mentions(text, all)}))`;
  await sql`
    update batches set records = (
      select jsonb_agg(case when ${named(sql`record::text`, sql`endpoint`)} then null else record end order by place)
      from jsonb_array_elements(records) with ordinality as given(record, place))
    where records <> '[]' and ${named(sql`records::text`, sql`endpoint`)}`.execute(work);
  await sql`
    update import_rows set fields = null
    from records
    where records.id = import_id and import_rows.fields is not null
      and ${named(sql`import_rows.fields::text`, sql`records.fields ->> 'model'`)}`.execute(work);
}

/** What was told, or is to be told, about others with the person's name in it: nobody hears of it any more. */
export async function forgetTold(work: Database, { telling }: Traces): Promise<void> {
  await sql`delete from events where ${mentions(sql`payload::text`, telling)}`.execute(work);
  await sql`delete from messages where ${mentions(sql`to_jsonb(body)::text`, telling)}`.execute(work);
  await sql`delete from deliveries where ${mentions(sql`body`, telling)}`.execute(work);
}
