import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { addRecord } from '../crud/store.ts';
import { profileTable } from './profile-views.ts';
import { openAccounts } from './write-profile.ts';

/** A customer of a shop, identified by the id that the shop signed. */
export interface ShopCustomer {
  /** Namespace of the shop's customer ids. */
  readonly platform: string;
  readonly customerId: string;
}

/** The profile of a shop's customer, deleted or not; `undefined` for none. */
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
 * Creates the profile of a signed customer who has none, with the customer id as its identity: ASSUMPTION. Only the id is known; a
 * machine user of the shop adds names and the e-mail address. `work` is a transaction: of several requests at once, one creates the
 * profile and the others find it. Returns `undefined` for a deleted profile.
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
  // A page that is still open must not restore a deleted profile.
  if (found) return found.isDeleted ? undefined : found.profileId;
  const { id } = await addRecord(work, profileTable, { id: randomUUID() });
  const profileId = String(id);
  await work
    .insertInto('identities')
    .values({ profile_id: profileId, namespace: platform, value: customerId })
    .execute();
  await openAccounts(work, profileId);
  const payload = { id: profileId, platform, customer_id: customerId, consent };
  await publish(work, { trigger: 'profile.created', namespace: 'loyalty', profileId, payload });
  return profileId;
}
