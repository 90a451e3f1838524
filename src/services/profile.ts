import type { Call } from './client.ts';
import type { Config } from './config.ts';
import { searchProfile } from './endpoints/profiles.ts';
import { LoyaltyError } from './errors.ts';
import { record, text } from './read.ts';
import type { TokenCache } from './tokens/cache.ts';

/** Finds the customer's profile: a setting, or asked once (spec 4.6 search-profile) and kept with the token. */
export function profileFinder(
  config: Config | undefined,
  cache: TokenCache,
  call: Call,
): () => Promise<string> {
  let inFlight: Promise<string> | undefined;

  async function search(): Promise<string> {
    const identifier = config?.customer.id;
    // A token alone names nobody.
    if (!identifier) throw new LoyaltyError('invalid_config', 'Set profile-id.');
    const reply = await call(searchProfile, { identifier });
    const profileId = text(record(record(reply).data).id);
    if (!profileId) throw new LoyaltyError('bad_response', 'No profile id.');
    cache.keep({ profileId });
    return profileId;
  }

  return async () =>
    config?.profileId ??
    text(cache.read()?.profileId) ??
    (inFlight ??= search().finally(() => (inFlight = undefined)));
}
