import type { Call } from './client.ts';
import { searchProfile } from './endpoints/profiles.ts';
import { LoyaltyError } from './errors.ts';
import { record, text } from './read.ts';

/**
 * The profile of an identifier, such as the shop's customer id (spec 4.6 search-profile).
 * @throws LoyaltyError `bad_response` for a reply that names none
 */
export async function findProfile(call: Call, identifier: string | undefined): Promise<string> {
  // A token alone names nobody.
  if (!identifier) throw new LoyaltyError('invalid_config', 'Set profile-id.');
  const reply = await call(searchProfile, { identifier });
  const profileId = text(record(record(reply).data).id);
  if (!profileId) throw new LoyaltyError('bad_response', 'No profile id.');
  return profileId;
}
