import { profileIdentities, searchProfile } from '../contract/endpoints/first-requests.ts';
import type { Call } from '../transport/call.ts';
import { LoyaltyError, unreadable } from '../transport/errors.ts';
import { holdsIdentity, identityQuery } from '../transport/identities.ts';
import { record, text } from '../transport/read.ts';

/**
 * Finds a profile by an identifier, such as the shop's customer id (spec 4.6 search-profile). The search matches a value in any namespace:
 * with `namespace`, a profile is accepted only if it has the identifier in this namespace. Otherwise it can be another customer's.
 *
 * @param namespace the platform of the customer id; none behind a proxy, which binds requests to the profile of the session
 * @throws LoyaltyError `bad_response` for a reply without a profile, `not_found` for another customer's profile
 */
export async function findProfile(
  call: Call,
  identifier: string | undefined,
  namespace?: string,
): Promise<string> {
  // A token in the settings does not identify its customer.
  if (!identifier) throw new LoyaltyError('invalid_config', 'Set profile-id.');
  const found = record(record(await call(searchProfile, { identifier })).data);
  const profile = text(found.id);
  if (!profile) throw unreadable('id', found.id, searchProfile.id);
  if (namespace) {
    const identities =
      found.identities ??
      record(await call(profileIdentities, { profile, query: identityQuery(namespace, identifier) })).data;
    if (!holdsIdentity(identities, namespace, identifier))
      throw new LoyaltyError('not_found', 'This profile is not of this customer.');
  }
  return profile;
}
