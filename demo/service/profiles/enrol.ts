import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { raise } from '../platform/events/raise.ts';
import { addRecord } from '../crud/store.ts';
import { profileTable } from './views.ts';
import { openAccounts } from './write.ts';

/** A customer of a shop, by the id that the shop signed. */
export interface ShopCustomer {
  /** Namespace of the shop's customer ids. */
  readonly platform: string;
  readonly customerId: string;
}

/** The profile of a shop's customer; `undefined` for none, and for one that is deleted. */
export async function profileOf(db: Database, { platform, customerId }: ShopCustomer) {
  const found = await db
    .selectFrom('identities')
    .innerJoin('profiles', 'profiles.id', 'identities.profile_id')
    .select(['profile_id', 'profiles.deleted_at'])
    .where('namespace', '=', platform)
    .where('value', '=', customerId)
    .executeTakeFirst();
  return found && { profileId: found.profile_id, isDeleted: found.deleted_at !== null };
}

/**
 * Makes the profile of a signed customer who has none, with the customer id as its identity: ASSUMPTION G62. Of the customer no more is
 * known than the id; the shop adds names and the e-mail address by its machine user. `work` is a transaction: of several requests at once
 * one makes the profile, and the others find it.
 */
export async function enrol(
  work: Database,
  customer: ShopCustomer,
  consent: boolean,
): Promise<string | undefined> {
  const { platform, customerId } = customer;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`enrol ${platform} ${customerId}`}, 0))`.execute(
    work,
  );
  const found = await profileOf(work, customer);
  // Who was deleted is not brought back by a page that is still open.
  if (found) return found.isDeleted ? undefined : found.profileId;
  const { id } = await addRecord(work, profileTable, { id: randomUUID() });
  const profileId = String(id);
  await work
    .insertInto('identities')
    .values({ profile_id: profileId, namespace: platform, value: customerId })
    .execute();
  await openAccounts(work, profileId);
  const payload = { id: profileId, platform, customer_id: customerId, consent };
  await raise(work, { trigger: 'profile.created', namespace: 'loyalty', profileId, payload });
  return profileId;
}
