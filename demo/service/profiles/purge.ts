import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { closeAccounts, moveAccounts, ownerColumns, reassign } from './reassign.ts';

/**
 * Ledgers, the rows that their balances consist of, and purchases stay, assigned to an anonymous profile. Without a profile, a purchase
 * could be claimed by the next customer who knows its receipt number.
 */
const retained = [
  'point_lots',
  'credits',
  'credit_entries',
  'transactions',
  'transaction_points',
  'transaction_campaigns',
];

/**
 * Erases a profile permanently, with everything about the person: records, lists and what others added to them, identities, tokens,
 * stored answers and the contents of audits. Ledgers are assigned to a new anonymous profile, so that their sums stay correct. `work` is
 * a transaction.
 */
export async function purge(work: Database, profileId: string): Promise<void> {
  const anonymousId = `purged-${randomUUID()}`;
  const identifiers = await personalIdentifiersOf(work, profileId);
  // The order of locks: rows of batches and imports, then the profile, then everything else.
  await blankPendingInput(work, identifiers);
  await sql`select from profiles where id = ${profileId} for update`.execute(work);
  await work
    .insertInto('profiles')
    .values({ id: anonymousId, first_name: null, last_name: null, email: null, deleted_at: sql`now()` })
    .execute();
  await moveAccounts(work, profileId, anonymousId);
  const owning = await ownerColumns(work);
  for (const one of owning)
    if (retained.includes(one.table)) await reassign(work, one, profileId, anonymousId);
  if (owning.some(({ table }) => table === 'credits')) await blankCredits(work, anonymousId);
  await blankPurchases(work, anonymousId);
  await closeAccounts(work, profileId);
  await removeMentions(work, profileId);
  await removeListParts(work, profileId);
  await work.deleteFrom('records').where('parent', '=', `profile:${profileId}`).execute();
  await work.deleteFrom('profiles').where('id', '=', profileId).execute();
  // The rows that are left belong to the profile, or name it in another column.
  for (const { table, column } of owning) {
    if (column === 'profile_id')
      await sql`delete from ${sql.table(table)} where profile_id = ${profileId}`.execute(work);
    else
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${profileId}`.execute(
        work,
      );
  }
  await deleteEvents(work, identifiers);
  await deleteAnswers(work, profileId, identifiers);
  await blankAudits(work, profileId, anonymousId, identifiers);
}

/** Digits that make a telephone number or id specific to a person. A value of digits alone needs more, because amounts are digits too. */
const SPECIFIC_DIGITS = 6;
const SPECIFIC_NUMBER = 8;

/** Values that identify a person, in lower case. */
interface PersonalIdentifiers {
  readonly all: readonly string[];
  /** Identifiers that only this profile has: they are removed from every text. */
  readonly specific: readonly string[];
}

/** A customer can write any text into this field, even another person's e-mail address: it counts only when it looks like a number. */
const phone = sql`case when fields ->> 'phone' ~ '^[-+0-9 ()./]+$' then fields ->> 'phone' end`;

/** Id, e-mail address, telephone number, external id and identities of a profile. */
async function personalIdentifiersOf(work: Database, profileId: string): Promise<PersonalIdentifiers> {
  const { rows } = await sql<{ identifier: string }>`
    select distinct lower(identifier) as identifier from (
      select unnest(array[id, email, external_id, ${phone}]) as identifier from profiles where id = ${profileId}
      union all select value from identities where profile_id = ${profileId}) as known
    where identifier <> ''`.execute(work);
  const all = rows.map(({ identifier }) => identifier);
  return { all, specific: all.filter((one) => one === profileId.toLowerCase() || isSpecific(one)) };
}

/** A customer may choose a common word or a date as an identity: these occur in records of other people. */
function isSpecific(identifier: string): boolean {
  if (/^\d{4}-\d\d-\d\d/.test(identifier)) return false;
  const digits = identifier.replace(/\D/g, '').length;
  return (
    identifier.includes('@') || digits >= (digits === identifier.length ? SPECIFIC_NUMBER : SPECIFIC_DIGITS)
  );
}

/** Whether a JSON text has one of the identifiers as a whole value: as part of a longer value it means something else. */
function mentions(text: RawBuilder<unknown>, identifiers: readonly string[]): RawBuilder<boolean> {
  const quoted = identifiers.map((identifier) => JSON.stringify(identifier));
  return sql<boolean>`exists (
    select from unnest(${quoted}::text[]) as identifier where position(identifier in lower(${text})) > 0)`;
}

/** Models and batches about people: in their rows even a short identifier means the person. */
const ABOUT_PEOPLE = [
  'profile',
  'profiles.batch.store',
  'address',
  'date',
  'consent',
  'identity',
  'benefit',
  'benefits.batch.store',
  'sync',
];

/** Sets batch records and import rows about the profile to null: those that wait fail when they are processed. */
async function blankPendingInput(work: Database, { all, specific }: PersonalIdentifiers): Promise<void> {
  const named = (text: RawBuilder<unknown>, about: RawBuilder<unknown>) => sql<boolean>`
    (${mentions(text, specific)} or (${about} = any(${ABOUT_PEOPLE}) and ${mentions(text, all)}))`;
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

/** A credit has a value in money: its ledger stays, its number and recipient do not. */
async function blankCredits(work: Database, anonymousId: string): Promise<void> {
  await sql`
    update credits set fields = '{}', credit_number = 'purged-' || id, security_code = '', external_id = null,
      external_namespace = null, deleted_at = coalesce(deleted_at, now())
    where profile_id = ${anonymousId}`.execute(work);
}

/** Products and amounts of purchases stay; further fields that the shop sent do not. */
async function blankPurchases(work: Database, anonymousId: string): Promise<void> {
  await sql`
    update transaction_items set fields = '{}'
    where fields <> '{}' and transaction_id in (select id from transactions where profile_id = ${anonymousId})`.execute(
    work,
  );
  await sql`update transactions set fields = '{}' where profile_id = ${anonymousId} and fields <> '{}'`.execute(
    work,
  );
}

/** Removes fields of other people's records that name the profile. */
async function removeMentions(work: Database, profileId: string): Promise<void> {
  for (const field of ['creator_profile_id', 'profile_id']) {
    await sql`
      update records set fields = fields - ${field}::text
      where fields @> jsonb_build_object(${field}::text, ${profileId}::text)`.execute(work);
  }
  await sql`
    update records set fields = jsonb_set(fields, '{links}', (
      select coalesce(jsonb_agg(link), '[]') from jsonb_array_elements(fields -> 'links') as link
      where link ->> 'profile_id' is distinct from ${profileId}))
    where resource = 'profile-date' and fields @> jsonb_build_object(
      'links', jsonb_build_array(jsonb_build_object('profile_id', ${profileId}::text)))`.execute(work);
}

/** Shares of the lists with their claims, custom fields of the lists, reservations of their items. */
async function removeListParts(work: Database, profileId: string): Promise<void> {
  await sql`
    delete from records where parent in (
      select 'list-share:' || share.id from records as share join lists on share.parent = 'list:' || lists.id
      where lists.profile_id = ${profileId} and share.resource = 'list-share')`.execute(work);
  await sql`
    delete from records where parent in (
      select 'list:' || id from lists where profile_id = ${profileId}
      union all select 'list-item:' || id from list_items where profile_id = ${profileId})`.execute(work);
}

/** Deletes events, messages and deliveries that name the person, also those about other profiles and those not sent yet. */
async function deleteEvents(work: Database, { specific }: PersonalIdentifiers): Promise<void> {
  await sql`delete from guest_alerts where lower(email) = any(${specific})`.execute(work);
  await sql`delete from events where ${mentions(sql`payload::text`, specific)}`.execute(work);
  await sql`delete from messages where ${mentions(sql`to_jsonb(body)::text`, specific)}`.execute(work);
  await sql`delete from deliveries where ${mentions(sql`body`, specific)}`.execute(work);
  // A receiver may answer with what it knows of the person, in any form.
  await sql`
    update delivery_attempts set answer = null
    where exists (select from unnest(${specific}::text[]) as identifier where position(identifier in lower(answer)) > 0)`.execute(
    work,
  );
}

/** Deletes the answers stored for retries: the person's own, and those to users that show the profile. */
async function deleteAnswers(
  work: Database,
  profileId: string,
  { specific }: PersonalIdentifiers,
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where owner = ${`profile:${profileId}`} or ${mentions(sql`answer`, specific)}`.execute(work);
}

/** An audit entry still shows that an operation happened, but neither the person nor the values. */
async function blankAudits(
  work: Database,
  profileId: string,
  anonymousId: string,
  { specific }: PersonalIdentifiers,
): Promise<void> {
  await sql`
    update audits set fields = '{}', profile_id = case when profile_id = ${profileId} then ${anonymousId} else profile_id end,
      model_id = case when model_id = ${profileId} then ${anonymousId} else model_id end
    where profile_id = ${profileId} or model_id = ${profileId} or ${mentions(sql`fields::text`, specific)}`.execute(
    work,
  );
}
