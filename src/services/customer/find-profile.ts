import type { Call } from '../transport/client.ts';
import { profileIdentities, searchProfile } from '../contract/endpoints/profiles.ts';
import { LoyaltyError } from '../transport/errors.ts';
import { holdsIdentity, identityQuery } from '../transport/identities.ts';
import { record, text } from '../transport/read.ts';

/**
 * The profile of an identifier, such as the shop's customer id (spec 4.6 search-profile). The search matches the value in any
 * namespace, so with `namespace` the profile has to hold the identifier in it: as the reply says, or as its identities do.
 *
 * @param namespace the platform of the customer id; none where a proxy answers, which knows the customer
 * @throws LoyaltyError `bad_response` for a reply that names none, `not_found` for another customer's profile
 */
export async function findProfile(
  call: Call,
  identifier: string | undefined,
  namespace?: string,
): Promise<string> {
  // A token alone names nobody.
  if (!identifier) throw new LoyaltyError('invalid_config', 'Set profile-id.');
  const found = record(record(await call(searchProfile, { identifier })).data);
  const profile = text(found.id);
  if (!profile) throw new LoyaltyError('bad_response', 'No profile id.');
  if (namespace) {
    const identities =
      found.identities ??
      record(await call(profileIdentities, { profile, query: identityQuery(namespace, identifier) })).data;
    if (!holdsIdentity(identities, namespace, identifier))
      throw new LoyaltyError('not_found', 'This profile is not of this customer.');
  }
  return profile;
}
