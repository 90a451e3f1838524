import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { closeAccounts, moveAccounts } from './accounts.ts';
import { handOver, owningColumns } from './owned.ts';
import { blankRawInput, forgetTold, mentions, tracesOf, type Traces } from './traces.ts';

/**
 * The books, what their balances are made of, and purchases: kept, and nobody's. A purchase that belonged to no profile
 * could be claimed by the next who knows its receipt.
 */
const books = ['point_lots', 'credits', 'credit_entries', 'transactions', 'transaction_points'];

/**
 * Erases a profile for good, with everything that is about the person: records, lists and what others added to them,
 * identities, tokens, stored answers, what audits say. The books stay, under a name that nobody has, so that they still
 * add up. All of it is one transaction.
 */
export async function purge(work: Database, profileId: string): Promise<void> {
  const nobody = `purged-${randomUUID()}`;
  const traces = await tracesOf(work, profileId);
  // Loads lock their rows before the profiles these are about, and whoever writes for a profile locks it before the rest.
  await blankRawInput(work, traces);
  await sql`select from profiles where id = ${profileId} for update`.execute(work);
  await work
    .insertInto('profiles')
    .values({ id: nobody, first_name: null, last_name: null, email: null, deleted_at: sql`now()` })
    .execute();
  await moveAccounts(work, profileId, nobody);
  const owning = await owningColumns(work);
  for (const one of owning) if (books.includes(one.table)) await handOver(work, one, profileId, nobody);
  if (owning.some(({ table }) => table === 'credits')) await blankCredits(work, nobody);
  await blankPurchases(work, nobody);
  await closeAccounts(work, profileId);
  await removeMentions(work, profileId);
  await removeListParts(work, profileId);
  await work.deleteFrom('records').where('parent', '=', `profile:${profileId}`).execute();
  await work.deleteFrom('profiles').where('id', '=', profileId).execute();
  // What is left names the profile without belonging to it.
  for (const { table, column } of owning) {
    if (column === 'profile_id')
      await sql`delete from ${sql.table(table)} where profile_id = ${profileId}`.execute(work);
    else
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${profileId}`.execute(
        work,
      );
  }
  await forgetTold(work, traces);
  await forgetAnswers(work, profileId, traces);
  await blankAudits(work, profileId, nobody, traces);
}

/** A credit is money: its book stays, its number and whom it was for do not. */
async function blankCredits(work: Database, nobody: string): Promise<void> {
  await sql`
    update credits set fields = '{}', credit_number = 'purged-' || id, security_code = '', external_id = null,
      external_namespace = null, deleted_at = coalesce(deleted_at, now())
    where profile_id = ${nobody}`.execute(work);
}

/** What was bought, and for how much, stays; what the till noted beside it does not. */
async function blankPurchases(work: Database, nobody: string): Promise<void> {
  await sql`
    update transaction_items set fields = '{}'
    where fields <> '{}' and transaction_id in (select id from transactions where profile_id = ${nobody})`.execute(
    work,
  );
  await sql`update transactions set fields = '{}' where profile_id = ${nobody} and fields <> '{}'`.execute(
    work,
  );
}

/** Fields of other people's records that name the profile. */
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

/** Answers are kept for repetitions: the person's own, and those to users that show the profile. */
async function forgetAnswers(work: Database, profileId: string, { telling }: Traces): Promise<void> {
  await sql`
    delete from idempotency_keys
    where owner = ${`profile:${profileId}`} or ${mentions(sql`answer`, telling)}`.execute(work);
}

/** That something was done stays told; to whom, and with which values, does not. */
async function blankAudits(work: Database, profileId: string, nobody: string, { telling }: Traces) {
  await sql`
    update audits set fields = '{}', profile_id = case when profile_id = ${profileId} then ${nobody} else profile_id end,
      model_id = case when model_id = ${profileId} then ${nobody} else model_id end
    where profile_id = ${profileId} or model_id = ${profileId} or ${mentions(sql`fields::text`, telling)}`.execute(
    work,
  );
}
